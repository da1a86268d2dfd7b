import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { api, send } from '../testing/api.ts';
import { seedPost, storedAll } from '../testing/posts.ts';
import { anotherInstance, auth, baseUrl, clock, dependencies, logLines, resetFirestore } from '../testing/server.ts';
import { signIn, type TestUser } from '../testing/users.ts';

const json = { 'content-type': 'application/json' };

describe('authentication', () => {
  beforeEach(resetFirestore);

  const withToken = (path: string, authorization: string) => send('GET', path, { headers: { authorization } });

  it.each([
    'Bearer',
    'Bearer x',
    'Bearer a.b.c',
    'Basic YTpi',
    'bearer',
    `Bearer ${'x'.repeat(9_000)}`,
    'Bearer eyJhbGciOiJub25lIn0.eyJ1c2VyX2lkIjoiYWRtaW4ifQ.',
    'null',
  ])('refuses the token %.40s with 401, even for public calls', async (authorization) => {
    const post = await seedPost();

    for (const path of ['/api/posts', `/api/posts/${post.id}`, '/api/auth/user', '/api/admin/posts']) {
      const res = await withToken(path, authorization);
      expect([path, res.status, res.text]).toEqual([path, 401, 'Unauthorized']);
      expect(res.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('refuses tokens of another project, expired tokens and those of deleted accounts', async () => {
    const user = await signIn();
    const [head, payload] = user.token.split('.') as [string, string];
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const forge = (changes: object) =>
      `${head}.${Buffer.from(JSON.stringify({ ...claims, ...changes })).toString('base64url')}.`;

    for (const changes of [{ aud: 'other' }, { exp: 1 }, { user_id: 'x', sub: 'nobody' }, { sub: '' }]) {
      expect((await withToken('/api/auth/user', `Bearer ${forge(changes)}`)).status).toBe(401);
    }
    await auth.deleteUser(user.id);
    expect((await api.get('/api/auth/user', user)).status).toBe(401);
  });

  it('refuses staff lists for revoked tokens and disabled accounts', async () => {
    const [revoked, disabled] = [await signIn({ role: 'admin' }), await signIn({ role: 'admin' })];
    const lists = ['/api/admin/posts', '/api/admin/users', '/api/admin/newsletter/subscribers', '/api/admin/analytics'];
    for (const path of lists) expect((await api.get(path, revoked)).status).toBe(200);

    // Auth stores times in whole seconds, so tokens issued in the second of the revocation are still valid.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await auth.revokeRefreshTokens(revoked.id);
    await auth.updateUser(disabled.id, { disabled: true });

    for (const path of lists) {
      expect([path, (await api.get(path, revoked)).status]).toEqual([path, 401]);
      expect([path, (await api.get(path, disabled)).status]).toEqual([path, 401]);
    }
  });

  it('refuses every call of a revoked token or disabled account after a minute', async () => {
    const accounts = await Promise.all([signIn({ role: 'moderator' }), signIn({ role: 'moderator' })]);
    const [revoked, disabled] = accounts;
    const draft = await seedPost({ isPublished: false });
    const calls = [
      ['GET', `/api/posts/${draft.id}`],
      ['GET', `/api/posts/${draft.id}/comments`],
      ['GET', '/api/posts'],
      ['GET', '/api/drafts'],
      ['GET', '/api/auth/user'],
      ['PUT', '/api/drafts/new'],
      ['POST', `/api/posts/${draft.id}/comments`],
      ['POST', `/api/posts/${draft.id}/view`],
      ['PATCH', '/api/notifications/read-all'],
    ] as const;
    const call = (user: TestUser, [method, path]: (typeof calls)[number]) =>
      send(method, path, { user, ...(method !== 'GET' && { body: { content: 'Words' } }) });
    for (const user of accounts) for (const one of calls) expect((await call(user, one)).status).toBeLessThan(300);
    const before = [await storedAll('comments'), await storedAll(`users/${revoked?.id}/drafts`)];

    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await auth.revokeRefreshTokens(String(revoked?.id));
    await auth.updateUser(String(disabled?.id), { disabled: true });
    clock.advance(60_000);

    for (const user of accounts) {
      for (const one of calls) expect([one, (await call(user, one)).status]).toEqual([one, 401]);
    }
    expect([await storedAll('comments'), await storedAll(`users/${revoked?.id}/drafts`)]).toEqual(before);
  });

  it('asks Auth about an account once a minute, however many calls it makes', async () => {
    const user = await signIn();
    const post = await seedPost();
    const getUser = vi.fn((uid: string) => auth.getUser(uid));
    const url = await anotherInstance({
      auth: { ...dependencies.auth, verifyIdToken: (token) => auth.verifyIdToken(token), getUser },
      config: { ...dependencies.config, showCosts: false },
    });
    const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' };

    await Promise.all(
      Array.from({ length: 10 }, () => [
        fetch(`${url}/api/posts`, { headers }),
        fetch(`${url}/api/posts/${post.id}/like`, { method: 'POST', headers }),
      ]).flat(),
    );

    expect(getUser).toHaveBeenCalledTimes(1);
  });
});

describe('a body that never ends', () => {
  it.each([
    ['a call that reads the body', '/api/newsletter/subscribe', false],
    ['a call that has already answered without reading the body', '/api/posts/unknown/like', true],
  ])('occupies %s for at most 60 s', async (_, path, isAnswered) => {
    const url = new URL(await baseUrl());
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const socket = connect(Number(url.port), url.hostname);
    let received = '';
    socket.on('data', (chunk) => (received += chunk));
    socket.on('error', () => undefined);
    const closed = once(socket, 'close');
    const head = 'Host: x\r\nContent-Type: application/json\r\nContent-Length: 1000';
    socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\n\r\n{`);
    const trickle = setInterval(() => socket.write(' '), 20);
    onTestFinished(() => clearInterval(trickle));
    while (isAnswered && received === '') await new Promise((resolve) => setImmediate(resolve));

    // Repeated, because the time limit of the body starts only when the server has received the request.
    while (!socket.destroyed) {
      await vi.advanceTimersByTimeAsync(61_000);
      await new Promise((resolve) => setImmediate(resolve));
    }

    await closed;
    expect(received).toMatch(isAnswered ? /^HTTP\/1\.1 401/ : /^HTTP\/1\.1 (?:408|503)/);
  });
});

describe('bodies', () => {
  let moderator: TestUser;

  beforeAll(async () => {
    await resetFirestore();
    moderator = await signIn({ role: 'moderator' });
  });

  const post = (body: string | Uint8Array, headers: Record<string, string> = json) =>
    send('POST', '/api/posts', { user: moderator, body, headers });

  it.each(['{', '{"title":}', 'title=1', '{"a":1}}', '\u0000', "{'a':1}", `${'['.repeat(50_000)}`])(
    'refuses the malformed JSON %.20j',
    async (body) => {
      const res = await post(body);

      expect([res.status, res.text]).toEqual([400, 'Malformed JSON']);
      expect(res.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    },
  );

  it('refuses missing bodies and those that are not UTF-8, not JSON, compressed or too large', async () => {
    expect((await send('POST', '/api/posts', { user: moderator, headers: json })).status).toBe(400);
    expect((await post(new Uint8Array([0x22, 0xff, 0x22]))).status).toBe(400);
    expect((await post('title=T&content=C', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415);
    expect((await post('{}', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post('{}', { 'content-type': 'application/json; charset=utf-16' })).status).toBe(415);
    expect((await post('{}', { ...json, 'content-encoding': 'gzip' })).status).toBe(415);
    const large = await post(JSON.stringify({ title: 'T', content: 'x'.repeat(1024 * 1024) }));
    expect([large.status, large.text]).toEqual([413, 'Payload too large']);
    expect((await post(JSON.stringify({ title: 'T', content: 'x'.repeat(200_001) }))).text).toBe('Content too long');
    expect(await storedAll('posts')).toEqual({});
  });

  it('handles deep nesting, prototype keys and wrong types', async () => {
    const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
    const bodies = [
      deep,
      '{"__proto__":{"title":"T","content":"C"}}',
      '{"title":{},"content":[]}',
      '{"title":1,"content":true}',
      '{"constructor":{"prototype":{"x":1}}}',
      '12',
      'true',
      '"x"',
      '[]',
      'null',
    ];
    for (const body of bodies) expect([body.slice(0, 40), (await post(body)).status]).toEqual([body.slice(0, 40), 400]);
    expect(Object.hasOwn(Object.prototype, 'title')).toBe(false);
  });

  it('authenticates the caller before it validates the input', async () => {
    expect((await send('POST', '/api/posts', { body: '{', headers: json })).status).toBe(401);
  });
});

describe('answers', () => {
  beforeAll(resetFirestore);

  it('list the methods of a path', async () => {
    const wrong = await send('PUT', '/api/posts');
    expect([wrong.status, wrong.headers.get('allow'), wrong.text]).toEqual([
      405,
      'GET, HEAD, POST, OPTIONS',
      'Method not allowed',
    ]);
    expect((await send('POST', '/api/posts/popular')).status).toBe(405);

    const options = await send('OPTIONS', '/api/posts/abc');
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, PATCH, DELETE, OPTIONS']);

    const head = await send('HEAD', '/api/posts');
    expect([head.status, head.text, head.headers.get('x-total-count')]).toEqual([200, '', '0']);
  });

  it.each(['/api', '/api/', '/api/nope', '/api/POSTS', '/api/posts/a/b/c', '/', '/api/admin'])(
    'are 404 at %s',
    async (path) => {
      const res = await api.get(path);

      expect([res.status, res.text, res.headers.get('cache-control')]).toEqual([404, 'Not found', 'no-store']);
    },
  );

  it('refuse broken percent-encoding', async () => {
    expect((await api.get('/api/posts/%E0%A4%A')).status).toBe(400);
  });

  it('have security headers and do not name the server', async () => {
    const { headers } = await api.get('/api/posts');

    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('server')).toBeNull();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('are cached by a CDN only if they are the same for all visitors', async () => {
    const reader = await signIn();
    const visitor = await api.get('/api/posts');
    const own = await api.get('/api/posts', reader);

    expect(visitor.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=30, stale-while-revalidate=30');
    expect(visitor.headers.get('vary')).toBe('Authorization');
    expect(own.headers.get('cache-control')).toBe('private, no-cache');
    expect((await api.get('/api/auth/user', reader)).headers.get('cache-control')).toBe('no-store');
    expect((await api.get('/api/posts/none')).headers.get('cache-control')).toBe('no-store');
  });

  it('are 304 for clients that have them', async () => {
    const tag = (await api.get('/api/posts')).headers.get('etag') ?? '';

    for (const match of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const res = await send('GET', '/api/posts', { headers: { 'if-none-match': match } });
      expect([match, res.status, res.text]).toEqual([match, 304, '']);
    }
    expect((await send('GET', '/api/posts', { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    await seedPost();
    expect((await send('GET', '/api/posts', { headers: { 'if-none-match': tag } })).status).toBe(200);
  });

  it('explain refusals as problem+json to clients that accept it', async () => {
    const res = await send('GET', '/api/posts?limit=0', { headers: { accept: 'application/problem+json' } });

    expect(res.headers.get('content-type')).toBe('application/problem+json');
    expect(res.body).toEqual({
      type: 'about:blank',
      title: 'bad-request',
      status: 400,
      detail: 'limit must be a whole number from 1 to 100',
      instance: `urn:request:${res.headers.get('x-request-id')}`,
    });
  });

  it('redirect from /api/login to the home page', async () => {
    const res = await api.get('/api/login');

    expect([res.status, res.headers.get('location')]).toEqual([302, '/']);
  });

  it('log each call without personal data', async () => {
    const user = await signIn();
    const post = await seedPost();
    await api.get(`/api/posts/${post.id}?q=${user.email}`, user);
    await new Promise((resolve) => setTimeout(resolve, 20));

    const line = logLines.at(-1);
    expect(line).toMatchObject({
      severity: 'INFO',
      message: 'call',
      fields: { route: 'GET /api/posts/:id', status: 200 },
    });
    const all = JSON.stringify(logLines);
    for (const secret of [user.email, user.id, user.token, post.id]) expect(all).not.toContain(secret);
  });
});

describe('GET /api/admin/caller', () => {
  const asSeen = (user: TestUser) =>
    send('GET', '/api/admin/caller', { user, headers: { 'x-forwarded-for': '198.51.100.7, 203.0.113.9' } });

  beforeAll(resetFirestore);

  it('answers the trusted address and all forwarded addresses', async () => {
    const res = await asSeen(await signIn({ role: 'admin' }));

    expect(res.status).toBe(200);
    expect(JSON.parse(res.text)).toEqual({
      address: '203.0.113.9',
      forwarded: ['198.51.100.7', '203.0.113.9'],
      trustedHops: 1,
    });
    expect(res.headers.get('cache-control')).toBe('no-store');
  });
});

describe('a failed call', () => {
  it('is logged with the trace of its request and the stack of its cause', async () => {
    const verifyIdToken = () => Promise.reject(new Error('the provider fell over'));
    const url = await anotherInstance({ auth: { ...dependencies.auth, verifyIdToken } });
    const user = await signIn();

    const res = await fetch(`${url}/api/auth/user`, {
      headers: {
        authorization: `Bearer ${user.token}`,
        'x-cloud-trace-context': '0af7651916cd43dd8448eb211c80319c/123;o=1',
      },
    });

    expect(res.status).toBe(503);
    const line = logLines.findLast(({ message }) => message === 'call failed');
    expect(line?.fields).toMatchObject({
      'logging.googleapis.com/trace': 'projects/demo-inkwell/traces/0af7651916cd43dd8448eb211c80319c',
      requestId: res.headers.get('x-request-id'),
      error: expect.stringMatching(/the provider fell over\n\s+at /),
    });
  });
});
