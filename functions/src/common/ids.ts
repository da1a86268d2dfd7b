import { createHash, randomBytes } from 'node:crypto';

/**
 * Document id for what a caller creates under a key: the same for each retry, different for other callers and other kinds
 * of things, and not to be guessed.
 */
export const idFromKey = (kind: string, userId: string, key: string): string =>
  documentId(
    createHash('sha256')
      .update(JSON.stringify([kind, userId, key]))
      .digest(),
  );

/** Document id for what a caller creates, with or without a key. */
export const newId = (kind: string, userId: string, key: string | null): string =>
  key === null ? documentId(randomBytes(18)) : idFromKey(kind, userId, key);

/** Never like `__name__`, which Firestore keeps to itself. */
const documentId = (bytes: Buffer): string => bytes.toString('base64url').slice(0, 24).replace(/^_/, 'x');
