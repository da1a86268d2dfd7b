import type { IncomingMessage } from 'node:http';
import { AppError } from '@inkwell/shared/errors';
import { IdempotencyKey } from '../common/idempotency-key.ts';

/** The value of the header `Idempotency-Key`, or null. @throws AppError `bad-request` */
export function idempotencyKey(req: IncomingMessage): string | null {
  const key = req.headers['idempotency-key'];
  if (key === undefined) return null;
  const { data, error } = IdempotencyKey.safeParse(key);
  if (error) throw new AppError('bad-request', 'Invalid Idempotency-Key');
  return data;
}
