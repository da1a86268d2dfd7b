import { api as contract } from '@inkwell/shared/api';
import type { EndpointDefinition } from '@inkwell/shared/endpoint';
import { TokenScope } from '@inkwell/shared/token-scopes';
import { TOKEN_LIMITS } from '@inkwell/shared/tokens';
import { beforeAll, describe, expect, it } from 'vitest';
import { nothingUnderWay } from '../common/under-way.ts';
import { api, send } from '../testing/api.ts';
import { expectCost } from '../testing/costs.ts';
import { seedPost, stored, storedActs, storedAll } from '../testing/posts.ts';
import { auth, clock, db, resetFirestore } from '../testing/server.ts';
import { signIn, signInEach, type TestUser } from '../testing/users.ts';

const DAY_MS = 86_400_000;

/** Creates a token and returns a caller who has only its text. */
async function tokenOf(owner: TestUser | undefined, scopes: readonly TokenScope[], more: object = {}) {
  const { body, status } = await api.post('/api/tokens', { name: 'CI', scopes, ...more }, owner);
  expect(status).toBe(201);
  return { caller: { ...(owner as TestUser), token: body.token as string }, body };
}

const actions = async () => (await storedActs()).map(({ action }) => action);

describe('a token', () => {
  const { admin, author } = signInEach({ admin: { role: 'admin' }, author: { writing: 'author' } });

  it('is returned once, stored as a hash, and acts for its owner', async () => {
    const { caller, body } = await tokenOf(author, ['posts:read']);
    expect(caller.token).toMatch(/^ink_[\w-]{43}[0-9a-f]{6}$/);
    expect(body).toMatchObject({ name: 'CI', scopes: ['posts:read'], lastUsedAt: null, expiresAt: null, works: true });
    expect(body.owner).toEqual({ id: author?.id, name: 'Ada Lovelace' });
    const { [body.id]: document } = await storedAll('tokens');
    expect(JSON.stringify(document)).not.toContain(caller.token.slice(4));
    const draft = await seedPost({ isPublished: false, authorIds: [String(author?.id)] });

    expect((await api.get('/api/me/posts', caller)).body).toMatchObject([{ id: draft.id }]);
    expect((await api.get(`/api/posts/${draft.id}`, caller)).status).toBe(200);
    const [listed] = (await api.get('/api/tokens', author)).body;
    expect(Object.keys(listed)).not.toContain('token');
  });

  it('is created once per idempotency key', async () => {
    const make = (key: string) =>
      send('POST', '/api/tokens', {
        user: author as TestUser,
        headers: { 'idempotency-key': key },
        body: { name: 'CI', scopes: ['posts:read'] },
      });
    const answers = await Promise.all([make('k'), make('k'), make('other')]);
    expect(new Set(answers.map(({ body }) => body.token)).size).toBe(2);
    expect(Object.keys(await storedAll('tokens'))).toHaveLength(2);
    expect(await actions()).toEqual(['token.create', 'token.create']);
  });

  it.each([
    ['without a scope', { scopes: [] }],
    ['with an unknown scope', { scopes: ['users:write'] }],
    ['without a name', { name: ' ' }],
    ['that has expired', { expiresAt: '2020-01-01T00:00:00Z' }],
    ['that expires after more than a year', { expiresAt: '2099-01-01T00:00:00Z' }],
  ])('%s is refused', async (_, change) => {
    const body = { name: 'CI', scopes: ['posts:read'], ...change };
    expect((await api.post('/api/tokens', body, author)).status).toBe(400);
    expect(await storedAll('tokens')).toEqual({});
  });

  it('is one of at most twenty per owner, even if many are created concurrently', { tags: 'thorough' }, async () => {
    const make = () => api.post('/api/tokens', { name: 'CI', scopes: ['posts:read'] }, author);
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      const answers = await Promise.all(Array.from({ length: 6 }, make));
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(TOKEN_LIMITS.perAccount);
    expect(statuses.filter((status) => status === 409)).toHaveLength(4);
  });

  it('is listed and deleted only by its owner and admins, and stops working immediately', async () => {
    const other = await signIn({ writing: 'contributor' });
    const { caller, body } = await tokenOf(author, ['posts:read']);
    expect((await api.get('/api/tokens', other)).body).toEqual([]);
    expect((await api.get('/api/tokens', admin)).body).toMatchObject([{ id: body.id, owner: { id: author?.id } }]);
    expect((await api.delete(`/api/tokens/${body.id}`, other)).status).toBe(404);
    expect((await api.get('/api/me/posts', caller)).status).toBe(200);

    for (const status of [204, 204]) {
      expect((await api.delete(`/api/tokens/${body.id}`, admin)).status).toBe(status);
      expect((await api.get('/api/me/posts', caller)).status).toBe(401);
    }
    expect((await actions()).sort()).toEqual(['token.create', 'token.delete', 'token.use']);
  });

  it('cannot create tokens, and has no access to people or settings', async () => {
    const { caller } = await tokenOf(admin, TokenScope.options);
    for (const path of ['/api/tokens', '/api/admin/users', '/api/admin/settings', '/api/auth/user']) {
      const { status, text } = await api.get(path, caller);
      expect([status, text]).toEqual([403, 'Tokens cannot make this call']);
    }
  });

  it('shows no email addresses of others, even for an admin', async () => {
    const { id } = await seedPost({ isPublished: true, authorIds: [String(author?.id)] });
    const { caller } = await tokenOf(admin, ['posts:read']);
    expect((await api.get(`/api/posts/${id}`, admin)).text).toContain(String(author?.email));
    expect((await api.get(`/api/posts/${id}`, caller)).text).not.toContain(String(author?.email));
  });

  it('records its use once a day', async () => {
    const { caller, body } = await tokenOf(author, ['posts:read']);
    for (let day = 0; day < 2; day += 1) {
      await Promise.all([api.get('/api/me/posts', caller), api.get('/api/me/posts', caller)]);
      await nothingUnderWay();
      await api.get('/api/me/posts', caller);
      await nothingUnderWay();
      expect(await stored(`tokens/${body.id}`)).toMatchObject({ lastUsedAt: expect.anything() });
      expect((await actions()).filter((action) => action === 'token.use')).toHaveLength(day + 1);
      clock.advance(DAY_MS);
    }
  });

  it('can make a limited number of calls a minute', { tags: 'thorough' }, async () => {
    const [{ caller }, { caller: other }] = [
      await tokenOf(author, ['posts:read']),
      await tokenOf(author, ['posts:read']),
    ];
    const statuses: number[] = [];
    for (let n = 0; n <= TOKEN_LIMITS.perMinute; n += 1) statuses.push((await api.get('/api/menu', caller)).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect((await api.get('/api/menu', other)).status).toBe(200);
  });

  it.each([
    ['expires', async () => void clock.advance(DAY_MS)],
    [
      'ends with a block, also when its owner is unblocked',
      async () => {
        await api.post(`/api/admin/users/${author?.id}/block`, undefined, admin);
        await api.post(`/api/admin/users/${author?.id}/unblock`, undefined, admin);
      },
    ],
    [
      'ends with the right to write',
      async () => {
        await api.patch(`/api/admin/users/${author?.id}/writing`, { writing: 'none' }, admin);
        await api.patch(`/api/admin/users/${author?.id}/writing`, { writing: 'author' }, admin);
      },
    ],
    ['ends with the account', () => db.doc(`users/${author?.id}`).delete()],
    [
      'ends with the account in Auth',
      async () => {
        await auth.updateUser(String(author?.id), { disabled: true });
        clock.advance(61_000);
      },
    ],
  ] as [string, () => Promise<unknown>][])('%s', async (_, end) => {
    const expiresAt = new Date(clock.now().getTime() + DAY_MS).toISOString();
    const { caller } = await tokenOf(author, ['posts:read'], { expiresAt });
    expect((await api.get('/api/me/posts', caller)).status).toBe(200);
    clock.advance(5);
    await end();
    expect((await api.get('/api/me/posts', caller)).status).toBe(401);
  });

  it('of an admin ends with the demotion of its owner', async () => {
    const demoted = await signIn({ role: 'admin' });
    const { caller } = await tokenOf(demoted, ['posts:read']);
    expect((await api.get('/api/admin/posts', caller)).status).toBe(200);
    clock.advance(5);
    await api.patch(`/api/admin/users/${demoted.id}/role`, { role: 'moderator' }, admin);
    expect((await api.get('/api/admin/posts', caller)).status).toBe(401);
  });

  it('is refused when one character is wrong, without a read', async () => {
    const { caller } = await tokenOf(author, ['posts:read']);
    const wrong = { ...caller, token: `ink_${'A'.repeat(43)}${caller.token.slice(-6)}` };
    const { status, reads } = await api.get('/api/me/posts', wrong);
    expect([status, reads]).toEqual([401, -1]);
  });

  it('costs as much as the table says', async () => {
    const make = () => api.post('/api/tokens', { name: 'CI', scopes: ['posts:read'] }, author);
    expectCost(await make(), 'usually');
    const { id } = (await make()).body;
    expectCost(await api.get('/api/tokens', author), { 'each entry': 2, 'each person': 1 });
    expectCost(await api.delete(`/api/tokens/${id}`, author));
  });
});

describe('without the scope to publish', () => {
  const { moderator, author } = signInEach({ moderator: { role: 'moderator' }, author: { writing: 'author' } });

  it.each([
    ['of staff', () => moderator],
    ['of an author', () => author],
  ])('a token %s writes drafts and changes nothing public', async (_, of) => {
    const owner = of() as TestUser;
    const [draft, published] = [
      await seedPost({ isPublished: false, authorIds: [owner.id] }),
      await seedPost({ isPublished: true, authorIds: [owner.id] }),
    ];
    const { caller } = await tokenOf(owner, ['posts:read', 'posts:write']);
    const later = new Date(clock.now().getTime() + DAY_MS).toISOString();
    const refused = [
      await api.post('/api/posts', { title: 'T', content: 'C', isPublished: true }, caller),
      await api.patch(`/api/posts/${draft.id}`, { isPublished: true }, caller),
      await api.patch(`/api/posts/${draft.id}`, { publishAt: later }, caller),
      await api.patch(`/api/posts/${published.id}`, { title: 'Changed' }, caller),
      await api.patch(`/api/posts/${published.id}`, { isPublished: false }, caller),
      await api.delete(`/api/posts/${published.id}`, caller),
    ];
    for (const { status, text } of refused) {
      expect([status, text]).toEqual([403, 'This token lacks the scope posts:publish']);
    }
    expect((await api.patch(`/api/posts/${draft.id}`, { title: 'Changed', tags: ['New'] }, caller)).status).toBe(200);
    expect((await api.post(`/api/posts/${draft.id}/preview`, undefined, caller)).status).toBe(201);
    expect((await api.post('/api/posts', { title: 'T', content: 'C' }, caller)).status).toBe(201);
    expect((await api.delete(`/api/posts/${draft.id}`, caller)).status).toBe(204);

    const { caller: publisher } = await tokenOf(owner, ['posts:write', 'posts:publish']);
    expect((await api.patch(`/api/posts/${published.id}`, { title: 'Changed' }, publisher)).status).toBe(200);
  });

  it('a moderator can still change drafts of others', async () => {
    const { id } = await seedPost({ isPublished: false, authorIds: [String(author?.id)] });
    const { caller } = await tokenOf(moderator, ['posts:write']);
    expect((await api.patch(`/api/posts/${id}`, { title: 'Changed', isFeatured: true }, caller)).status).toBe(200);
  });
});

describe('every call', () => {
  const calls = Object.entries(contract).flatMap(([area, definitions]) =>
    Object.entries(definitions).map(([name, definition]): [string, EndpointDefinition] => [
      `${area}.${name}`,
      definition,
    ]),
  );
  let admin: TestUser;
  const callers = new Map<TokenScope | 'others', TestUser>();

  beforeAll(async () => {
    await resetFirestore();
    admin = await signIn({ role: 'admin' });
    for (const scope of TokenScope.options) {
      callers.set(scope, (await tokenOf(admin, [scope])).caller);
    }
  });

  it('that changes something is closed to tokens that only read', () => {
    const readers = calls.filter(([, { scope }]) => scope?.endsWith(':read'));
    expect(readers.filter(([, { method }]) => method !== 'GET')).toEqual([]);
    expect(calls.filter(([, { scope, method }]) => scope && !scope.endsWith(':read') && method === 'GET')).toEqual([]);
  });

  it.each(calls)('%s is open only to a token with its scope', async (_, { method, path, scope, ownCredentials }) => {
    if (ownCredentials) return;
    const call = (caller: TestUser | undefined) =>
      send(method, path.replace(/:\w+/g, 'unknown'), {
        user: caller,
        headers: { 'idempotency-key': 'x'.repeat(129) },
      });
    const other = callers.get(scope === 'analytics:read' ? 'posts:read' : 'analytics:read');
    const refused = await call(other);
    expect([refused.status, refused.writes]).toEqual([403, 0]);
    if (scope) expect([401, 403]).not.toContain((await call(callers.get(scope))).status);
  });
});
