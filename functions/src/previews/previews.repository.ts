import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import { appendAudit } from '../audit/audit.repository.ts';
import { runTransaction } from '../firestore/transaction.ts';

/** The one preview link of a post. Its address is not stored: it is known only to people who were given it. */
export interface StoredPreview {
  readonly postId: string;
  /** SHA-256 of the token in the address, as hex. */
  readonly tokenHash: string;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expireAt: Date;
}

export interface PreviewRepository {
  /** Stores a link in place of an earlier one. False when the post does not exist. Reads 1 document, writes 2. */
  replace(preview: StoredPreview): Promise<boolean>;
  /** Deletes the link. Safe to repeat. Reads 1 document, writes 2 if there was a link. */
  remove(postId: string, by: { actorId: string; at: Date }): Promise<void>;
  /** The link of a post, an expired one included. Reads 1 document. */
  find(postId: string): Promise<StoredPreview | null>;
  /** Reads 1 document. */
  findByHash(tokenHash: string): Promise<StoredPreview | null>;
}

export function createPreviewRepository(db: Firestore): PreviewRepository {
  const previews = db.collection('previews');

  return {
    replace: ({ postId, ...preview }) =>
      runTransaction(db, async (transaction) => {
        const post = await transaction.get(db.doc(`posts/${postId}`));
        if (!post.exists || post.get('deletedAt')) return false;
        const { createdBy: actorId, createdAt: at, expireAt } = preview;
        transaction.set(previews.doc(postId), { ...preview, schemaVersion: 1 });
        const entry = { actorId, action: 'post.preview', target: `posts/${postId}` } as const;
        appendAudit(db, transaction, { ...entry, before: null, after: { expireAt } }, at);
        return true;
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
