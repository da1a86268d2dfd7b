import type { IncomingMessage } from 'node:http';
import { AppError } from '@inkwell/shared/errors';

/** The value of `Idempotency-Key`, 1 to 128 printable ASCII characters, or null. @throws AppError `bad-request` */
export function idempotencyKey(req: IncomingMessage): string | null {
  const key = req.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,128}$/.test(key)) {
    throw new AppError('bad-request', 'Invalid Idempotency-Key');
  }
  return key;
}
