import { AppError } from '@inkwell/shared/errors';
import { type RequestHandler, Router } from 'express';
import type { ApiRouter } from './mount.ts';

/**
 * Creates an Express router for the mounted calls. Literal paths precede parameters, and HEAD works like GET. OPTIONS and unsupported methods answer
 * with the allowed methods.
 */
export function createRouter({ calls }: ApiRouter): Router {
  const router = Router({ caseSensitive: true });
  const paths = [...new Set(calls.map(({ definition }) => definition.path))].sort(byPattern);
  for (const path of paths) {
    const route = router.route(path);
    const served = calls.filter(({ definition }) => definition.path === path);
    const methods = served.flatMap(({ definition: { method } }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    const allow = [...methods, 'OPTIONS'].join(', ');

    for (const { definition, handle } of served) {
      const listener: RequestHandler = (req, res) => handle(req, res);
      if (definition.method === 'GET') route.get(listener);
      if (definition.method === 'POST') route.post(listener);
      if (definition.method === 'PUT') route.put(listener);
      if (definition.method === 'PATCH') route.patch(listener);
      if (definition.method === 'DELETE') route.delete(listener);
    }
    route.all((req, res) => {
      res.setHeader('Allow', allow);
      if (req.method !== 'OPTIONS') throw new AppError('method-not-allowed');
      res.setHeader('Cache-Control', 'no-store');
      res.status(204).end();
    });
  }
  return router;
}

/** Sorts literal segments before parameters. */
function byPattern(a: string, b: string): number {
  const [left, right] = [a, b].map((path) => path.replaceAll(/:[^/]+/g, LAST)) as [string, string];
  return left < right ? -1 : Number(left > right);
}

const LAST = '\uffff';
