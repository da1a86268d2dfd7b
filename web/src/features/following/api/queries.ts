import { FOLLOW_LIMITS, type FollowTarget, followingApi } from '@inkwell/shared/following';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Other devices seldom follow something while this one is used. */
const STATUS_STALE_MS = 60_000;

/** What the signed-in reader follows. */
export const followingQueries = {
  all: ['following'] as const,
  list: (userId: string) =>
    queryOptions({
      queryKey: ['following', 'list', userId],
      queryFn: async ({ client, signal }) => {
        const followed = await call(followingApi.list, {}, { signal });
        // Their buttons need not ask for each.
        for (const target of followed)
          client.setQueryData(followingQueries.status(userId, target).queryKey, { isFollowed: true });
        return followed;
      },
    }),
  status: (userId: string, { kind, id }: FollowTarget) =>
    queryOptions({
      queryKey: ['following', 'status', userId, kind, id],
      staleTime: STATUS_STALE_MS,
      queryFn: ({ signal }) => call(followingApi.status, { params: { kind, id } }, { signal }),
    }),
  /** Followed posts and popular ones. */
  forYou: (userId: string) =>
    queryOptions({
      queryKey: ['following', 'for-you', userId],
      queryFn: ({ signal }) => call(followingApi.posts, { query: { limit: String(FOLLOW_LIMITS.forYou) } }, { signal }),
    }),
  /** The newest posts of what the reader follows. */
  posts: (userId: string) =>
    queryOptions({
      queryKey: ['following', 'posts', userId],
      queryFn: ({ signal }) =>
        call(followingApi.posts, { query: { limit: String(FOLLOW_LIMITS.newPosts), only: 'followed' } }, { signal }),
    }),
};
