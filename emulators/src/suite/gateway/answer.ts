import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { type Coding, type CompressedFiles, chooseCoding, createCompressor, isCompressible } from './compression';
import { returnedHeaders } from './forward';

/** Files beyond this are compressed as they pass instead of being kept. */
const LARGEST_KEPT = 8 * 1024 * 1024;

export interface AnswerOptions {
  /** Headers to add unless the answer has them. */
  defaults?: ReadonlyMap<string, string>;
  /** Keeps compressed bodies, for answers that are files and carry an ETag; such are also compared with the client's. */
  files?: CompressedFiles;
}

/** Sends a backend's answer to the client, compressed where that helps and the client can read it. */
export async function answer(
  req: IncomingMessage,
  res: ServerResponse,
  incoming: IncomingMessage,
  { defaults, files }: AnswerOptions,
): Promise<void> {
  const status = incoming.statusCode ?? 502;
  const headers = returnedHeaders(incoming.headers);
  for (const [name, value] of defaults ?? []) headers[name] ??= value;
  if (files && status === 200 && isKnown(req, text(headers.etag))) return sendNotModified(res, incoming, headers);

  const type = text(headers['content-type']);
  const mayCompress = isCompressible({
    status,
    type,
    coding: text(headers['content-encoding']),
    length: text(headers['content-length']),
    cacheControl: text(headers['cache-control']),
    range: text(headers['content-range']),
  });
  const coding = mayCompress ? chooseCoding(text(req.headers['accept-encoding'])) : undefined;
  if (mayCompress) addVary(headers);
  if (!coding || req.method === 'HEAD') {
    res.writeHead(status, incoming.statusMessage, headers);
    return stream(incoming, res);
  }

  markCompressed(headers, coding);
  const etag = text(incoming.headers.etag);
  if (files && etag && Number(incoming.headers['content-length'] ?? 0) <= LARGEST_KEPT) {
    const body = await compressedFile(req, incoming, { files, etag, coding });
    res.writeHead(status, incoming.statusMessage, { ...headers, 'content-length': body.length });
    res.end(body);
    return;
  }
  res.writeHead(status, incoming.statusMessage, headers);
  await stream(incoming, res, coding);
}

/** Whether the client names this tag as the one it has (RFC 9110 §13.1.2: compared without regard to weakness). */
function isKnown(req: IncomingMessage, etag: string | undefined): boolean {
  const tags = req.headers['if-none-match'];
  if (!tags || !etag) return false;
  const plain = etag.replace(/^W\//, '');
  return tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === plain);
}

function sendNotModified(res: ServerResponse, incoming: IncomingMessage, headers: OutgoingHttpHeaders): void {
  incoming.resume();
  const { 'content-length': _length, 'content-type': _type, ...kept } = headers;
  addVary(kept);
  res.writeHead(304, kept);
  res.end();
}

/** Streams the body; a client or backend that goes away ends the other side too. */
function stream(incoming: IncomingMessage, res: ServerResponse, coding?: Coding): Promise<void> {
  return new Promise((resolve) => {
    // Headers are out, so an error can only be shown by closing, which pipeline does.
    const done = () => resolve();
    if (coding) pipeline(incoming, createCompressor(coding), res, done);
    else pipeline(incoming, res, done);
  });
}

async function compressedFile(
  req: IncomingMessage,
  incoming: IncomingMessage,
  { files, etag, coding }: { files: CompressedFiles; etag: string; coding: Coding },
): Promise<Buffer> {
  const key = `${req.url} ${etag}`;
  if (files.has(key, coding)) incoming.resume();
  return files.get(key, coding, async () => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  });
}

function markCompressed(headers: OutgoingHttpHeaders, coding: Coding): void {
  headers['content-encoding'] = coding;
  delete headers['content-length'];
  delete headers['accept-ranges'];
  // The same tag for different bytes is only right for a weak one (RFC 9110 §8.8.1).
  const etag = text(headers.etag);
  if (etag && !etag.startsWith('W/')) headers.etag = `W/${etag}`;
}

function addVary(headers: OutgoingHttpHeaders): void {
  const vary = [headers.vary ?? []].flat().join(', ');
  if (!/accept-encoding|\*/i.test(vary)) headers.vary = vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding';
}

function text(value: number | string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value?.toString();
}
