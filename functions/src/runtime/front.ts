import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Longer than the 600 s of Google's front end, which must close idle connections first. */
const KEEP_ALIVE_MS = 620_000;

type Handler = (req: IncomingMessage, res: ServerResponse) => unknown;

/**
 * Handles requests of the runtime's server before the runtime's own middleware. That middleware parses JSON, answers malformed JSON with its own
 * page, buffers bodies of up to a gigabyte, and uses a `node:domain` for each request, whose promise hooks take a third of a list's time. The
 * runtime still starts the server. The Functions emulator, where this is not called, invokes the function as usual.
 */
export function answerBeforeRuntime(server: Server, handler: Handler): void {
  if (server.listenerCount('request') === 0)
    throw new Error('the functions runtime no longer answers by a request listener');
  server.removeAllListeners('request');
  server.on('request', handler);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
}
