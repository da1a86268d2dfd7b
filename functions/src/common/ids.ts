import { createHash, randomBytes } from 'node:crypto';
import { DocumentId } from '@inkwell/shared/fields';

/** A document id for an idempotency key: the same for each retry, different for other callers and kinds, and impossible to guess. */
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

/** The maximum number of records per call. */
export const MAX_IDS = 50;

/** The valid ids in a comma-separated list; ids above the limit are ignored. */
export const idsIn = (text: string): string[] =>
  text
    .split(',')
    .filter((id) => DocumentId.safeParse(id).success)
    .slice(0, MAX_IDS);
