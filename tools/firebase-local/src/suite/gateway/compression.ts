import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import {
  type BrotliCompress,
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  type Gzip,
  gzip,
} from 'node:zlib';

export type Coding = 'br' | 'gzip';

const COMPRESSIBLE =
  /^(text\/|application\/(json|javascript|xml|manifest\+json|problem\+json|atom\+xml|rss\+xml|ld\+json|wasm)|image\/svg\+xml)/;
/** A smaller answer fits into one network packet without compression. */
const SMALLEST = 860;

/** Chooses the coding of an answer from Accept-Encoding (RFC 9110 §12.5.3); undefined for none. */
export function chooseCoding(acceptEncoding: string | undefined): Coding | undefined {
  if (!acceptEncoding) return undefined;
  const weights = new Map<string, number>();
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    weights.set(name, q === undefined ? 1 : Number(q) || 0);
  }
  const weight = (name: Coding) => weights.get(name) ?? weights.get('*') ?? 0;
  const best = weight('br') >= weight('gzip') ? 'br' : 'gzip';
  return weight(best) > 0 ? best : undefined;
}

/**
 * Chooses the coding of an answer and changes its headers accordingly.
 * @param isRead whether the answer has a body
 */
export function negotiateCoding(
  { headers: { 'accept-encoding': accepted } }: IncomingMessage,
  status: number,
  headers: OutgoingHttpHeaders,
  isRead = true,
): Coding | undefined {
  if (!isCompressible(status, headers)) return undefined;
  addVary(headers);
  const coding = isRead ? chooseCoding(headerText(accepted)) : undefined;
  if (coding) markCompressed(headers, coding);
  return coding;
}

/** Whether compression makes an answer smaller and is allowed (never with `no-transform`, or for a part of a file). */
function isCompressible(status: number, headers: OutgoingHttpHeaders): boolean {
  const [type, coding, length] = ['type', 'encoding', 'length'].map((name) => headerText(headers[`content-${name}`]));
  if (status < 200 || status === 204 || status === 206 || status === 304 || headers['content-range']) return false;
  if (coding && coding !== 'identity') return false;
  if (headerText(headers['cache-control'])?.includes('no-transform')) return false;
  if (length !== undefined && Number(length) < SMALLEST) return false;
  return type !== undefined && COMPRESSIBLE.test(type) && !type.startsWith('text/event-stream');
}

/** Adapts an answer's headers to the compressed form. */
function markCompressed(headers: OutgoingHttpHeaders, coding: Coding): void {
  headers['content-encoding'] = coding;
  delete headers['content-length'];
  delete headers['accept-ranges'];
  // Only a weak tag may be shared by different bytes (RFC 9110 §8.8.1).
  const etag = headerText(headers.etag);
  if (etag && !etag.startsWith('W/')) headers.etag = `W/${etag}`;
}

/** Adds Accept-Encoding to `Vary`. */
function addVary(headers: OutgoingHttpHeaders): void {
  const vary = headerText(headers.vary) ?? '';
  if (!/accept-encoding|\*/i.test(vary)) headers.vary = vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding';
}

/** A header's value as one string. */
function headerText(value: number | string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value?.toString();
}

/** A compressor for dynamic answers, at levels that take about as long as sending the bytes. */
export function createCompressor(coding: Coding): Gzip | BrotliCompress {
  if (coding === 'gzip') return createGzip({ level: 5 });
  return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
}

const CACHE_BYTES = 64 * 1024 * 1024;

/**
 * Caches compressed files in memory, so that each is compressed only once and at a high level, like on a CDN. The key is the ETag, so a changed file
 * is a new entry. The least recently used entries are dropped first.
 */
export class CompressedFiles {
  readonly #entries = new Map<string, Promise<Buffer>>();
  #bytes = 0;

  get(key: string, coding: Coding, body: Buffer): Promise<Buffer> {
    const id = `${coding} ${key}`;
    const entry = this.#entries.get(id) ?? compress(body, coding);
    if (!this.#entries.has(id))
      void entry.then(
        ({ length }) => this.#grow(length),
        () => this.#entries.delete(id),
      );
    this.#entries.delete(id);
    this.#entries.set(id, entry);
    return entry;
  }

  #grow(bytes: number): void {
    this.#bytes += bytes;
    for (const [id, entry] of this.#entries) {
      if (this.#bytes <= CACHE_BYTES) return;
      this.#entries.delete(id);
      void entry.then((body) => {
        this.#bytes -= body.length;
      });
    }
  }
}

function compress(body: Buffer, coding: Coding): Promise<Buffer> {
  if (coding === 'gzip') return promisify<Buffer, object, Buffer>(gzip)(body, { level: 9 });
  // Quality 11 takes a second for the largest scripts and saves only two per cent more than 9.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  return promisify<Buffer, object, Buffer>(brotliCompress)(body, { params });
}
