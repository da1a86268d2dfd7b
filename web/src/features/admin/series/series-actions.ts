import { type SeriesMove, type StaffSeries, seriesApi } from '@inkwell/shared/series';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { seriesQueries } from '../../series/api/queries.ts';
import { showActionError } from '../api/unauthorized.ts';
import { useDeleteList, useRefreshedLists, useSaveList } from '../named-lists/list-acts.ts';

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

/** Moves posts of a series. */
export function useMoveInSeries(id: string) {
  return useMutation({
    mutationFn: (body: SeriesMove) => call(seriesApi.move, { params: { id }, body }),
    onError: (error) => showActionError('move the post', error),
    onSettled: useRefreshedLists(seriesQueries.all),
    // Each move is one in the list that was shown, so they are saved one after another.
    scope: { id: `order-${id}` },
  });
}
