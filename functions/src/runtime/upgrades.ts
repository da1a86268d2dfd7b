import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { onHttpServer } from './http-server.ts';

export interface UpgradeTaker {
  /** Handles an `upgrade` event of an HTTP server. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Called at SIGTERM; synchronous. */
  shutdown(): void;
}

/**
 * Hands the upgrades of this process's HTTP server to `taker`, from the moment the server exists: the first request of a cold instance may be
 * one, and it reaches the server without passing through the function's handler.
 */
export function takeUpgrades(taker: UpgradeTaker): void {
  // Registered before the runtime's own handler, which ends the process.
  process.once('SIGTERM', () => taker.shutdown());
  onHttpServer((server) => {
    server.on('upgrade', (request, socket, head) => {
      socket.on('error', () => socket.destroy());
      taker.upgrade(request, socket, head);
    });
  });
}
