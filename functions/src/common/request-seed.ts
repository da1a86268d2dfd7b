import { createHmac } from 'node:crypto';

/**
 * 32 bytes for a secret that a request makes. Repeating the request gives the same bytes, so a client that lost the answer can ask again. Nobody
 * can derive them without `secret`.
 * @param parts what identifies the request: its kind, its caller, its `Idempotency-Key`
 */
export const requestSeed = (secret: string, ...parts: readonly unknown[]): Buffer =>
  createHmac('sha256', secret).update(JSON.stringify(parts)).digest();
