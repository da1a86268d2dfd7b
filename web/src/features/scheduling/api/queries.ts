import { calendarApi } from '@inkwell/shared/calendar';
import { previewApi } from '@inkwell/shared/previews';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Queries of scheduling. Always stale, because staff see each other's changes. Product §9. */
export const schedulingQueries = {
  /** Below `admin`, so that it is invalidated together with the lists of staff. */
  calendar: (span: { readonly from: string; readonly to: string }) =>
    queryOptions({
      queryKey: ['admin', 'calendar', span],
      queryFn: ({ signal }) => call(calendarApi.calendar, { query: span }, { signal }),
      staleTime: 0,
    }),
  preview: (postId: string) =>
    queryOptions({
      queryKey: ['admin', 'preview', postId],
      queryFn: ({ signal }) => call(previewApi.state, { params: { id: postId } }, { signal }),
      staleTime: 0,
    }),
};
