import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { AppError } from '@inkwell/shared/errors';

/** 200,000 characters of content take up to 600 kB in common scripts; the rest is for escapes. */
const JSON_LIMIT_BYTES = 1024 * 1024;

/** Bodies that are too long are read up to this size, so that the client can read the answer. */
const DRAIN_LIMIT_BYTES = 32 * 1024 * 1024;

/** The longest wait for a whole body: at one byte per second, a body would occupy a connection for weeks. */
const ARRIVAL_MS = 60_000;

/** Answers 408 and closes the connection if the body has not arrived within 60 s. If the call was already answered, it only closes. */
export function limitArrival(req: IncomingMessage, res: ServerResponse): void {
  if (!hasBody(req) || req.complete) return;
  const timer = setTimeout(() => {
    if (req.complete || req.socket.destroyed) return;
    if (res.headersSent) return void req.socket.destroy();
    res.writeHead(408, { Connection: 'close', 'Cache-Control': 'no-store', 'Content-Length': 0 });
    res.end(() => req.socket.destroy());
  }, ARRIVAL_MS).unref();
  // Not on `close`, which is also emitted after an answer that did not wait for the body.
  req.once('end', () => clearTimeout(timer));
}

const bodies = new WeakMap<IncomingMessage, Promise<Buffer>>();

/** Whether the request announces a body. RFC 9112 §6. */
export const hasBody = (req: IncomingMessage): boolean =>
  req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;

/**
 * The body as sent. Reads the stream once, or returns what the functions runtime has read (`rawBody`).
 * @throws AppError `too-large` above `limitBytes`; `bad-request` if the client disconnects
 */
export function rawBodyOf(req: IncomingMessage & { rawBody?: unknown }, limitBytes: number): Promise<Buffer> {
  const known = bodies.get(req);
  if (known) return known.then((body) => within(body, limitBytes));
  if (Buffer.isBuffer(req.rawBody)) return Promise.resolve(req.rawBody).then((body) => within(body, limitBytes));

  const reading = hasBody(req) ? read(req, limitBytes) : Promise.resolve(Buffer.alloc(0));
  reading.catch(() => undefined);
  bodies.set(req, reading);
  return reading;
}

/** The body as a stream, for calls that do not need all of it in memory. */
export const bodyStreamOf = (req: IncomingMessage & { rawBody?: unknown }): Readable =>
  Buffer.isBuffer(req.rawBody) ? Readable.from([req.rawBody]) : req;

/** Discards the rest of a body, so that the client can read the answer. Disconnects clients that send too much. */
export function discardBody(req: IncomingMessage): void {
  let bytes = 0;
  req.on('error', () => undefined);
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > DRAIN_LIMIT_BYTES) req.destroy();
  });
  req.resume();
}

function within(body: Buffer, limitBytes: number): Buffer {
  if (body.length > limitBytes) throw new AppError('too-large');
  return body;
}

function read(req: IncomingMessage, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    req.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= limitBytes) chunks.push(chunk);
      else chunks.length = 0;
      if (bytes > DRAIN_LIMIT_BYTES) {
        req.pause();
        reject(new AppError('too-large'));
      }
    });
    req.once('end', () => (bytes > limitBytes ? reject(new AppError('too-large')) : resolve(Buffer.concat(chunks))));
    req.once('error', (cause) => reject(new AppError('bad-request', undefined, { cause })));
    req.once('close', () => {
      // Creating errors is slow, and most requests are complete here.
      if (!req.readableEnded) reject(new AppError('bad-request'));
    });
  });
}

const UTF8_NAMES = new Set(['utf-8', 'utf8', 'us-ascii']);

/**
 * Parses a JSON body. With `allowText`, its type may be plain text; with `allowForm`, it may be a form in either encoding, because mail programs
 * should send `multipart/form-data` (RFC 8058 §3.2). Returns `undefined` without a body.
 * @throws AppError `bad-request` if malformed; `unsupported-type` if neither JSON nor UTF-8; `too-large`
 */
export async function parsedBodyOf(
  req: IncomingMessage,
  {
    allowForm,
    allowText = false,
    limitBytes = JSON_LIMIT_BYTES,
  }: { allowForm: boolean; allowText?: boolean; limitBytes?: number },
): Promise<unknown> {
  if (!hasBody(req)) return undefined;
  const raw = await rawBodyOf(req, limitBytes);
  if (raw.length === 0) return undefined;

  const [type = '', ...parameters] = (req.headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters.map((part) => /^\s*charset="?([^"]+)"?\s*$/.exec(part)?.[1]).find(Boolean) ?? 'utf-8';
  const encoding = req.headers['content-encoding'] ?? 'identity';
  if (!UTF8_NAMES.has(charset) || encoding !== 'identity') throw new AppError('unsupported-type');

  const isJson = /^application\/(?:[\w.-]+\+)?json$/.test(type.trim()) || (allowText && type.trim() === 'text/plain');
  if (isJson) return parseJson(decode(raw));
  if (allowForm && type.trim() === 'application/x-www-form-urlencoded') {
    return Object.fromEntries(new URLSearchParams(decode(raw)));
  }
  if (allowForm && type.trim() === 'multipart/form-data') return parseMultipart(raw, req.headers['content-type'] ?? '');
  throw new AppError('unsupported-type', 'Send application/json');
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(raw: Buffer): string {
  try {
    return utf8.decode(raw);
  } catch (cause) {
    throw new AppError('bad-request', 'The body is not UTF-8', { cause });
  }
}

/** The fields of a multipart form, without its files. @param type the content type with the boundary between the parts */
async function parseMultipart(raw: Buffer, type: string): Promise<unknown> {
  try {
    const form = await new Response(new Uint8Array(raw), { headers: { 'content-type': type } }).formData();
    return Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'));
  } catch (cause) {
    throw new AppError('bad-request', 'Malformed form', { cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('bad-request', 'Malformed JSON', { cause });
  }
}
