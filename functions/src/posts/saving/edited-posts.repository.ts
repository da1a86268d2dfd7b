import { fieldsWith } from '@inkwell/shared/post-fields';
import { FieldValue, type Firestore, type Transaction } from 'firebase-admin/firestore';
import { deleteAll } from '../../firestore/delete-all.ts';
import { eventQueueOf } from '../../webhooks/event-queue.repository.ts';
import { moveAddress } from '../addresses/published-addresses.repository.ts';
import type { NewPostFeed, PostIndex } from '../consequences.repository.ts';
import { movePostCounts } from '../counters/post-counts.repository.ts';
import { postEvent } from '../post-events.ts';
import { postTotals } from '../posts.repository.ts';
import type { Edited, EditedCollection } from './edited-collection.repository.ts';
import { reviewRef } from './review-of-post.repository.ts';

/** The fields in the search index: words and the date. */
const SEARCHED: readonly string[] = [...fieldsWith('search'), 'publishedAt'];

/** Posts with the dependents of their changes: counts, search index, sitemap address, and date among new posts. */
export function editedPosts(db: Firestore, searchIndex: PostIndex, newPosts: NewPostFeed): EditedCollection {
  async function indexChange(transaction: Transaction, { before, after, changed = [] }: Edited) {
    const isShown = before?.isPublished ?? false;
    if (after?.isPublished) {
      const isStale = !isShown || SEARCHED.some((field) => changed.includes(field));
      return isStale ? searchIndex.prepare(transaction, after) : null;
    }
    return before && isShown ? { write: () => searchIndex.remove(transaction, before.id) } : null;
  }

  const moveTotals = (transaction: Transaction, total: number, published: number): void => {
    if (total === 0 && published === 0) return;
    const moves = { total: FieldValue.increment(total), published: FieldValue.increment(published) };
    transaction.set(postTotals(db), moves, { merge: true });
  };

  return {
    name: 'posts',
    area: 'post',

    async follow(transaction, change) {
      const { before, after } = change;
      const index = await indexChange(transaction, change);
      const event = postEvent(change);
      const queueEvent = event && (await eventQueueOf(db));
      // Readers are notified of posts that are new to them, whatever the date.
      const isNews = after?.announcedAt?.getTime() === change.at.getTime();
      const isDated = after?.isPublished && (before?.isPublished ? change.changed?.includes('publishedAt') : isNews);
      const feed = isDated ? await newPosts.prepareDate(transaction, after) : null;
      return {
        write() {
          moveTotals(
            transaction,
            Number(after !== null) - Number(before !== null),
            Number(after?.isPublished ?? false) - Number(before?.isPublished ?? false),
          );
          movePostCounts(db, transaction, before ? [before] : [], after ? [after] : []);
          moveAddress(db, transaction, before, after);
          index?.write();
          if (event) queueEvent?.(transaction, event);
          feed?.write();
        },
      };
    },

    leftTrash(transaction, post) {
      moveTotals(transaction, 1, 0);
      moveAddress(db, transaction, null, post);
    },

    async remove(id) {
      await deleteAll(db, db.collection('notes').where('postId', '==', id));
      await reviewRef(db, id).delete();
    },
  };
}
