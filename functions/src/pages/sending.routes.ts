import { AppError } from '@inkwell/shared/errors';
import { ROOT_ATTRIBUTES } from '@inkwell/shared/page-renderer';
import type { Request, Response } from 'express';
import { within } from '../common/deadline.ts';
import type { ResponseCache } from '../common/response-cache.ts';
import { clientAddress } from '../http/address.ts';
import type { ReadQuota } from '../http/read-quota.ts';
import { etagOf, isKnown } from '../http/reply.ts';
import { withQuery } from './current-address.ts';
import type { MovedPage } from './served/served-page.ts';

export interface SenderDependencies {
  readonly cache: ResponseCache<MadePage>;
  readonly readQuota: ReadQuota;
  /** The number of our own proxies. */
  readonly trustedHops: number;
  /** Whether everybody may bypass the cache, for benchmarks and tests; never in production. */
  readonly isBypassOpen: boolean;
}

/** The part of an answer that does not depend on the request. */
export interface MadePage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Null if the answer must not be stored. */
  readonly etag: string | null;
  readonly body: Buffer;
  /** For a redirect: whether each request adds its own query. */
  readonly passesQuery?: boolean;
}

export interface Source {
  /** The key in the response cache, shared by addresses with the same answer. */
  readonly key: string;
  /** The maximum number of documents read. */
  readonly documents: number;
}

interface Sending {
  readonly deadlineMs?: number;
  readonly make: (waiters: Waiters) => Promise<MadePage>;
  readonly instead?: (error: unknown, waiters: Waiters) => Promise<MadePage>;
}

/** The requests that wait for an answer in progress. */
export interface Waiters {
  count: number;
  /** Whether the log already says that it is late or has failed. */
  isReported: boolean;
}

export const nobody = (): Waiters => ({ count: 0, isReported: false });

export type Handler = (req: Request, res: Response) => Promise<void>;

export const NOT_STORED = 'no-store';
/** For previews, feeds and sitemaps, which cannot fall back to the plain app. */
export const FILE_DEADLINE_MS = 8_000;

export function createSender({ cache, readQuota, trustedHops, isBypassOpen }: SenderDependencies) {
  const waitersOf = new WeakMap<Promise<MadePage>, Waiters>();

  /** Takes documents from the caller's read quota. @throws AppError `too-many` */
  function take(req: Request, documents: number): void {
    const retryAfterSeconds = readQuota.take(clientAddress(req, trustedHops), documents);
    if (retryAfterSeconds > 0) throw new AppError('too-many', undefined, { retryAfterSeconds });
  }

  const giveBack = (req: Request, documents: number): void =>
    readQuota.giveBack(clientAddress(req, trustedHops), documents);

  /** Waits for an answer, which other requests may share; null once the request is given up. */
  async function awaited(res: Response, deadlineMs: number, waiters: Waiters, answer: () => Promise<MadePage>) {
    const givenUp = new Promise<null>((resolve) => res.once('close', () => resolve(null)));
    waiters.count += 1;
    try {
      return await within(deadlineMs, Promise.race([answer(), givenUp]));
    } finally {
      waiters.count -= 1;
    }
  }

  /**
   * Sends the cached answer, or makes one, which takes from the read quota. A late answer is still made for later requests, if a request waits for it
   * when rendering begins.
   * @param instead the answer for a request whose own is late or failed
   */
  const send = async (
    req: Request,
    res: Response,
    source: Source,
    { deadlineMs = FILE_DEADLINE_MS, make, instead }: Sending,
  ) => {
    const isBypass = isBypassOpen && req.headers['cache-control'] === 'no-cache';
    const known = isBypass ? null : cache.find(source.key);
    if (known && !(known instanceof Promise)) return reply(req, res, known);
    if (!known && source.documents > 0) take(req, source.documents);
    const waiters = (known && waitersOf.get(known)) ?? nobody();
    const answer = (): Promise<MadePage> => {
      const begun = known ?? (isBypass ? make(waiters) : cache.make(source.key, null, () => make(waiters)));
      waitersOf.set(begun, waiters);
      return begun;
    };
    const page = await awaited(res, deadlineMs, waiters, answer).catch((error: unknown) => {
      if (!instead) throw error;
      return instead(error, waiters);
    });
    if (page) reply(req, res, page);
  };

  return { take, giveBack, awaited, send };
}
export type Sender = ReturnType<typeof createSender>;

/** What identifies a page's content, without its time of creation, which readers would not miss. */
const withoutTime = (content: string | Buffer): string | Buffer =>
  typeof content === 'string' ? content.replace(MADE_AT, '') : content;

const MADE_AT = new RegExp(`${ROOT_ATTRIBUTES.madeAt}="[^"]*"`);

export function made(
  content: string | Buffer,
  { status, type, cacheControl }: { status: number; type: string; cacheControl: string },
): MadePage {
  const body = Buffer.from(content);
  const isText = typeof content === 'string';
  const headers = { 'Cache-Control': cacheControl, 'Content-Type': isText ? `${type}; charset=utf-8` : type };
  return {
    status,
    headers,
    etag: status === 200 && cacheControl !== NOT_STORED ? etagOf(withoutTime(content)) : null,
    body,
  };
}

export const moved = ({ to, status, passesQuery = false }: Omit<MovedPage, 'kind'>): MadePage => {
  const headers = { 'Cache-Control': NOT_STORED, 'Content-Type': 'text/plain; charset=utf-8', Location: to };
  const words = status === 301 ? 'Moved Permanently' : 'Found';
  return { status, headers, etag: null, body: Buffer.from(`${words}. Redirecting to ${to}`), passesQuery };
};

export const queryOf = ({ url }: Pick<Request, 'url'>): string => url.split('?').slice(1).join('?');

export function reply(req: Request, res: Response, { status, headers, etag, body, passesQuery }: MadePage): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  if (passesQuery && headers.Location) res.setHeader('Location', withQuery(headers.Location, queryOf(req)));
  if (etag !== null) {
    res.setHeader('ETag', etag);
    if (isKnown(req.headers['if-none-match'], etag)) {
      res.removeHeader('Content-Type');
      res.status(304).end();
      return;
    }
  }
  res.status(status).end(body);
}

/** "Not found", redirects and pages without content are made for each request. */
export const isCacheable = ({ headers }: MadePage): boolean => headers['Cache-Control'] !== NOT_STORED;
