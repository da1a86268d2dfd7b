import { FOLLOW_LIMITS, type FollowTarget, followingApi } from '@inkwell/shared/following';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { callQuery } from '../../../lib/call-query.ts';

/** Other devices seldom follow something while this one is in use. */
const STATUS_STALE_MS = 60_000;

/** The things that the signed-in reader follows. */
export const followingQueries = {
  all: ['following'] as const,
  list: (userId: string) =>
    queryOptions({
      queryKey: ['following', 'list', userId],
      queryFn: async ({ client, signal }) => {
        const followed = await call(followingApi.list, {}, { signal });
        // Their buttons then need no requests of their own.
        for (const target of followed)
          client.setQueryData(followingQueries.status(userId, target).queryKey, { isFollowed: true });
        return followed;
      },
    }),
  status: (userId: string, { kind, id }: FollowTarget) =>
    queryOptions({
      ...callQuery(['following', 'status', userId, kind, id], followingApi.status, { params: { kind, id } }),
      staleTime: STATUS_STALE_MS,
    }),
  /** Followed posts and popular ones, without the posts that the page already shows. */
  forYou: (userId: string, shown: readonly string[]) =>
    callQuery(['following', 'for-you', userId, shown], followingApi.posts, {
      query: { limit: String(FOLLOW_LIMITS.forYou), ...(shown.length > 0 && { without: shown.join(',') }) },
    }),
  /** The newest posts from what the reader follows. */
  posts: (userId: string) =>
    callQuery(['following', 'posts', userId], followingApi.posts, {
      query: { limit: String(FOLLOW_LIMITS.newPosts), only: 'followed' },
    }),
};
