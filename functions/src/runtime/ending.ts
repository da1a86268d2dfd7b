import type { Server } from 'node:http';
import { nothingUnderWay } from '../common/under-way.ts';

/** Cloud Run kills an instance 10 s after SIGTERM. */
const GRACE_MS = 9_000;
const LOOK_EVERY_MS = 20;

/**
 * Lets an instance that shuts down answer open requests and finish pending work, for up to 9 s. The runtime would exit immediately, with unsent
 * answers and acknowledged visits in memory. Call it while the server opens its port, when the runtime adds its own handlers.
 */
export function endWhenAnswered(server: Server): void {
  server.once('listening', () => setImmediate(() => replaceHandlers(server)));
}

function replaceHandlers(server: Server): void {
  const end = () => {
    setTimeout(() => process.exit(0), GRACE_MS).unref();
    // Connections that were busy stay open for another request.
    const closing = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS);
    server.close(async () => {
      clearInterval(closing);
      await nothingUnderWay();
      process.exit(0);
    });
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.removeAllListeners(signal);
    process.once(signal, end);
  }
}
