import * as z from 'zod/mini';

/** What makes a repeated change one change: 1 to 128 printable ASCII characters. */
export const IdempotencyKey = z.string().check(z.regex(/^[\x20-\x7e]{1,128}$/, 'Invalid Idempotency-Key'));
