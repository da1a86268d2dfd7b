import { type PostCounters, popularityOf } from '@inkwell/shared/posts';
import { type DocumentData, type DocumentSnapshot, FieldValue, Timestamp } from 'firebase-admin/firestore';
import { isThere, type PickedPost, postMask } from '../posts.converter.ts';

/** How long a post counts as crowded after the last crowded moment. */
const CROWDED_MS = 60_000;
/** An instance that reads the post this shortly before the end writes to the post itself again. Until the end, everybody still looks for shards. */
const LAST_CALL_MS = 10_000;
/** Shards are folded within a second, or by the function `work` within a minute. */
const FOLDED_WITHIN_MS = 120_000;

const counted = postMask(
  ...(['authorId', 'authorIds', 'isPublished', 'trashedAt', 'deletedAt'] as const),
  ...(['views', 'likesCount', 'commentsCount', 'categoryId', 'tagIds'] as const),
);

/** The fields of a post for counting likes and views: visibility, counters, and the groups of its views. All times are the database's. */
export interface CountedPost extends PickedPost<(typeof counted.fields)[number]> {
  /** Whether its likes and views go to shards. */
  readonly isCrowded: boolean;
  /** Whether there may be shards that are not yet in its counters. */
  readonly mayHaveShards: boolean;
  /** The time since its last write. */
  readonly writtenMsAgo: number;
  readonly readAt: Timestamp;
}

/** The fields that `decodeCounted` requires. */
export const COUNTED_FIELDS: readonly string[] = [...counted.fields, 'crowdedUntil'];

/** Null for a missing or deleted post. */
export function decodeCounted(snapshot: DocumentSnapshot | undefined): CountedPost | null {
  const post = snapshot ? counted.decode(snapshot) : null;
  if (!snapshot || !isThere(post)) return null;
  const readAt = snapshot.readTime;
  const until: unknown = snapshot.get('crowdedUntil');
  const leftMs = until instanceof Timestamp ? until.toMillis() - readAt.toMillis() : Number.NEGATIVE_INFINITY;
  return {
    ...post,
    isCrowded: leftMs > LAST_CALL_MS,
    mayHaveShards: leftMs > -FOLDED_WITHIN_MS,
    writtenMsAgo: readAt.toMillis() - (snapshot.updateTime?.toMillis() ?? 0),
    readAt,
  };
}

/** Marks the post as crowded from now on. */
export const crowdedUpdate = (now: Timestamp): DocumentData => ({
  crowdedUntil: Timestamp.fromMillis(now.toMillis() + CROWDED_MS),
});

const increments = (change: PostCounters): DocumentData =>
  Object.fromEntries(Object.entries(change).map(([field, by]) => [field, FieldValue.increment(Number(by))]));

/** An update without reading that moves a post's counters and popularity. Fails if the post is gone, even if the counters do not change. */
export const countersUpdate = (change: PostCounters): DocumentData => ({
  ...increments(change),
  popularity: FieldValue.increment(popularityOf(change)),
});

/** A merge that adds to an instance's shard of a post, and creates it if necessary. */
export const shardUpdate = increments;

/** The sum of several shards. */
export function sumOfShards(shards: readonly DocumentSnapshot[]): PostCounters {
  const sum = { views: 0, likesCount: 0 };
  for (const shard of shards) {
    sum.views += Number(shard.get('views') ?? 0);
    sum.likesCount += Number(shard.get('likesCount') ?? 0);
  }
  return Object.fromEntries(Object.entries(sum).filter(([, by]) => by !== 0));
}
