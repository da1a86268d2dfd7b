import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import type { PageRequest } from '../common/paging.ts';
import { readNewest } from '../firestore/newest.ts';
import { isMissing } from '../firestore/transaction.ts';
import type { PostHistory } from '../posts/post-history.repository.ts';
import {
  CARD_FIELDS,
  decodeRevision,
  decodeRevisionCard,
  encodeRevision,
  foundRevision,
  revisionOf,
  type StoredRevision,
  type StoredRevisionCard,
} from './revisions.converter.ts';
import { type Look, lookAt } from './thinning.ts';

/** A revision whose time has come to be looked at. */
export interface DueRevision {
  readonly postId: string;
  readonly id: string;
  readonly createdAt: Date;
  readonly look: Look;
}

/** Revisions of posts, each below its post. What is written of one never changes; it only goes. */
export interface RevisionRepository extends PostHistory {
  /** A page, newest first, and how many there are. Reads the page and 1 aggregation. */
  list(postId: string, page: PageRequest): Promise<{ items: StoredRevisionCard[]; total: number }>;
  /** Reads 1 document. */
  find(postId: string, id: string): Promise<StoredRevision | null>;
  /** Revisions that are to be looked at, those that wait longest first. Reads as many. */
  due(at: Date, limit: number): Promise<DueRevision[]>;
  /**
   * Deletes a revision if a later one stays in its place, else notes when to look at it again. Safe to repeat. Reads 1 document, writes 1.
   * @returns whether it is gone
   */
  thinOut(revision: DueRevision): Promise<boolean>;
}

export function createRevisionRepository(db: Firestore): RevisionRepository {
  const revisionsOf = (postId: string) => db.collection('posts').doc(postId).collection('revisions');

  return {
    keep(transaction, change) {
      const { before, after } = change;
      const revisions = revisionsOf(after.id);
      if (before && !before.hasRevisions) {
        const found = foundRevision(before);
        transaction.create(revisions.doc(found.id), encodeRevision(found, { isFirst: true }));
      }
      const revision = revisionOf(change);
      transaction.create(revisions.doc(revision.id), encodeRevision(revision, { isFirst: before === null }));
    },

    list: (postId, page) => readNewest(revisionsOf(postId), 'createdAt', page, decodeRevisionCard, CARD_FIELDS),

    find: async (postId, id) => decodeRevision(await revisionsOf(postId).doc(id).get()),

    async due(at, limit) {
      const { docs } = await db
        .collectionGroup('revisions')
        .where('thinAt', '<=', at)
        .orderBy('thinAt')
        .limit(limit)
        .select('postId', 'createdAt', 'thinAt')
        .get();
      return docs.map((snapshot) => {
        const [createdAt, thinAt] = [snapshot.get('createdAt').toDate(), snapshot.get('thinAt').toDate()];
        return { id: snapshot.id, postId: snapshot.get('postId'), createdAt, look: lookAt({ createdAt, thinAt }) };
      });
    },

    async thinOut({ postId, id, createdAt, look }) {
      const revisions = revisionsOf(postId);
      const later = await revisions
        .where('createdAt', '>', Timestamp.fromDate(createdAt))
        .where('createdAt', '<', Timestamp.fromDate(look.spanEnd))
        .limit(1)
        .select()
        .get();
      if (!later.empty) {
        await revisions.doc(id).delete();
        return true;
      }
      // A deletion of the post may have taken it away meanwhile.
      await revisions
        .doc(id)
        .update({ thinAt: look.next })
        .catch((error: unknown) => {
          if (!isMissing(error)) throw error;
        });
      return false;
    },
  };
}
