import type { Server } from 'node:http';
import { hasBody, MULTIPART_LIMIT_BYTES, rawBodyOf } from './body.ts';

/**
 * Reads bodies before the functions runtime does. The runtime parses JSON itself, answers malformed JSON with a page of its
 * own and buffers up to a gigabyte; a body that was read already it passes on. Without this (in the Functions emulator)
 * only those two answers differ.
 */
export function readBodiesFirst(server: Server): void {
  const [runtime, ...others] = server.listeners('request');
  if (!runtime || others.length > 0)
    throw new Error('the functions runtime no longer has exactly one request listener');
  server.removeAllListeners('request');
  server.on('request', (req, res) => {
    const pass = () => void runtime.call(server, req, res);
    if (!hasBody(req)) return pass();
    // A refusal is kept with the request: the app answers it after it has looked at who is asking.
    rawBodyOf(req, MULTIPART_LIMIT_BYTES).then(pass, () => (req.destroyed && !req.complete ? undefined : pass()));
  });
}
