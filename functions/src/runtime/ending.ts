import type { Server } from 'node:http';
import { nothingUnderWay } from '../common/under-way.ts';

/** Cloud Run kills an instance 10 s after it was told to end. */
const GRACE_MS = 9_000;
const LOOK_EVERY_MS = 20;

/**
 * Lets an instance that is told to end answer what it is being asked first, and finish what is under way, for up to 9 s. The runtime would
 * end at once, in the middle of answers and with acknowledged visits in memory. Called while the server opens its port: the runtime's own
 * handlers come with that.
 */
export function endWhenAnswered(server: Server): void {
  server.once('listening', () => setImmediate(() => replaceHandlers(server)));
}

function replaceHandlers(server: Server): void {
  const end = () => {
    setTimeout(() => process.exit(0), GRACE_MS).unref();
    // Connections that were being answered stay open for a next request.
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
