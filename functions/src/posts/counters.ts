import { popularityOf } from '@inkwell/shared/posts';
import { type DocumentData, FieldValue } from 'firebase-admin/firestore';
import { type PickedPost, postMask } from './posts.converter.ts';

/** What a like or a visit reads of a post: who may see it, and its counters. */
export const countedMask = postMask('authorId', 'isPublished', 'deletedAt', 'views', 'likesCount', 'commentsCount');
export type CountedPost = PickedPost<(typeof countedMask.fields)[number]>;

/** How far the counters of a post move. */
export interface CounterChange {
  readonly views?: number;
  readonly likesCount?: number;
  readonly commentsCount?: number;
}

/**
 * The blind update that moves a post's counters and its popularity; it fails where the post is gone, even when nothing moves.
 * The one place that knows where counters are: sharding them would change this file and the reading of them.
 */
export function countersUpdate(change: CounterChange): DocumentData {
  const { views = 0, likesCount = 0, commentsCount = 0 } = change;
  const moves = Object.entries(change).map(([field, by]) => [field, FieldValue.increment(Number(by))]);
  const popularity = FieldValue.increment(popularityOf({ views, likesCount, commentsCount }));
  return { ...Object.fromEntries(moves), popularity };
}
