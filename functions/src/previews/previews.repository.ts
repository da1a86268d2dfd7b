import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import { appendAudit } from '../audit/audit.repository.ts';
import { runTransaction } from '../firestore/transaction.ts';
import { isThere, postMask } from '../posts/posts.converter.ts';

/** The only preview link of a post. Only the people who received the address know it, because it is not stored. */
export interface StoredPreview {
  readonly postId: string;
  /** SHA-256 of the address's token, as hex. */
  readonly tokenHash: string;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expireAt: Date;
}

export interface PreviewRepository {
  /**
   * Stores a link in place of an earlier one. The same link is not stored again. @returns the stored link; null when the post does not exist. Reads 2
   * documents, writes 2.
   */
  replace(preview: StoredPreview): Promise<StoredPreview | null>;
  /** Deletes the link. Safe to repeat. Reads 1 document, writes 2 if there was a link. */
  remove(postId: string, by: { actorId: string; at: Date }): Promise<void>;
  /** The link of a post, even if it has expired. Reads 1 document. */
  find(postId: string): Promise<StoredPreview | null>;
  /** Reads 1 document. */
  findByHash(tokenHash: string): Promise<StoredPreview | null>;
}

const thereMask = postMask('trashedAt', 'deletedAt');

export function createPreviewRepository(db: Firestore): PreviewRepository {
  const previews = db.collection('previews');

  return {
    replace: ({ postId, ...preview }) =>
      runTransaction(db, async (transaction) => {
        const [post, earlier] = await transaction.getAll(db.doc(`posts/${postId}`), previews.doc(postId));
        if (!post || !isThere(thereMask.decode(post))) return null;
        const stored = earlier ? decode(earlier) : null;
        if (stored?.tokenHash === preview.tokenHash && stored.expireAt > preview.createdAt) return stored;
        const { createdBy: actorId, createdAt: at, expireAt } = preview;
        transaction.set(previews.doc(postId), { ...preview, schemaVersion: 1 });
        const entry = { actorId, action: 'post.preview', target: `posts/${postId}` } as const;
        appendAudit(db, transaction, { ...entry, before: null, after: { expireAt } }, at);
        return { postId, ...preview };
      }),

    remove: (postId, { actorId, at }) =>
      runTransaction(db, async (transaction) => {
        const snapshot = await transaction.get(previews.doc(postId));
        if (!snapshot.exists) return;
        transaction.delete(snapshot.ref);
        const entry = { actorId, action: 'post.preview-end', target: `posts/${postId}` } as const;
        appendAudit(db, transaction, { ...entry, before: { expireAt: snapshot.get('expireAt') }, after: null }, at);
      }),

    find: async (postId) => decode(await previews.doc(postId).get()),

    async findByHash(tokenHash) {
      const { docs } = await previews.where('tokenHash', '==', tokenHash).limit(1).get();
      return docs[0] ? decode(docs[0]) : null;
    },
  };
}

function decode(snapshot: FirebaseFirestore.DocumentSnapshot): StoredPreview | null {
  const data = snapshot.data();
  if (!data) return null;
  const dateOf = (value: unknown) => (value instanceof Timestamp ? value.toDate() : new Date(0));
  return {
    postId: snapshot.id,
    tokenHash: String(data.tokenHash),
    createdBy: String(data.createdBy),
    createdAt: dateOf(data.createdAt),
    expireAt: dateOf(data.expireAt),
  };
}
