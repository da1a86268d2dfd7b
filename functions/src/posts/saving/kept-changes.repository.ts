import type { PostUndo } from '@inkwell/shared/bulk-actions';
import { isSameValue } from '@inkwell/shared/post-fields';
import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { authorIdsOf, type StoredPost } from '../posts.converter.ts';

/** How to undo a change; null if nothing changed that can be undone. */
export function undoOf(before: StoredPost, after: StoredPost): PostUndo | null {
  const authorIds = authorIdsOf(before);
  const { tagIds, seriesId, seriesPlace, isFeatured } = before;
  const isMoved = seriesId !== after.seriesId || seriesPlace !== after.seriesPlace;
  const undo = {
    ...(!isSameValue(tagIds, after.tagIds) && { tagIds }),
    ...(!isSameValue(authorIds, authorIdsOf(after)) && { authorIds: [...authorIds] }),
    ...(isMoved && { seriesId, seriesPlace }),
    ...(isFeatured !== after.isFeatured && { isFeatured }),
    ...(before.categoryId !== after.categoryId && { categoryId: before.categoryId }),
    ...(before.isPublished !== after.isPublished && { isPublished: before.isPublished }),
    ...(before.publishAt && !after.publishAt && { publishAt: before.publishAt.toISOString() }),
  };
  return Object.keys(undo).length === 0 ? null : { ...undo, baseUpdatedAt: after.updatedAt.toISOString() };
}

/**
 * Stores how to undo a change, in the transaction of the change, so that a process killed between two posts loses nothing.
 * @param keptIn the id of a shard of a bulk run; without it, nothing is kept. Writes 1 document
 */
export function keepChange(
  db: Firestore,
  transaction: Transaction,
  keptIn: string | undefined,
  [id, undo]: readonly [string, PostUndo | null],
): void {
  if (keptIn === undefined || undo === null) return;
  transaction.set(db.doc(`bulkRunShards/${keptIn}`), { kept: { [id]: undo } }, { merge: true });
}
