import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endpoint } from '@inkwell/shared/endpoint';
import { AppError } from '@inkwell/shared/errors';
import { IdParams } from '@inkwell/shared/fields';
import express, { type Request } from 'express';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { createTestClock } from '../testing/clock.ts';
import { type ApiRouter, mount } from './mount.ts';
import { trackRequests } from './request.ts';
import { createRouter } from './router.ts';

/** Serves one change whose handler is `work`. @returns what the response cache was told to drop */
async function droppedBy(invalidates: 'nothing' | 'post' | undefined, work: () => unknown) {
  const invalidate = vi.fn();
  const clock = createTestClock();
  const router: ApiRouter = {
    calls: [],
    authenticator: { authenticate: async () => null },
    rateLimiter: { take: () => 0 },
    limits: { take: async () => 0 },
    readQuota: { take: () => 0, giveBack: () => undefined },
    cache: { find: () => null, make: async (_key, _post, make) => make(), invalidate },
    isBypassOpen: false,
    isNewcomer: () => false,
    trustedHops: 0,
    isOwnPage: (_req: Request) => true,
  };
  const call = endpoint({
    method: 'POST',
    path: '/api/things/:id',
    access: 'public',
    summary: 'A change.',
    params: IdParams,
    response: z.object({ postId: z.string() }),
    ...(invalidates && { invalidates }),
  });
  mount(router, call, async () => work() as { postId: string });
  const app = express();
  app.use(trackRequests({ clock, log: () => undefined, projectId: 'test', showCosts: false }));
  app.use(createRouter(router));
  app.use(((_error, _req, res, _next) => void res.status(500).end()) satisfies express.ErrorRequestHandler);
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/things/t`, { method: 'POST' });
  } finally {
    server.close();
  }
  return invalidate.mock.calls.map(([postId]) => postId ?? 'everything');
}

describe('a change', () => {
  it.each([
    ['nothing', []],
    ['post', ['p']],
    [undefined, ['everything']],
  ] as const)('that declares %s drops as much', async (invalidates, dropped) => {
    expect(await droppedBy(invalidates, () => ({ postId: 'p' }))).toEqual(dropped);
  });

  it('that fails unexpectedly drops everything, since it may be stored; one that is refused drops nothing', async () => {
    const fail = (error: Error) => () => {
      throw error;
    };

    expect(await droppedBy('post', fail(new Error('deadline exceeded')))).toEqual(['everything']);
    expect(await droppedBy(undefined, fail(new AppError('internal')))).toEqual(['everything']);
    expect(await droppedBy(undefined, fail(new AppError('forbidden')))).toEqual([]);
  });
});
