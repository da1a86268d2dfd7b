import { REDIRECT_LIMITS, REDIRECT_TEXTS } from '@inkwell/shared/redirects';
import { describe, expect, it } from 'vitest';
import { addressId } from '../addresses/address-id.ts';
import { matchPattern } from '../addresses/redirect-patterns.ts';
import { api } from '../testing/api.ts';
import { storedAll } from '../testing/posts.ts';
import { db } from '../testing/server.ts';
import { signInEach } from '../testing/users.ts';
import { refusalOf } from './redirect-rules.ts';

const BASE = '/api/admin/redirects';

const { admin } = signInEach({ admin: { role: 'admin' } });

const set = (from: string, to: string, status = 301) => api.post(BASE, { from, to, status }, admin);

describe('a redirect', () => {
  it('is set, listed, changed and deleted by admins, and each action is recorded', async () => {
    const made = await set('/About-Us/', '/posts?category=1');
    expect(made).toMatchObject({
      status: 201,
      body: { from: '/About-Us/', to: '/posts?category=1', status: 301 },
    });
    const path = `${BASE}/${made.body.id}`;

    expect((await api.get(`${BASE}?q=about`, admin)).body).toEqual([made.body]);
    expect((await api.get(`${BASE}?q=/b`, admin)).body).toEqual([]);
    expect((await api.patch(path, { status: 302 }, admin)).body).toMatchObject({ id: made.body.id, status: 302 });
    const moved = await api.patch(path, { from: '/who-we-are' }, admin);
    expect(moved.body).toMatchObject({ from: '/who-we-are', to: '/posts?category=1', status: 302 });
    expect((await api.patch(path, { status: 301 }, admin)).status).toBe(404);
    expect((await api.delete(`${BASE}/${moved.body.id}`, admin)).status).toBe(204);
    expect((await api.delete(`${BASE}/${moved.body.id}`, admin)).status).toBe(204);

    expect(await storedAll('addresses')).toEqual({});
    const { docs } = await db.collection('audit').orderBy('at').get();
    expect(docs.map((entry) => entry.get('action'))).toEqual([
      'redirect.create',
      'redirect.change',
      'redirect.change',
      'redirect.delete',
    ]);
  });

  it('cannot be set for an app address, another site, or an invalid path', async () => {
    for (const from of [
      '/',
      '/posts/old',
      '/Admin',
      '/api/x',
      '/assets/x.js',
      '/__/auth',
      '/new',
      '/.well-known/x',
      '//host',
      '/a//b',
      '/..',
      '/a/%2e%2e/b',
      '/a%00',
      '/a?x=1',
      '/a#b',
      '/?p=x',
      '/?p=1&q=2',
      '/a*b',
      '/*',
      '/posts/*',
      'about',
      'https://elsewhere.example/a',
      '/\u202eabc',
      '/\ud800',
      `/${'n'.repeat(2_000)}`,
      '',
    ])
      expect(await set(from, '/somewhere'), from).toMatchObject({ status: 400, writes: 0 });
  });

  it('cannot lead to an unsafe address', async () => {
    for (const to of [
      '//evil.example',
      '/\\evil.example',
      'https:evil',
      'http://plain.example/',
      'javascript:alert(1)',
      'data:text/html,x',
      'https://user:word@evil.example/',
      '/a/../b',
      '/a\nb',
      '\thttps://x.example',
      '/\u202eabc',
      'https://localhost/',
      '',
    ]) {
      const { status, writes } = await set('/old', to);
      // Spaces around the input are trimmed.
      if (to.trim() === to) expect([status, writes], to).toEqual([400, 0]);
      else expect(JSON.stringify(await storedAll('addresses'))).not.toMatch(/\\[tn]/);
    }
  });

  it('can be set for letters of any script, old queries, other sites and long addresses', async () => {
    for (const [from, to] of [
      ['/🍵', '/tea'],
      ['/caf\u0065\u0301', '/coffee'],
      ['/?p=12', '/posts/abc'],
      ['/2019/05/tea.html', 'https://old.example/tea?x=1#y'],
      ['/a.php', '/%F0%9F%8D%B6'],
      [`/${'n'.repeat(1_999)}`, '/long'],
    ] as const)
      expect((await set(from, to)).status, from).toBe(201);
  });

  it('is the same for all forms of an address, and an identical one changes nothing', async () => {
    const made = await set('/café', '/coffee');

    expect(await set('/café', '/coffee')).toMatchObject({ status: 201, body: made.body, writes: 0 });
    for (const from of ['/CAFÉ', '/cafe\u0301/', '/caf%C3%A9'])
      expect(await set(from, '/tea')).toMatchObject({ status: 409, text: REDIRECT_TEXTS.taken });
  });

  it('never takes the address of a tag, page or series', async () => {
    const { addressOf } = await import('../addresses/addresses.repository.ts');
    await addressOf(db, '/imprint').set({ path: '/imprint', kind: 'page', id: 'p1' });

    expect(await set('/Imprint', '/tea')).toMatchObject({ status: 409, writes: 0 });
    expect((await set('/legal', '/imprint')).status).toBe(201);
  });

  it('creates no loops or chains, in whatever order and form they are typed', async () => {
    expect((await set('/a', '/A/')).status).toBe(400);
    expect((await set('/a', '/%61?x=1')).status).toBe(400);
    expect((await set('/a', 'https://inkwell.example/b')).status).toBe(201);
    expect((await set('/a1', '/b1')).status).toBe(201);
    expect((await set('/b1', '/c1')).status).toBe(400);
    expect(await set('/z1', '/A1#x')).toMatchObject({ status: 400, text: REDIRECT_TEXTS.chain });
    expect((await set('/b1', '/a1')).status).toBe(400);
    const other = await set('/q', '/r');
    expect((await api.patch(`${BASE}/${other.body.id}`, { to: '/a1' }, admin)).status).toBe(400);
    expect((await api.patch(`${BASE}/${other.body.id}`, { from: '/b1' }, admin)).status).toBe(400);
    expect((await set('/?p=1', '/?p=1')).status).toBe(400);
    expect((await set('/?p=1', '/?page_id=2')).status).toBe(201);
    expect((await set('/?page_id=2', '/posts')).status).toBe(400);
  });

  it.each<{ redirects: [from: string, to: string][] }>([
    { redirects: [['/?p=77', '/?x=1&p=77']] },
    { redirects: [['/?p=77', '/?%70=77']] },
    { redirects: [['/?p=77', '/?p=%37%37#x']] },
    { redirects: [['/?page_id=7', '/?x&page_id=7&']] },
    {
      redirects: [
        ['/?p=77', '/?x=1&p=78'],
        ['/?p=78', '/?x=1&p=77'],
      ],
    },
    {
      redirects: [
        ['/old', '/?x=1&p=77'],
        ['/?p=77', '/old'],
      ],
    },
    {
      redirects: [
        ['/?p=77', '/old?p=77'],
        ['/old/*', '/:splat'],
      ],
    },
  ])('does not lead back by its query: $redirects', async ({ redirects }) => {
    const statuses = [];
    for (const [from, to] of redirects) statuses.push((await set(from, to)).status);

    expect(statuses).toEqual(redirects.map((_, n) => (n === redirects.length - 1 ? 400 : 201)));
  });

  it('of an imported text inside a section of the site does not lead to itself', () => {
    const around = { patterns: [], at: new Map(), followers: [] };

    expect(refusalOf(around, { from: '/posts/a', to: '/Posts/%61/?x=1' }, null)).toBe('toItself');
  });

  it('follows the rules even if two admins add redirects concurrently', { tags: 'thorough' }, async () => {
    const [one, two] = await Promise.all([set('/left', '/right'), set('/right', '/left')]);

    expect([one.status, two.status].sort()).toEqual([201, 400]);
  });
});

describe('a pattern', () => {
  it('is stored in one document, and the longest match decides', async () => {
    await set('/blog/*', '/posts');
    await set('/blog/2019/*', 'https://old.example/');

    const { body } = await api.get(`${BASE}/patterns`, admin);
    expect(body.map(({ from }: { from: string }) => from)).toEqual(['/blog/*', '/blog/2019/*']);
    expect(await storedAll('addresses')).toEqual({});

    await api.patch(`${BASE}/${body[0].id}`, { status: 302 }, admin);
    await api.delete(`${BASE}/${body[1].id}`, admin);
    expect((await api.get(`${BASE}/patterns`, admin)).body).toMatchObject([{ from: '/blog/*', status: 302 }]);
  });

  it('creates no loops or chains', async () => {
    expect((await set('/a/*', '/a/b')).status).toBe(400);
    await set('/one', '/b/two');
    expect((await set('/b/*', '/tea')).status).toBe(400);
    await set('/c/*', '/tea');
    expect((await set('/two', '/C/x')).status).toBe(400);
    expect((await set('/te*', '/water')).status).toBe(400);
    expect((await set('/d/*', '/posts')).status).toBe(201);
  });

  it.each([
    ['/old/*', '/posts/:splat', 201],
    ['/old/*', '/:splat', 201],
    ['/old/2019/*', '/old/:splat', 201],
    ['/old/*', 'https://new.example/:splat', 201],
    ['/old/*', 'https://inkwell.example/shelf/:splat', 201],
    ['/old', '/posts/:splat', 400],
    ['/old-*', '/:splat', 201],
    ['/old/*', '/posts/*', 400],
    ['/old/*', '/posts/:splatter', 400],
    ['/old/*', '/posts/x:splat', 400],
    ['/old/*', '/:splat/:splat', 400],
    ['/old/*', '/posts/:splat/edit', 400],
    ['/old/*', '/posts?x=/:splat', 400],
    ['/old/*', '/posts#/:splat', 400],
    ['/old/*', 'https://:splat', 400],
    ['/old/*', 'https://new.example:splat', 400],
    ['/old/*', 'https://:splat.example/', 400],
    ['/old/*', '//:splat', 400],
    ['/old/*', '/old/:splat', 400],
    ['/old/*', '/Old/new/:splat', 400],
  ])('from %s appends the rest to %s: %s', async (from, to, status) => {
    const answer = await set(from, to);

    expect(answer.status).toBe(status);
    if (status === 400) expect(await storedAll('system')).toEqual({});
  });

  it('that appends the rest creates no loops or chains either', { tags: 'thorough' }, async () => {
    await set('/one/*', '/two/:splat');

    expect((await set('/two/*', '/one/:splat')).status).toBe(400);
    expect((await set('/two/*', '/three')).status).toBe(400);
    expect((await set('/two', '/three')).status).toBe(400);
    expect((await set('/zero/*', '/one/:splat')).status).toBe(400);
    expect((await set('/zero', '/one/x')).status).toBe(400);
    const other = await set('/a/*', '/b/:splat');
    expect((await api.patch(`${BASE}/${other.body.id}`, { to: '/one/x/:splat' }, admin)).status).toBe(400);
    expect((await api.patch(`${BASE}/${other.body.id}`, { from: '/a' }, admin)).status).toBe(400);
    expect((await api.patch(`${BASE}/${other.body.id}`, { from: '/c/*' }, admin)).body.to).toBe('/b/:splat');
    expect((await api.get(`${BASE}/patterns`, admin)).body).toHaveLength(2);
  });

  it('is one of at most 100', async () => {
    const patterns = Array.from({ length: 100 }, (_, n) => ({
      id: `p${n}`,
      from: `/p${n}/*`,
      prefix: `/p${n}/`,
      to: '/posts',
      status: 301,
      createdAt: new Date(),
    }));
    await db.doc('system/redirectPatterns').set({ patterns });

    expect(await set('/one-more/*', '/posts')).toMatchObject({ status: 400, writes: 0 });
    expect((await set('/one-more', '/posts')).status).toBe(201);
  });

  it('is matched in linear time', () => {
    const patterns = Array.from({ length: 100 }, (_, n) => ({ prefix: `/${'a'.repeat(400 + n)}` }));
    const begun = process.cpuUsage();
    for (let n = 0; n < 100; n += 1) matchPattern(patterns, `/${'a'.repeat(1_990)}`);

    expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(1_000);
    expect(matchPattern([{ prefix: '/old/' }], '/OLD')).not.toBeNull();
    expect(matchPattern([{ prefix: '/old/' }], '/older')).toBeNull();
  });
});

describe('an import', () => {
  it('adds all valid redirects, explains refusals, and can be repeated', async () => {
    const rows = [
      { from: '/one', to: '/tea', status: '302' },
      { from: '/api/x', to: '/tea' },
      { from: '/two', to: 'javascript:alert(1)' },
      { from: '/three', to: '/one' },
      { from: '/four', to: '/tea', status: 307 },
      { from: '/five/*', to: '/tea', status: '' },
    ];

    const { body } = await api.post(`${BASE}/import`, { rows }, admin);

    expect(body.added).toBe(2);
    expect(body.refused.map(({ row }: { row: number }) => row)).toEqual([1, 2, 3, 4]);
    const again = await api.post(`${BASE}/import`, { rows }, admin);
    expect(again.body).toEqual(body);
    expect(again.writes).toBe(0);
    expect((await api.get(BASE, admin)).body).toMatchObject([{ from: '/one', status: 302 }]);
  });

  it('checks each row as if the earlier ones were stored', async () => {
    const rows = [
      ['/a', '/b'],
      ['/b', '/c'],
      ['/z', '/a'],
      ['/a', '/b'],
      ['/A/', '/elsewhere'],
      ['/old/*', '/d/:splat'],
      ['/d/*', '/e'],
      ['/q', '/old/x'],
      ['/e*', '/f'],
      ['/g', '/d/x'],
      ['/old/x', '/h'],
      ['/old/*', '/d/:splat'],
    ].map(([from, to]) => ({ from, to }));

    const { body } = await api.post(`${BASE}/import`, { rows }, admin);

    const texts = { chain: REDIRECT_TEXTS.chain, follower: REDIRECT_TEXTS.follower, taken: REDIRECT_TEXTS.taken };
    expect(body.refused.map(({ row, reason }: { row: number; reason: string }) => [row, reason])).toEqual([
      [1, texts.follower],
      [2, texts.chain],
      [4, texts.taken],
      [6, texts.follower],
      [7, texts.chain],
    ]);
    expect(Object.keys(await storedAll('addresses'))).toHaveLength(3);
  });

  it('of 100 rows is one transaction, even if all lead to the same address', { tags: 'thorough' }, async () => {
    const rows = Array.from({ length: REDIRECT_LIMITS.imported }, (_, n) => ({ from: `/old-${n}`, to: '/tea' }));

    const first = await api.post(`${BASE}/import`, { rows }, admin);
    const more = [
      { from: '/tea', to: '/water' },
      { from: '/sea', to: '/tea' },
      { from: '/old-1', to: '/water' },
    ];
    const second = await api.post(`${BASE}/import`, { rows: more }, admin);
    const again = await api.post(`${BASE}/import`, { rows }, admin);

    expect([first.body.added, first.reads, first.writes]).toEqual([100, 106, 200]);
    expect(second.body).toMatchObject({ added: 1, refused: [{ row: 0 }, { row: 2 }] });
    expect(again.body).toEqual({ added: 100, refused: [] });
    expect(again.writes).toBe(0);
  });

  it('that overlaps another follows the rules and loses no pattern', { tags: 'thorough' }, async () => {
    const rows = (from: string, to: string) =>
      Array.from({ length: 20 }, (_, n) => ({ from: n % 2 ? `/${from}${n}` : `/${from}${n}/*`, to: `/${to}${n}` }));

    const [left, right] = await Promise.all([
      api.post(`${BASE}/import`, { rows: rows('l', 'r') }, admin),
      api.post(`${BASE}/import`, { rows: rows('r', 'l') }, admin),
    ]);

    expect([left.body.added, right.body.added].sort((a, b) => a - b)).toEqual([0, 20]);
    expect((await api.get(`${BASE}/patterns`, admin)).body).toHaveLength(10);
  });

  it('is possible beyond 5,000 set by hand, which are listed page by page', {
    tags: 'thorough',
    timeout: 60_000,
  }, async () => {
    const writer = db.bulkWriter();
    for (let n = 0; n < REDIRECT_LIMITS.byHand; n += 1) {
      const from = `/old-${String(n).padStart(4, '0')}`;
      const target = { to: '/tea', toId: addressId('/tea'), toPath: '/tea', status: 301, createdAt: new Date(0) };
      void writer.set(db.doc(`addresses/${addressId(from)}`), {
        path: from,
        kind: 'redirect',
        id: addressId(from),
        from,
        ...target,
        schemaVersion: 1,
      });
    }
    await writer.close();

    expect(await set('/one-more', '/tea')).toMatchObject({ status: 400, text: REDIRECT_TEXTS.full });
    expect((await set('/pattern/*', '/tea')).status).toBe(201);
    await db.doc(`addresses/${addressId('/old-0000')}`).delete();
    expect((await set('/one-more', '/tea')).status).toBe(201);
    const rows = Array.from({ length: REDIRECT_LIMITS.imported }, (_, n) => ({ from: `/more-${n}`, to: '/tea' }));
    const imported = await api.post(`${BASE}/import`, { rows }, admin);
    expect(imported.body).toEqual({ added: REDIRECT_LIMITS.imported, refused: [] });

    const page = await api.get(`${BASE}?limit=100`, admin);
    expect([page.body.length, page.headers.get('x-total-count'), page.reads]).toEqual([100, '5100', 106]);
    const found = await api.get(`${BASE}?q=/old-4999`, admin);
    expect(found.body).toMatchObject([{ from: '/old-4999', to: '/tea' }]);
  });
});
