import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { LOOPBACK } from '../ports.ts';
import { type Backend, forwardedHeaders } from './forward.ts';

const CONNECT_TIMEOUT_MS = 5000;

/**
 * Forwards an upgrade request (a WebSocket handshake), then bytes in both directions. When one side closes, the other side is closed, too. The
 * gateway replaces the client's forwarding headers with its own.
 */
export function tunnel(req: IncomingMessage, client: Duplex, head: Buffer, backend: Backend): void {
  const upstream = connect({ host: LOOPBACK, port: backend.port, noDelay: true });
  upstream.setTimeout(CONNECT_TIMEOUT_MS, () => upstream.destroy(new Error('connecting took too long')));
  let isOpen = false;

  upstream.once('connect', () => {
    isOpen = true;
    upstream.setTimeout(0);
    upstream.setKeepAlive(true, 30_000);
    upstream.write(handshake(req));
    if (head.length > 0) upstream.write(head);
    upstream.pipe(client);
    client.pipe(upstream);
  });
  upstream.on('error', () => {
    if (isOpen) client.destroy();
    else refuseUpgrade(client, '502 Bad Gateway', `${backend.name} is not running.`);
  });
  upstream.once('close', () => client.end());
  client.on('error', () => upstream.destroy());
  client.once('close', () => upstream.destroy());
}

/** Refuses an upgrade request in plain text and closes the connection. */
export function refuseUpgrade(socket: Duplex, status: string, text: string): void {
  socket.on('error', () => undefined); // The client may already have closed the connection.
  const body = `${text}\n`;
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function handshake(req: IncomingMessage): string {
  const headers = { ...forwardedHeaders(req), connection: 'Upgrade', upgrade: req.headers.upgrade ?? 'websocket' };
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}: ${String(one)}\r\n`),
  );
  return `${req.method} ${req.url} HTTP/1.1\r\n${lines.join('')}\r\n`;
}
