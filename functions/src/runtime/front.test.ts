import { once } from 'node:events';
import { connect } from 'node:net';
import type { Post } from '@inkwell/shared/posts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createFunctionHosts, type FunctionHost } from '../testing/function-host.ts';
import { stored } from '../testing/posts.ts';
import { defaultDb, resetFirestore } from '../testing/server.ts';
import { signIn, type TestUser } from '../testing/users.ts';

/* The bundle in the production runtime: the functions runtime, which parses and buffers bodies itself, with NODE_ENV=production. */

const hosts = createFunctionHosts('front-test');

beforeAll(hosts.build);
afterAll(hosts.stop);

describe('the page function in the functions runtime', () => {
  it('handles requests that the runtime itself would refuse', async () => {
    const { url, output } = await hosts.start('page');

    const robots = await fetch(`${url}/robots.txt`);
    const sent = await fetch(`${url}/posts`, {
      method: 'POST',
      body: '{',
      headers: { 'content-type': 'application/json' },
    });

    expect([robots.status, robots.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(await robots.text()).toMatch(/^Sitemap: https?:\/\/\S+\/sitemap\.xml$/m);
    expect(await sent.text()).not.toContain('SyntaxError');
    expect(output()).not.toContain('SyntaxError');
  });
});

describe('an instance', () => {
  it.each(['api', 'page', 'live', 'work'])(
    'of %s exits without opening its port if a module cannot be loaded',
    async (target) => {
      const resolve = `(name, context, next) => { if (name === 'firebase-admin/firestore') throw new Error('broken'); return next(name, context); }`;
      const hooks = `data:text/javascript,${encodeURIComponent(`export const resolve = ${resolve};`)}`;
      const register = `import { register } from 'node:module'; register('${hooks.replaceAll("'", '%27')}');`;

      const host = await hosts.spawn(target, {
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(register).replaceAll("'", '%27')}`,
      });
      const [code] = await once(host.process, 'exit');

      expect(code).toBe(1);
      expect(host.output()).toContain('Error: broken');
      expect(host.output()).not.toContain('Serving function');
    },
  );
});

describe('the api function in the functions runtime', () => {
  let host: FunctionHost;
  let moderator: TestUser;

  beforeAll(async () => {
    host = await hosts.start('api');
    await resetFirestore();
    moderator = await signIn({ role: 'moderator' });
    // The function runs in its own process, which uses the default database.
    await defaultDb.doc(`users/${moderator.id}`).set((await stored(`users/${moderator.id}`)) ?? {});
  });

  const post = (body: RequestInit['body'], headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    fetch(`${host.url}/api/posts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${moderator.token}`, ...headers },
      body: body ?? null,
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    } as RequestInit);

  const textOf = async (answer: Promise<Response>) => [(await answer).status, await (await answer).text()];

  it('handles calls with bodies', async () => {
    const res = await post(JSON.stringify({ title: 'Through the runtime', content: 'C', isPublished: true }));

    expect(res.status).toBe(201);
    const list = await (await fetch(`${host.url}/api/posts`)).json();
    expect(list).toMatchObject([{ title: 'Through the runtime' }]);
  });

  it('answers malformed JSON and wrong types and charsets itself', async () => {
    expect(await textOf(post('{'))).toEqual([400, 'Malformed JSON']);
    expect(await textOf(post('"text"'))).toEqual([400, 'Invalid input']);
    expect(await textOf(post('{}', { 'content-type': 'application/json; charset=koi8-r' }))).toEqual([
      415,
      'Unsupported media type',
    ]);
    expect(await textOf(post('{}', { 'content-type': 'application/json', 'content-encoding': 'gzip' }))).toEqual([
      415,
      'Unsupported media type',
    ]);
    expect(await textOf(post('a=1', { 'content-type': 'application/x-www-form-urlencoded' }))).toEqual([
      415,
      'Send application/json',
    ]);
  });

  it('refuses bodies that are too large, with and without an announced length', async () => {
    const megabyte = new Uint8Array(1024 * 1024).fill(0x20);
    const stream = (count: number) =>
      new ReadableStream({
        pull(controller) {
          if (count-- > 0) controller.enqueue(megabyte);
          else controller.close();
        },
      });

    expect(await textOf(post(new Uint8Array(2 * 1024 * 1024)))).toEqual([413, 'Payload too large']);
    expect(await textOf(post(new Uint8Array(20 * 1024 * 1024)))).toEqual([413, 'Payload too large']);
    expect(await textOf(post(stream(2)))).toEqual([413, 'Payload too large']);
    expect(await textOf(post(stream(20)))).toEqual([413, 'Payload too large']);
  });

  it('survives clients that disconnect in the middle of a body', async () => {
    const socket = connect(Number(new URL(host.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      'POST /api/posts HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"ti',
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.destroy();

    expect((await fetch(`${host.url}/api/posts`)).status).toBe(200);
  });

  it('writes structured lines, and shuts down after writing the acknowledged visits', async () => {
    const lines = host
      .output()
      .trim()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    expect(lines.map((line) => JSON.parse(line).severity)).toContain('INFO');
    expect(host.output()).not.toMatch(/SyntaxError| at .*\.js:/);
    const { id } = (await (await post(JSON.stringify({ title: 'T', content: 'C', isPublished: true }))).json()) as Post;
    const leaving = new AbortController();
    let answered = 0;
    const visit = async (n: number) => {
      const headers = { 'user-agent': `browser ${n}` };
      await fetch(`${host.url}/api/posts/${id}/view`, { method: 'POST', headers, signal: leaving.signal });
      answered += 1;
    };
    await visit(0);

    // One of these requests stays open until all visits are written, and the test need not wait for it.
    const visits = Promise.allSettled(Array.from({ length: 20 }, (_, n) => visit(n + 1)));
    await vi.waitFor(() => expect(answered).toBeGreaterThanOrEqual(20), { interval: 5 });
    leaving.abort();
    host.process.kill('SIGTERM');
    const [code] = await once(host.process, 'exit');

    await visits;
    expect(code).toBe(0);
    expect((await defaultDb.doc(`posts/${id}`).get()).get('views')).toBe(21);
  });
});
