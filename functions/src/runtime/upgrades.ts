import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { onHttpServer } from './http-server.ts';

/** Whoever answers upgrades of HTTP connections. */
export interface UpgradeTaker {
  /** Takes one, as the `upgrade` event of an HTTP server hands it over. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Synchronous: called when the process is told to end. */
  shutdown(): void;
}

/**
 * Hands the upgrades of this process's HTTP server to what `start` makes. They are taken from the moment the server exists: the
 * first request of a cold instance may be one, and it reaches the server without passing through the function's handler. The
 * socket waits while the taker is being made, and is closed when that fails.
 * @returns the taker; null until it is made
 */
export function takeUpgrades<Taker extends UpgradeTaker>(
  start: () => Promise<Taker>,
  onFailure: (error: unknown) => void,
): () => Taker | null {
  let taker: Taker | null = null;
  const starting = start();
  starting.then((made) => {
    taker = made;
  }, onFailure);
  // Registered before the runtime's own handler, which ends the process.
  process.once('SIGTERM', () => taker?.shutdown());
  onHttpServer((server) => {
    server.on('upgrade', (request, socket, head) => {
      socket.on('error', () => socket.destroy());
      starting.then(
        (made) => made.upgrade(request, socket, head),
        () => socket.destroy(),
      );
    });
  });
  return () => taker;
}
