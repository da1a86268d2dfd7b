import * as z from 'zod/mini';

/** Names a change, so that a repeat makes it once: 1 to 128 printable ASCII characters. */
export const IdempotencyKey = z.string().check(z.regex(/^[\x20-\x7e]{1,128}$/, 'Invalid Idempotency-Key'));
