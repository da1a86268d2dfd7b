import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Longer than the 600 s for which Google's front keeps idle connections: whoever closes first must not be us. */
const KEEP_ALIVE_MS = 620_000;

type Handler = (req: IncomingMessage, res: ServerResponse) => unknown;

/**
 * Lets `handler` answer the requests of the runtime's server itself, ahead of the runtime's own stack. That stack parses JSON and
 * answers malformed JSON with a page of its own, buffers bodies of up to a gigabyte, and runs each request in a `node:domain`,
 * whose hooks on every promise cost a third of a list's time. Starting and listening stay with the runtime.
 * Where this is not called (in the Functions emulator) requests reach the function the usual way.
 */
export function answerBeforeRuntime(server: Server, handler: Handler): void {
  if (server.listenerCount('request') === 0)
    throw new Error('the functions runtime no longer answers by a request listener');
  server.removeAllListeners('request');
  server.on('request', handler);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
}
