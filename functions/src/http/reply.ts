import { hash } from 'node:crypto';
import { type EndpointDefinition, successStatus } from '@inkwell/shared/endpoint';
import type { Request, Response } from 'express';
import { encodeCursor, type PageOfMany } from '../common/paging.ts';

/** One answer for all visitors, kept by the CDN for 30 s and renewed behind the scenes for 30 more. */
export const SHARED_CACHE = 'public, max-age=0, s-maxage=30, stale-while-revalidate=30';
/** The same for all visitors, but asked for each time. */
const ASKED_FOR = 'public, no-cache';
/** A signed-in caller's browser may keep it, but asks each time. */
const REVALIDATED = 'private, no-cache';

/** The answer of a call, but for what depends on the request: it can be kept and sent again. */
export interface Rendered {
  /** JSON; empty where the call answers none. */
  readonly body: Buffer;
  /** Null where the answer is not stored by anybody. */
  readonly etag: string | null;
  readonly location: string | null;
  /** Of a page of a list. */
  readonly page: { readonly total: number | null; readonly nextCursor: string | null } | null;
}

/** Makes the answer that the contract declares for what a handler answered. */
export function render(definition: EndpointDefinition, result: unknown): Rendered {
  const nothing = { body: Buffer.alloc(0), etag: null, location: null, page: null };
  if (definition.status === 302) return { ...nothing, location: String(result) };
  if (!definition.response) return nothing;

  const page = definition.paged ? (result as PageOfMany<unknown>) : null;
  const body = Buffer.from(JSON.stringify(page ? page.items : result));
  return {
    body,
    etag: definition.cacheable ? etagOf(body) : null,
    location: null,
    page: page && { total: page.total, nextCursor: page.next && encodeCursor(page.next) },
  };
}

/** Answers a call that succeeded: status, caching, paging and body as the contract declares them. */
export function answer(
  req: Request,
  res: Response,
  definition: EndpointDefinition,
  { body, etag, location, page }: Rendered,
  isSignedIn: boolean,
): void {
  res.status(successStatus(definition));
  if (location !== null) res.setHeader('Location', location);
  if (!definition.response) {
    res.setHeader('Cache-Control', 'no-store');
    res.end();
    return;
  }

  if (page) setPage(req, res, page);
  if (etag === null) {
    res.setHeader('Cache-Control', 'no-store');
  } else {
    const forVisitors = definition.moderated ? ASKED_FOR : SHARED_CACHE;
    res.setHeader('Cache-Control', isSignedIn ? REVALIDATED : forVisitors);
    res.setHeader('ETag', etag);
    if (isKnown(req.headers['if-none-match'], etag)) {
      res.status(304).end();
      return;
    }
  }
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', body.length);
  res.end(body);
}

export const etagOf = (body: string | Buffer): string => `"${hash('sha1', body, 'base64url')}"`;

/** RFC 9110 §13.1.2: weak comparison, so a proxy that compressed the answer and weakened its tag still matches. */
export function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}

function setPage(req: Request, res: Response, { total, nextCursor }: NonNullable<Rendered['page']>): void {
  if (total !== null) res.setHeader('X-Total-Count', String(total));
  if (nextCursor === null) return;
  const { pathname, searchParams } = new URL(req.originalUrl, 'http://site');
  searchParams.set('cursor', nextCursor);
  res.setHeader('Link', `<${pathname}?${searchParams}>; rel="next"`);
}
