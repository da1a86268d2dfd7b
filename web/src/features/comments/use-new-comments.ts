import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useViewer } from '../../lib/session.tsx';
import { notificationQueries } from '../notifications/api/queries.ts';
import { commentQueries } from './api/queries.ts';

/** A number of comments, and when it was fetched. */
interface Counted {
  readonly count: number | undefined;
  readonly atMs: number;
}

/**
 * The number of comments since the list was fetched. `told` is the post's number, which is refetched on focus and, while somebody is signed in, with
 * every refresh of their notifications.
 */
export function useNewComments(
  postId: string,
  { told, listed }: { readonly told: Counted; readonly listed: Counted },
): number {
  const isSignedIn = useViewer() !== null;
  const polled = useQuery(commentQueries.count(postId));
  // Polling as often as the bell is enough.
  const { dataUpdatedAt: newsAtMs } = useQuery({
    ...notificationQueries.list(),
    enabled: false,
    refetchInterval: false,
  });
  const lastNewsAtMs = useRef(newsAtMs);

  const { refetch } = polled;
  useEffect(() => {
    const isFirst = lastNewsAtMs.current === 0;
    const isNew = newsAtMs > lastNewsAtMs.current;
    lastNewsAtMs.current = newsAtMs;
    if (isNew && !isFirst && isSignedIn) void refetch();
  }, [newsAtMs, isSignedIn, refetch]);

  const newest = polled.dataUpdatedAt > told.atMs ? { count: polled.data, atMs: polled.dataUpdatedAt } : told;
  if (newest.count === undefined || listed.count === undefined || newest.atMs <= listed.atMs) return 0;
  return Math.max(0, newest.count - listed.count);
}
