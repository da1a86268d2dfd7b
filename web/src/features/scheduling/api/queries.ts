import { calendarApi } from '@inkwell/shared/calendar';
import { queryOptions } from '@tanstack/react-query';
import { callQuery } from '../../../lib/call-query.ts';
import { PLANNED_KINDS, type PlannedRef } from './planned-kinds.ts';

/** Queries of scheduling. Always stale, because staff see each other's changes. Product §9. */
export const schedulingQueries = {
  /** Below `admin`, so that it is invalidated together with staff lists. */
  calendar: (span: { readonly from: string; readonly to: string }) =>
    queryOptions({ ...callQuery(['admin', 'calendar', span], calendarApi.calendar, { query: span }), staleTime: 0 }),
  preview: ({ kind, id }: PlannedRef) =>
    queryOptions({
      ...callQuery(['admin', 'preview', kind, id], PLANNED_KINDS[kind].previews.state, { params: { id } }),
      staleTime: 0,
    }),
};
