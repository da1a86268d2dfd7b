import { type SeriesMove, type StaffSeries, seriesApi } from '@inkwell/shared/series';
import { call } from '../../../lib/api.ts';
import { seriesQueries } from '../../series/api/queries.ts';
import { useStaffChange } from '../api/staff-change.ts';
import { staleWith, useDeleteList, useSaveList } from '../named-lists/list-acts.ts';

const SHARED = { noun: 'Series', all: seriesQueries.all } as const;

/** Creates a series, or changes one. The form shows failures. */
export const useSaveSeries = (series: StaffSeries | null) =>
  useSaveList({
    ...SHARED,
    isNew: series === null,
    send: (body) =>
      series === null ? call(seriesApi.create, { body }) : call(seriesApi.update, { params: { id: series.id }, body }),
  });

export const useDeleteSeries = ({ id, name }: StaffSeries) =>
  useDeleteList({ ...SHARED, name, send: () => call(seriesApi.remove, { params: { id } }) });

/** Moves posts of a series. Each move is one in the list that was shown, so they are saved one after another. */
export const useMoveInSeries = (id: string) =>
  useStaffChange({
    send: (body: SeriesMove) => call(seriesApi.move, { params: { id }, body }),
    action: 'move the post',
    stale: staleWith(seriesQueries.all),
    scope: `order-${id}`,
  });
