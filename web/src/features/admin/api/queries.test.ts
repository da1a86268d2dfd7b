import { expect, it } from 'vitest';
import { adminQueries } from './queries.ts';

const LISTS = [
  ...(['posts', 'ownPosts', 'ownComments', 'latestPosts', 'users', 'activity', 'redirects'] as const),
  ...(['broadcasts', 'invitations', 'subscribers', 'foundSubscribers', 'unfinishedJobs'] as const),
];

it.each(LISTS)('the list %s of the panel is always stale', (name) => {
  expect(adminQueries[name]().staleTime).toBe(0);
});

it('analytics are fresh for 60 s', () => {
  expect(adminQueries.analytics().staleTime).toBe(60_000);
});
