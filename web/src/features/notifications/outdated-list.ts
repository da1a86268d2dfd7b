import { type QueryClient, queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { notificationQueries } from './api/queries.ts';

/** When this browser last heard that there is something new. */
const heard = queryOptions({
  queryKey: ['notifications-heard'],
  queryFn: skipToken,
  initialData: 0,
  staleTime: Infinity,
});

/** Something new was heard of: what is under way knows nothing of it, so the list is asked for anew. */
export function noteNewNotification(client: QueryClient): void {
  client.setQueryData(heard.queryKey, Date.now());
  void client.invalidateQueries({ queryKey: notificationQueries.all });
}

/** Whether the list is older than the newest event: whatever it counts is not the truth any more. */
export const useIsListOutdated = (listedAtMs: number): boolean => {
  const { data: heardAtMs = 0 } = useQuery(heard);
  return heardAtMs > 0 && listedAtMs > 0 && listedAtMs < heardAtMs;
};
