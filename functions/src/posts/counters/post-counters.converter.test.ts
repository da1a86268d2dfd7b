import { type DocumentSnapshot, Timestamp } from 'firebase-admin/firestore';
import { describe, expect, it } from 'vitest';
import { documentOf } from '../../testing/documents.ts';
import { crowdedUpdate, decodeCounted, sumOfShards } from './post-counters.converter.ts';

const NOW_MS = Date.UTC(2026, 0, 15);

function counted(data: object, crowdedForMs: number | null = null, updatedAgoMs = 5): DocumentSnapshot {
  const crowdedUntil = crowdedForMs === null ? null : new Date(NOW_MS + crowdedForMs);
  const readTime = Timestamp.fromMillis(NOW_MS);
  const updateTime = Timestamp.fromMillis(NOW_MS - updatedAgoMs);
  return Object.assign(documentOf('p', { authorId: 'ada', isPublished: true, ...data, crowdedUntil }), {
    readTime,
    updateTime,
  });
}

describe('the counters of a post', () => {
  it('are decoded with the fields for visibility; a post in the trash has none', () => {
    expect(decodeCounted(counted({ views: 3, likesCount: 2, commentsCount: 1 }))).toMatchObject({
      id: 'p',
      authorId: 'ada',
      isPublished: true,
      views: 3,
      likesCount: 2,
      commentsCount: 1,
      writtenMsAgo: 5,
    });
    expect(decodeCounted(counted({ trashedAt: new Date(1) }))).toBeNull();
    expect(decodeCounted(counted({ deletedAt: new Date(1) }))).toBeNull();
    expect(decodeCounted(documentOf('p'))).toBeNull();
  });

  it.each([
    [60_000, true, true],
    [10_001, true, true],
    [10_000, false, true],
    [0, false, true],
    [-119_999, false, true],
    [-120_000, false, false],
    [null, false, false],
  ])('of a post that stays crowded for %j ms go to shards: %j; may have some: %j', (ms, isCrowded, mayHave) => {
    expect(decodeCounted(counted({}, ms))).toMatchObject({ isCrowded, mayHaveShards: mayHave });
  });

  it('add up all shards', () => {
    const shards = [{ views: 3, likesCount: 1 }, { views: 2 }, { likesCount: -1 }].map((one) => documentOf('s', one));
    expect(sumOfShards(shards)).toEqual({ views: 5 });
    expect(crowdedUpdate(Timestamp.fromMillis(NOW_MS)).crowdedUntil.toMillis()).toBe(NOW_MS + 60_000);
  });
});
