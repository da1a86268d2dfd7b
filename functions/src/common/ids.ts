import { createHash, randomBytes } from 'node:crypto';
import { DocumentId } from '@inkwell/shared/fields';

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

/** How many records a call names at most. */
export const MAX_IDS = 50;

/** The valid ids of a list with commas; further ones are ignored. */
export const idsIn = (text: string): string[] =>
  text
    .split(',')
    .filter((id) => DocumentId.safeParse(id).success)
    .slice(0, MAX_IDS);
