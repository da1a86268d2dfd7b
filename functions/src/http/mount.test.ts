import { createServer } from 'node:http';
import { endpoint } from '@inkwell/shared/endpoint';
import { AppError, LATE_CHANGE_TEXT } from '@inkwell/shared/errors';
import { IdParams } from '@inkwell/shared/fields';
import express, { type Request } from 'express';
import { afterAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { createTestClock } from '../testing/clock.ts';
import { originOf } from '../testing/origin.ts';
import { createErrorHandler } from './errors.ts';
import { type ApiRouter, mount } from './mount.ts';
import { trackRequests } from './request.ts';
import { createRouter } from './router.ts';

// Some changes here never end, and must not delay the next file of the worker.
afterAll(() => void vi.resetModules());

/** Mounts one change with the handler `work`. */
async function served(
  invalidates: 'nothing' | 'post' | undefined,
  work: () => unknown,
  headers: Record<string, string> = {},
) {
  const invalidate = vi.fn();
  const clock = createTestClock();
  const router: ApiRouter = {
    calls: [],
    authenticator: { authenticate: async () => null },
    rateLimiter: { take: () => 0 },
    limits: { take: async () => 0 },
    chargeOf: () => () => 1,
    readQuota: { take: () => 0, giveBack: () => undefined },
    cache: { find: () => null, make: async (_key, _post, make) => make(), invalidate },
    isBypassOpen: false,
    isNewcomer: () => false,
    trustedHops: 0,
    deadlines: { readMs: 20, changeMs: 20 },
    eventsSince: () => async () => undefined,
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
  app.use(createErrorHandler(() => undefined));
  const server = createServer(app);
  try {
    const answer = await fetch(`${await originOf(server)}/api/things/t`, { method: 'POST', headers });
    return {
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      text: await answer.text(),
      dropped: () => invalidate.mock.calls.map(([postId]) => postId ?? 'everything'),
    };
  } finally {
    server.close();
  }
}

/** The invalidations of the response cache. */
const droppedBy = async (...change: Parameters<typeof served>) => (await served(...change)).dropped();

describe('a change', () => {
  it.each([
    ['nothing', []],
    ['post', ['p']],
    [undefined, ['everything']],
  ] as const)('that declares %s invalidates the matching answers', async (invalidates, dropped) => {
    expect(await droppedBy(invalidates, () => ({ postId: 'p' }))).toEqual(dropped);
  });

  it('invalidates everything after an unexpected failure, and nothing after a refusal', async () => {
    const fail = (error: Error) => () => {
      throw error;
    };

    expect(await droppedBy('post', fail(new Error('deadline exceeded')))).toEqual(['everything']);
    expect(await droppedBy(undefined, fail(new AppError('internal')))).toEqual(['everything']);
    expect(await droppedBy(undefined, fail(new AppError('forbidden')))).toEqual([]);
  });

  it('is answered 503 if it takes too long, and invalidates cached answers when it finishes', async () => {
    let land = (_: { postId: string }) => {};
    const late = new Promise((resolve) => {
      land = resolve;
    });

    const answer = await served('post', () => late);

    expect(answer).toMatchObject({
      status: 503,
      retryAfter: '5',
      text: expect.stringContaining(LATE_CHANGE_TEXT),
    });
    expect(answer.dropped()).toEqual([]);
    land({ postId: 'p' });
    await vi.waitFor(() => expect(answer.dropped()).toEqual(['p']));
  });

  it('can be repeated with an idempotency key if it takes too long', async () => {
    const answer = await served('post', () => new Promise(() => undefined), { 'idempotency-key': 'k' });

    expect(answer).toMatchObject({
      status: 503,
      text: expect.stringMatching(/^Service unavailable\. Please try again\./),
    });
  });
});
