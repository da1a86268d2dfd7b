import { createHash, randomBytes } from 'node:crypto';

/** A document id for an idempotency key: the same for each retry, different for other callers and kinds, and not guessable. */
export const idFromKey = (kind: string, userId: string, key: string): string =>
  documentId(
    createHash('sha256')
      .update(JSON.stringify([kind, userId, key]))
      .digest(),
  );

export const newId = (kind: string, userId: string, key: string | null): string =>
  key === null ? documentId(randomBytes(18)) : idFromKey(kind, userId, key);

/** Avoids ids like `__name__`, which Firestore reserves. */
const documentId = (bytes: Buffer): string => bytes.toString('base64url').slice(0, 24).replace(/^_/, 'x');
