import { hash } from 'node:crypto';
import { type EndpointDefinition, successStatus } from '@inkwell/shared/endpoint';
import type { Request, Response } from 'express';
import { encodeCursor, type Page } from '../common/paging.ts';

/** One answer for all visitors, kept by the CDN for 30 s and renewed behind the scenes for 30 more. */
export const SHARED_CACHE = 'public, max-age=0, s-maxage=30, stale-while-revalidate=30';
/** A signed-in caller's browser may keep it, but asks each time. */
const REVALIDATED = 'private, no-cache';

/** Answers a call that succeeded: status, caching, paging and body as the contract declares them. */
export function answer(
  req: Request,
  res: Response,
  definition: EndpointDefinition,
  result: unknown,
  isSignedIn: boolean,
): void {
  res.status(successStatus(definition));
  if (definition.status === 302) {
    res.setHeader('Cache-Control', 'no-store');
    res.setHeader('Location', String(result));
    res.end();
    return;
  }
  if (!definition.response) {
    res.setHeader('Cache-Control', 'no-store');
    res.end();
    return;
  }

  const body = JSON.stringify(definition.paged ? pageBody(req, res, result as Page<unknown>) : result);
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  if (definition.cacheable) {
    const etag = etagOf(body);
    res.setHeader('Cache-Control', isSignedIn ? REVALIDATED : SHARED_CACHE);
    res.setHeader('ETag', etag);
    if (isKnown(req.headers['if-none-match'], etag)) {
      res.removeHeader('Content-Type');
      res.status(304).end();
      return;
    }
  } else {
    res.setHeader('Cache-Control', 'no-store');
  }
  res.setHeader('Content-Length', Buffer.byteLength(body));
  res.end(body);
}

export const etagOf = (body: string): string => `"${hash('sha1', body, 'base64url')}"`;

/** RFC 9110 §13.1.2: weak comparison, so a proxy that compressed the answer and weakened its tag still matches. */
export function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}

function pageBody(req: Request, res: Response, { items, total, next }: Page<unknown>): readonly unknown[] {
  res.setHeader('X-Total-Count', String(total));
  if (next) {
    const { pathname, searchParams } = new URL(req.originalUrl, 'http://site');
    searchParams.set('cursor', encodeCursor(next));
    res.setHeader('Link', `<${pathname}?${searchParams}>; rel="next"`);
  }
  return items;
}
