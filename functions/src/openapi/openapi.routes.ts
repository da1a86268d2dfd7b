import type { Express, Response } from 'express';
import { etagOf, isKnown } from '../http/reply.ts';
import { openApiDocument } from './document.ts';

/** Serves the OpenAPI document and the reference for people. They are not calls of the contract, because they describe it. */
export function serveOpenApi(app: Express): void {
  let text: string | undefined;
  app.get('/api/openapi.json', (_req, res) => {
    text ??= JSON.stringify(openApiDocument());
    setCaching(res);
    res.setHeader('Content-Type', 'application/json; charset=utf-8');
    res.setHeader('Access-Control-Allow-Origin', '*');
    res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    res.end(text);
  });

  let reference: Promise<Reference> | undefined;
  app.get('/api/docs', async (req, res) => {
    reference ??= readReference();
    const { bytes, etag, policy } = await reference;
    setCaching(res);
    res.setHeader('ETag', etag);
    res.setHeader('Content-Security-Policy', policy);
    if (isKnown(req.headers['if-none-match'], etag)) {
      res.status(304).end();
      return;
    }
    res.setHeader('Content-Type', 'text/html; charset=utf-8');
    res.setHeader('Content-Length', bytes.length);
    res.end(bytes);
  });
}

const setCaching = (res: Response): void => void res.setHeader('Cache-Control', 'public, max-age=0, s-maxage=300');

interface Reference {
  readonly bytes: Buffer;
  readonly etag: string;
  /** Allows the page's own styles and nothing else. */
  readonly policy: string;
}

/** The page is a file of the build, read with the first request. */
async function readReference(): Promise<Reference> {
  const { html, styleHash } = await import('./built-reference.ts');
  const bytes = Buffer.from(html);
  const policy = `default-src 'none'; style-src '${styleHash}'; base-uri 'none'; frame-ancestors 'none'`;
  return { bytes, etag: etagOf(bytes), policy };
}
