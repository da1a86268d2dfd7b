import { hash } from 'node:crypto';
import { type EndpointDefinition, successStatus } from '@inkwell/shared/endpoint';
import type { Request, Response } from 'express';
import { encodeCursor, type PageOfMany } from '../common/paging.ts';

/** A CDN caches the answer for 30 s and revalidates it in the background for 30 s more. */
export const SHARED_CACHE = 'public, max-age=0, s-maxage=30, stale-while-revalidate=30';
/** The same for all visitors, but revalidated on each request. */
const ASKED_FOR = 'public, no-cache';
/** Cached by the signed-in caller's browser, but revalidated on each request. */
const REVALIDATED = 'private, no-cache';

/** The part of an answer that does not depend on the request, so that it can be cached. */
export interface Rendered {
  /** JSON; empty for calls without a response. */
  readonly body: Buffer;
  /** Null if the answer must not be stored. */
  readonly etag: string | null;
  readonly location: string | null;
  /** Only for paged lists. */
  readonly page: RenderedPage | null;
}

interface RenderedPage {
  readonly total: number | null;
  readonly nextCursor: string | null;
  readonly searchedFor: string | null;
}

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
    page: page && {
      total: page.total,
      nextCursor: page.next && encodeCursor(page.next),
      searchedFor: page.searchedFor ?? null,
    },
  };
}

/** Sends a successful answer with the status, caching, paging and body of the contract. */
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

/** Weak comparison (RFC 9110 §13.1.2), because a proxy that compresses the answer weakens its tag. */
export function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}

function setPage(req: Request, res: Response, { total, nextCursor, searchedFor }: RenderedPage): void {
  if (searchedFor !== null) res.setHeader('X-Searched-For', encodeURIComponent(searchedFor));
  if (total !== null) res.setHeader('X-Total-Count', String(total));
  if (nextCursor === null) return;
  const { pathname, searchParams } = new URL(req.originalUrl, 'http://site');
  searchParams.set('cursor', nextCursor);
  res.setHeader('Link', `<${pathname}?${searchParams}>; rel="next"`);
}
