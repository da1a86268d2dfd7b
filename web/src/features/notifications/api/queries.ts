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
   * Which notifications the reader gets, and the threads that they muted. Not below the list's key, so that a new notification does not reload it.
   */
  choices: () => callQuery(['notification-choices'], notificationApi.choices),
};
