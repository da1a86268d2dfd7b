import { calendarApi } from '@inkwell/shared/calendar';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { PLANNED_KINDS, type PlannedRef } from './planned-kinds.ts';

/** Queries of scheduling. Always stale, because staff see each other's changes. Product §9. */
export const schedulingQueries = {
  /** Below `admin`, so that it is invalidated together with the lists of staff. */
  calendar: (span: { readonly from: string; readonly to: string }) =>
    queryOptions({
      queryKey: ['admin', 'calendar', span],
      queryFn: ({ signal }) => call(calendarApi.calendar, { query: span }, { signal }),
      staleTime: 0,
    }),
  preview: ({ kind, id }: PlannedRef) =>
    queryOptions({
      queryKey: ['admin', 'preview', kind, id],
      queryFn: ({ signal }) => call(PLANNED_KINDS[kind].previews.state, { params: { id } }, { signal }),
      staleTime: 0,
    }),
};
