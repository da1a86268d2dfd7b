import { describe, expect, it } from 'vitest';
import { outdatedBy } from './shown.ts';

describe('what a write makes of kept answers', () => {
  it.each([
    ['posts/p', null, 'everything'],
    ['posts/p', ['title'], 'everything'],
    ['posts/p', ['isPublished', 'views'], 'everything'],
    ['posts/p', ['views', 'popularity'], 'nothing'],
    ['posts/p', ['likesCount', 'popularity'], 'post'],
    ['posts/p', ['commentsCount', 'popularity'], 'post'],
    ['posts/p', ['views', 'popularity', 'crowdedUntil'], 'nothing'],
    ['posts/p', ['likesCount', 'popularity', 'crowdedUntil'], 'post'],
    ['posts/p/likes/u', null, 'nothing'],
    ['posts/p/counterShards/t', ['likesCount'], 'nothing'],
    ['comments/c', null, 'everything'],
    ['categories/1', ['postCount'], 'everything'],
    ['counters/posts', ['total'], 'everything'],
    ['users/u', ['displayName'], 'everything'],
    ['users/u', null, 'everything'],
    ['users/u', ['lastSeenAt'], 'nothing'],
    ['users/u', ['mobileNumber', 'wordPrefixes', 'sortName'], 'nothing'],
    ['users/u', ['firstName', 'wordPrefixes', 'sortName'], 'everything'],
    ['users/u', ['readIds'], 'nothing'],
    ['searchIndex/p', null, 'everything'],
    ['searchIndex/p', ['popularity'], 'nothing'],
    ['limits/l', null, 'nothing'],
    ['posts/p/revisions/r', null, 'nothing'],
    ['users/u/drafts/d', ['content'], 'nothing'],
    ['users/u/discardedDrafts/d', null, 'nothing'],
    ['editing/p', ['leases'], 'nothing'],
    ['jobs/j', ['cursor'], 'nothing'],
    ['something/new', ['anything'], 'everything'],
  ])('%s, fields %j: %s', (path, fields, kind) => {
    expect(outdatedBy({ path, fields })).toEqual(kind === 'post' ? { kind, postId: 'p' } : { kind });
  });
});
