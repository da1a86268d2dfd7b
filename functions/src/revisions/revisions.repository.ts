import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import type { PageRequest } from '../common/paging.ts';
import { readNewest } from '../firestore/newest.ts';
import { isMissing } from '../firestore/transaction.ts';
import type { PostHistory } from '../posts/consequences.repository.ts';
import type { EditedCollection } from '../posts/saving/edited-collection.repository.ts';
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

/** A revision that is due for thinning. */
export interface DueRevision {
  /** The path of the revision's document, below a post or another edited collection. */
  readonly path: string;
  readonly createdAt: Date;
  readonly look: Look;
}

/** Revisions, in a subcollection of each post or page. They never change and are only deleted. */
export interface RevisionRepository extends PostHistory {
  /** A page, newest first, with the total. Reads the page and 1 aggregation. */
  list(postId: string, page: PageRequest): Promise<{ items: StoredRevisionCard[]; total: number }>;
  /** Reads 1 document. */
  find(postId: string, id: string): Promise<StoredRevision | null>;
  /** Revisions of any edited collection that are due for thinning, longest due first. Reads each. */
  due(at: Date, limit: number): Promise<DueRevision[]>;
  /**
   * Deletes a revision if a later one represents its day or week; otherwise stores when it is due again. Safe to repeat. Reads 1 document, writes 1.
   * @returns whether it was deleted
   */
  thinOut(revision: DueRevision): Promise<boolean>;
}

export function createRevisionRepository(
  db: Firestore,
  edited: EditedCollection['name'] = 'posts',
): RevisionRepository {
  const revisionsOf = (postId: string) => db.collection(edited).doc(postId).collection('revisions');

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
        .select('createdAt', 'thinAt')
        .get();
      return docs.map((snapshot) => {
        const [createdAt, thinAt] = [snapshot.get('createdAt').toDate(), snapshot.get('thinAt').toDate()];
        return { path: snapshot.ref.path, createdAt, look: lookAt({ createdAt, thinAt }) };
      });
    },

    async thinOut({ path, createdAt, look }) {
      const revision = db.doc(path);
      const later = await revision.parent
        .where('createdAt', '>', Timestamp.fromDate(createdAt))
        .where('createdAt', '<', Timestamp.fromDate(look.spanEnd))
        .limit(1)
        .select()
        .get();
      if (!later.empty) {
        await revision.delete();
        return true;
      }
      // The post with its revisions may have been deleted in the meantime.
      await revision.update({ thinAt: look.next }).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
      return false;
    },
  };
}
