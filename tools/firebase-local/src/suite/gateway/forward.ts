import { Agent, type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { LOOPBACK } from '../ports.ts';

/** A server behind the gateway. */
export interface Backend {
  readonly name: string;
  readonly port: number;
}

/** Headers that apply to a single connection (RFC 9110 §7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Headers about the client's address. They are replaced, because clients can forge them. */
const CLIENT_CLAIMS =
  /^(forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip|fastly-client-ip|x-appengine-.*)$/;

/** Connections to backends are reused. A backend may close an idle connection at any time: see `isStale`. */
const agent = new Agent({ keepAlive: true, maxSockets: 512, maxFreeSockets: 128, scheduling: 'lifo' });

/** The headers to forward, with one trusted hop: the address of the connection. */
export function forwardedHeaders(req: IncomingMessage): OutgoingHttpHeaders {
  const named = connectionHeaders(req.headers);
  const headers: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(req.headers)) {
    if (HOP_BY_HOP.has(name) || named.has(name) || CLIENT_CLAIMS.test(name)) continue;
    headers[name] = value;
  }
  headers['x-forwarded-for'] = clientAddress(req);
  headers['x-forwarded-proto'] = 'http';
  if (req.headers.host) headers['x-forwarded-host'] = req.headers.host;
  return headers;
}

/** The answer's headers, without those that apply to the backend's connection. */
export function returnedHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const named = connectionHeaders(headers);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name) && !named.has(name)));
}

function connectionHeaders(headers: IncomingHttpHeaders): Set<string> {
  return new Set((headers.connection ?? '').toLowerCase().split(/\s*,\s*/));
}

function clientAddress(req: IncomingMessage): string {
  return (req.socket.remoteAddress ?? LOOPBACK).replace(/^::ffff:/, '');
}

export interface SendOptions {
  /** Headers that replace the request's own. */
  headers?: OutgoingHttpHeaders;
  /** How long to wait for the answer's headers. */
  timeoutMs?: number;
  signal: AbortSignal;
}

/**
 * Forwards the request and settles with the answer once its headers have arrived. Bodies are streamed in both
 * directions.
 * @throws the error of the connection, or an `AbortError`
 */
export function send(req: IncomingMessage, backend: Backend, options: SendOptions): Promise<IncomingMessage> {
  const hasBody = req.headers['content-length'] !== undefined || req.headers['transfer-encoding'] !== undefined;
  const attempt = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const outgoing = request({
        agent,
        host: LOOPBACK,
        port: backend.port,
        method: req.method,
        path: req.url,
        headers: options.headers ?? forwardedHeaders(req),
        signal: options.signal,
      });
      outgoing.setNoDelay(true);
      const timer =
        options.timeoutMs && setTimeout(() => outgoing.destroy(new BackendTimeout(backend)), options.timeoutMs);
      outgoing.once('response', (answer) => {
        clearTimeout(timer || undefined);
        resolve(answer);
      });
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        clearTimeout(timer || undefined);
        reject(isStale(error, outgoing.reusedSocket) && !hasBody ? new StaleConnection() : error);
      });
      if (hasBody) {
        req.pipe(outgoing);
        req.once('error', (error) => outgoing.destroy(error));
      } else {
        outgoing.end();
      }
    });
  return attempt().catch((error: unknown) => {
    if (error instanceof StaleConnection) return attempt();
    throw error;
  });
}

export class BackendTimeout extends Error {
  override readonly name = 'BackendTimeout';
  constructor(backend: Backend) {
    super(`${backend.name} took too long`);
  }
}

class StaleConnection extends Error {}

/** Whether the backend closed a reused connection before it received the request, which can then be sent again. */
function isStale(error: NodeJS.ErrnoException, reused: boolean): boolean {
  return reused && error.code === 'ECONNRESET';
}

/** Closes idle connections to backends. */
export function closeConnections(): void {
  agent.destroy();
}
