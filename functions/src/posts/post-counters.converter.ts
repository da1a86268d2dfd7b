import { type PostCounters, popularityOf } from '@inkwell/shared/posts';
import { type DocumentData, FieldValue } from 'firebase-admin/firestore';
import { type PickedPost, postMask } from './posts.converter.ts';

/** What a like or a visit reads of a post: who may see it, and its counters. */
export const countedMask = postMask('authorId', 'isPublished', 'deletedAt', 'views', 'likesCount', 'commentsCount');
export type CountedPost = PickedPost<(typeof countedMask.fields)[number]>;

/**
 * The blind update that moves a post's counters and its popularity; it fails where the post is gone, even when nothing moves.
 * The one place that knows where counters are: sharding them would change this file and the reading of them.
 */
export function countersUpdate(change: PostCounters): DocumentData {
  const moves = Object.entries(change).map(([field, by]) => [field, FieldValue.increment(Number(by))]);
  return { ...Object.fromEntries(moves), popularity: FieldValue.increment(popularityOf(change)) };
}
