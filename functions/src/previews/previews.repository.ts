import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import { appendAudit } from '../audit/audit.repository.ts';
import { runTransaction } from '../firestore/transaction.ts';
import { EDITED_AREAS, type EditedDocument } from '../posts/edited-document.ts';
import type { DecidedPost } from '../posts/post-decisions.ts';
import { isThere, postMask } from '../posts/posts.converter.ts';

/** The only preview link of a post or page. Its address is not stored, so only the people who received it know it. */
export interface StoredPreview extends EditedDocument {
  /** SHA-256 of the address's token, as hex. */
  readonly tokenHash: string;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expireAt: Date;
}

export interface PreviewRepository {
  /**
   * Stores a link, replacing an earlier one. An identical link is not stored again. `decide` refuses by throwing. @returns the stored link; null if
   * the post or page does not exist. Reads 2 documents, writes 2.
   */
  replace(preview: StoredPreview, decide: (post: DecidedPost) => void): Promise<StoredPreview | null>;
  /** Deletes the link. Safe to repeat. Reads 1 document, writes 2 if there was a link. */
  remove(shown: EditedDocument, by: { actorId: string; at: Date }): Promise<void>;
  /** The link of a post or page, even if it has expired. Reads 1 document. */
  find(id: string): Promise<StoredPreview | null>;
  /** Reads 1 document. */
  findByHash(tokenHash: string): Promise<StoredPreview | null>;
}

const decidedMask = postMask(
  'authorId',
  'authorIds',
  'isPublished',
  'publishAt',
  'trashedAt',
  'inReviewSince',
  'deletedAt',
);

export function createPreviewRepository(db: Firestore): PreviewRepository {
  const previews = db.collection('previews');

  return {
    replace: ({ id, ...preview }, decide) =>
      runTransaction(db, async (transaction) => {
        const target = pathOf({ ...preview, id });
        const [shown, earlier] = await transaction.getAll(db.doc(target), previews.doc(id));
        const there = shown ? decidedMask.decode(shown) : null;
        if (!isThere(there)) return null;
        decide(there);
        const stored = earlier ? decode(earlier) : null;
        if (stored?.tokenHash === preview.tokenHash && stored.expireAt > preview.createdAt) return stored;
        const { createdBy: actorId, createdAt: at, expireAt } = preview;
        transaction.set(previews.doc(id), { ...preview, schemaVersion: 1 });
        const entry = { actorId, action: `${EDITED_AREAS[preview.collection]}.preview`, target } as const;
        appendAudit(db, transaction, { ...entry, before: null, after: { expireAt } }, at);
        return { id, ...preview };
      }),

    remove: (shown, { actorId, at }) =>
      runTransaction(db, async (transaction) => {
        const snapshot = await transaction.get(previews.doc(shown.id));
        if (!snapshot.exists) return;
        transaction.delete(snapshot.ref);
        const entry = {
          actorId,
          action: `${EDITED_AREAS[shown.collection]}.preview-end`,
          target: pathOf(shown),
        } as const;
        appendAudit(db, transaction, { ...entry, before: { expireAt: snapshot.get('expireAt') }, after: null }, at);
      }),

    find: async (id) => decode(await previews.doc(id).get()),

    async findByHash(tokenHash) {
      const { docs } = await previews.where('tokenHash', '==', tokenHash).limit(1).get();
      return docs[0] ? decode(docs[0]) : null;
    },
  };
}

const pathOf = ({ collection, id }: EditedDocument): string => `${collection}/${id}`;

function decode(snapshot: FirebaseFirestore.DocumentSnapshot): StoredPreview | null {
  const data = snapshot.data();
  if (!data) return null;
  const dateOf = (value: unknown) => (value instanceof Timestamp ? value.toDate() : new Date(0));
  return {
    // Earlier versions created links only for posts, without storing the kind.
    collection: data.collection === 'pages' ? 'pages' : 'posts',
    id: snapshot.id,
    tokenHash: String(data.tokenHash),
    createdBy: String(data.createdBy),
    createdAt: dateOf(data.createdAt),
    expireAt: dateOf(data.expireAt),
  };
}
