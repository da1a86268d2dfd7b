import { type QueryClient, queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { notificationQueries } from './api/queries.ts';

/** When this browser last heard of a new notification. */
const heard = queryOptions({
  queryKey: ['notifications-heard'],
  queryFn: skipToken,
  initialData: 0,
  staleTime: Infinity,
});

/** Call this for a new notification: it cancels current requests, which do not include it, and loads the list again. */
export function noteNewNotification(client: QueryClient): void {
  client.setQueryData(heard.queryKey, Date.now());
  void client.invalidateQueries({ queryKey: notificationQueries.all });
}

/** Whether the list, and its number of unread notifications, is older than the newest event. */
export const useIsListOutdated = (listedAtMs: number): boolean => {
  const { data: heardAtMs = 0 } = useQuery(heard);
  return heardAtMs > 0 && listedAtMs > 0 && listedAtMs < heardAtMs;
};
