import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { AppError } from '@inkwell/shared/errors';

/**
 * The value of `Idempotency-Key`: 1 to 128 printable ASCII characters; null when absent.
 * @throws AppError `bad-request`
 */
export function idempotencyKey(req: IncomingMessage): string | null {
  const key = req.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,128}$/.test(key)) {
    throw new AppError('bad-request', 'Invalid Idempotency-Key');
  }
  return key;
}

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
