import type { Express } from 'express';
import { openApiDocument } from './document.ts';

/** Serves the OpenAPI document. It is not a call of the contract, because it describes the contract. */
export function serveOpenApi(app: Express): void {
  let text: string | undefined;
  app.get('/api/openapi.json', (_req, res) => {
    text ??= JSON.stringify(openApiDocument());
    res.setHeader('Content-Type', 'application/json; charset=utf-8');
    res.setHeader('Cache-Control', 'public, max-age=0, s-maxage=300');
    res.setHeader('Access-Control-Allow-Origin', '*');
    res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    res.end(text);
  });
}
