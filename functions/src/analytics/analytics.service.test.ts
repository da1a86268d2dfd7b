import { expect, it } from 'vitest';
import { cacheOf, partOf } from '../testing/parts.ts';
import type { AuthorNames } from '../users/authors.ts';
import type { ActivityEvent } from './activity.repository.ts';
import { createAnalyticsService } from './analytics.service.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 4, 15, hour));

it('recent events are listed newest first, with names, without comments on posts in the trash', async () => {
  const events = [
    { type: 'comment', at: at(1), authorId: 'bob', postId: 'p' },
    { type: 'comment', at: at(2), authorId: 'bob', postId: 'trashed' },
    { type: 'post', at: at(4), actorId: 'scheduler', forId: 'ada', title: 'T' },
    { type: 'post', at: at(3), actorId: 'bob', forId: null, title: 'U' },
    { type: 'user', at: at(6), displayName: null },
    { type: 'subscriber', at: at(5), isConfirmed: false },
  ] as unknown as ActivityEvent[];
  const service = createAnalyticsService({
    figures: partOf({
      figures: async () => ({}),
      reactions: async () => ({}),
      recent: async () => ({ onlineUsers: 4 }),
      topCategories: async () => [],
    } as never),
    activity: partOf({ newest: async () => events, titles: async () => new Map([['p', 'Post']]) } as never),
    posts: { popular: async () => [] },
    authors: cacheOf({
      ada: partOf<AuthorNames>({ displayName: 'Ada' }),
      bob: partOf<AuthorNames>({ displayName: null, firstName: 'Bob' }),
    }),
    clock: { now: () => at(12) },
  });
  const { recentActivity, onlineUsersCount } = await service.analytics({ id: 'mod', role: 'moderator' });

  expect(recentActivity.map(({ description }) => description)).toEqual([
    'A new reader joined',
    'A newsletter subscription awaits confirmation',
    '"T" was published on schedule, as planned by Ada',
    'Bob published "U"',
    'Bob commented on "Post"',
  ]);
  expect(onlineUsersCount).toBe(4);
});
