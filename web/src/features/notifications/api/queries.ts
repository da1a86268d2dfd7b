import { notificationApi } from '@inkwell/shared/notifications';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Product §7. */
const NOTIFICATION_POLL_MS = 30_000;

/** The signed-in reader's notifications, newest first; polled while the tab is visible. */
export const notificationQueries = {
  all: ['notifications'] as const,
  list: () =>
    queryOptions({
      queryKey: ['notifications', 'list'],
      queryFn: ({ signal }) => call(notificationApi.list, {}, { signal }),
      refetchInterval: NOTIFICATION_POLL_MS,
    }),
  /** Which notifications the reader wants, and the threads that they muted. */
  choices: () =>
    queryOptions({
      // Not below the list's: a new notification is no reason to ask again.
      queryKey: ['notification-choices'],
      queryFn: ({ signal }) => call(notificationApi.choices, {}, { signal }),
    }),
};
