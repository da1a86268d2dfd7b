import type { IncomingMessage } from 'node:http';
import { AppError } from '@inkwell/shared/errors';
import * as z from 'zod/mini';

/** 1 to 128 printable ASCII characters. */
export const IdempotencyKey = z.string().check(z.regex(/^[\x20-\x7e]{1,128}$/, 'Invalid Idempotency-Key'));

/** The value of the header `Idempotency-Key`, or null. @throws AppError `bad-request` */
export function idempotencyKey(req: IncomingMessage): string | null {
  const key = req.headers['idempotency-key'];
  if (key === undefined) return null;
  const { data, error } = IdempotencyKey.safeParse(key);
  if (error) throw new AppError('bad-request', 'Invalid Idempotency-Key');
  return data;
}
