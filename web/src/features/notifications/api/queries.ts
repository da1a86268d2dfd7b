import { notificationApi } from '@inkwell/shared/notifications';
import { queryOptions } from '@tanstack/react-query';
import { callQuery } from '../../../lib/call-query.ts';

/** Product §7. */
const NOTIFICATION_POLL_MS = 30_000;

/** The signed-in reader's notifications, newest first; polled while the tab is visible. */
export const notificationQueries = {
  all: ['notifications'] as const,
  list: () =>
    queryOptions({
      ...callQuery(['notifications', 'list'], notificationApi.list),
      refetchInterval: NOTIFICATION_POLL_MS,
    }),
  /**
   * Which notifications the reader wants, and the threads that they muted. Not below the list's key: a new notification
   * is no reason to ask again.
   */
  choices: () => callQuery(['notification-choices'], notificationApi.choices),
};
