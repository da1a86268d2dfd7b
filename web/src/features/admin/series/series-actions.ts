import { type SeriesMove, seriesApi } from '@inkwell/shared/series';
import { call } from '../../../lib/api.ts';
import { seriesQueries } from '../../series/api/queries.ts';
import { useStaffChange } from '../api/staff-change.ts';
import { staleWith } from '../named-lists/list-acts.ts';

/** Moves posts of a series. Each move is one in the list that was shown, so they are saved one after another. */
export const useMoveInSeries = (id: string) =>
  useStaffChange({
    send: (body: SeriesMove) => call(seriesApi.move, { params: { id }, body }),
    action: 'move the post',
    stale: staleWith(seriesQueries.all),
    scope: `order-${id}`,
  });
