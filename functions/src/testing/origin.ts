import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

/** Starts a server on a free port and returns its address, without a final slash. */
export async function originOf(server: Server): Promise<string> {
  // An idle connection must not be closed at the moment when it is used again.
  server.keepAliveTimeout = 60_000;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Runs a server during the tests of a file or block. Read its address only in tests. */
export function serveTests(listener: RequestListener): { readonly origin: string } {
  const server = createServer(listener);
  const served = { origin: '' };
  beforeAll(async () => {
    served.origin = await originOf(server);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return served;
}
