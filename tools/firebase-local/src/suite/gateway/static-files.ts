import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { CompressedFiles, negotiateCoding } from './compression.ts';
import { returnedHeaders } from './forward.ts';

/** A file and its headers, as answered by the app's server. */
interface StaticFile {
  headers: OutgoingHttpHeaders;
  etag: string;
  body: Buffer;
}

/** Larger files are streamed and not cached. */
const LARGEST_KEPT = 8 * 1024 * 1024;
const CACHE_BYTES = 64 * 1024 * 1024;

/**
 * Serves the app's files like a CDN: each is compressed once, an `immutable` file is fetched only once, and a client that already has a file gets a
 * 304 (the Hosting emulator never answers 304).
 */
export class StaticFiles {
  readonly #compressed = new CompressedFiles();
  readonly #kept = new Map<string, StaticFile>();
  #bytes = 0;

  /**
   * Answers from memory if possible.
   * @returns whether it answered
   */
  async answerKept(req: IncomingMessage, res: ServerResponse): Promise<boolean> {
    const file = isPlainRead(req) ? this.#kept.get(req.url ?? '') : undefined;
    if (file) await this.#send(req, res, file);
    return file !== undefined;
  }

  /**
   * Answers with a file that can be cached.
   * @returns whether it answered; if not, the caller streams the answer
   */
  async answer(req: IncomingMessage, res: ServerResponse, incoming: IncomingMessage): Promise<boolean> {
    const etag = quoted(incoming.headers.etag);
    const length = Number(incoming.headers['content-length'] ?? Number.NaN);
    const isWhole = incoming.statusCode === 200 && req.method === 'GET' && isPlainRead(req);
    if (!isWhole || !etag || !(length <= LARGEST_KEPT)) return false;
    const headers = { ...returnedHeaders(incoming.headers), etag };
    const file = { headers, etag, body: await buffer(incoming) };
    if (incoming.headers['cache-control']?.includes('immutable')) this.#keep(req.url ?? '', file);
    await this.#send(req, res, file);
    return true;
  }

  async #send(req: IncomingMessage, res: ServerResponse, { headers, etag, body }: StaticFile): Promise<void> {
    const sent = { ...headers };
    const coding = negotiateCoding(req, 200, sent);
    if (isKnown(req, etag)) {
      const { 'content-length': _length, 'content-type': _type, 'content-encoding': _coding, ...kept } = sent;
      res.writeHead(304, kept).end();
      return;
    }
    const bytes = coding ? await this.#compressed.get(`${req.url} ${etag}`, coding, body) : body;
    res.writeHead(200, { ...sent, 'content-length': bytes.length });
    res.end(req.method === 'HEAD' ? undefined : bytes);
  }

  #keep(url: string, file: StaticFile): void {
    if (this.#kept.has(url)) return;
    this.#kept.set(url, file);
    this.#bytes += file.body.length;
    for (const [oldest, { body }] of this.#kept) {
      if (this.#bytes <= CACHE_BYTES) return;
      this.#kept.delete(oldest);
      this.#bytes -= body.length;
    }
  }
}

/** Whether the request is for the whole file. */
function isPlainRead(req: IncomingMessage): boolean {
  return (req.method === 'GET' || req.method === 'HEAD') && req.headers.range === undefined;
}

/** The Hosting emulator omits the quotes of a tag (RFC 9110 §8.8.3). */
function quoted(etag: string | undefined): string | undefined {
  return etag && !etag.includes('"') ? `"${etag}"` : etag;
}

/** Whether the client already has the file with this tag (RFC 9110 §13.1.2: weak comparison). */
function isKnown(req: IncomingMessage, etag: string): boolean {
  const plain = etag.replace(/^W\//, '');
  const tags = req.headers['if-none-match'] ?? '';
  return tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === plain);
}
