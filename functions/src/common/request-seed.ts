import { createHmac } from 'node:crypto';

/**
 * 32 bytes that are the same for each repeat of a request, for tokens that are answered once. Only those who know `secret` can derive them.
 * @param parts what identifies the request: its kind, its caller, its `Idempotency-Key`
 */
export const requestSeed = (secret: string, ...parts: readonly unknown[]): Buffer =>
  createHmac('sha256', secret).update(JSON.stringify(parts)).digest();
