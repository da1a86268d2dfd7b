import { beforeEach, describe, expect, it } from 'vitest';
import { createWork } from '../compose/work.ts';
import { addressIdOf } from '../mail/tokens.ts';
import { unsubscribeToken } from '../newsletter/tokens.ts';
import { encodeIssue, NEW_ISSUE } from '../newsletter-issues/newsletter-issues.converter.ts';
import { api, send } from '../testing/api.ts';
import { seedCategory, seedPost, storedAll } from '../testing/posts.ts';
import { auth, clock, db, dependencies, resetFirestore } from '../testing/server.ts';
import { signIn, type TestUser } from '../testing/users.ts';

beforeEach(resetFirestore);

const DAY_MS = 24 * 60 * 60_000;
const dayAt = (days: number) => new Date(clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1';

interface Visiting {
  readonly from?: string;
  readonly campaign?: string;
  readonly address?: string;
  readonly user?: TestUser;
  readonly headers?: Readonly<Record<string, string>>;
}

let visitors = 0;
const visit = (postId: string, { from, campaign, address, user, headers }: Visiting = {}) => {
  visitors += 1;
  return send('POST', `/api/posts/${postId}/view`, {
    user,
    headers: { 'x-forwarded-for': address ?? `198.51.100.${visitors}`, 'user-agent': PHONE, ...headers },
    body: { ...(from !== undefined && { referrer: from }), ...(campaign !== undefined && { campaign }) },
  });
};

/** A call from a browser; calls of programs are not counted. */
const byReader = (method: string, path: string, { headers, ...more }: Parameters<typeof send>[2] = {}) =>
  send(method, path, { ...more, headers: { 'content-type': 'application/json', 'user-agent': PHONE, ...headers } });

const rowsOf = async (query: string, user: TestUser) =>
  (await api.get(`/api/admin/analytics/traffic?${query}`, user)).body.rows;

/** Lets days pass until the function `work` has folded them. */
const passDays = async (days = 1) => {
  clock.advance(days * DAY_MS);
  await createWork(dependencies)();
};

describe('GET /api/admin/analytics/traffic', () => {
  it('counts views and daily visitors by source, campaign, country, device, language and the groups of the post', async () => {
    const admin = await signIn({ role: 'admin' });
    const category = await seedCategory('Tea');
    const post = await seedPost({
      categoryId: category.id,
      authorId: admin.id,
      authorIds: [admin.id],
      title: 'On tea',
    });
    const headers = { 'x-country-code': 'de', 'accept-language': 'pt-BR,pt;q=0.9' };

    await visit(post.id, { from: 'https://www.google.com/search?q=tea', headers });
    await visit(post.id, { from: 'Mastodon', campaign: 'Spring 2026' });
    await visit(post.id, { from: 'http://localhost:3000/posts/other' });
    await visit(post.id);

    for (const query of ['', `&post=${post.id}`]) {
      const of = (group: string) => rowsOf(`group=${group}${query}`, admin);
      expect(await of('source')).toEqual(
        ['google.com', 'mastodon', 'direct'].map((key) => ({ key, views: 1, visitors: 1 })),
      );
      expect(await of('campaign')).toEqual([{ key: 'spring 2026', views: 1, visitors: 1 }]);
      expect(await of('country')).toEqual([{ key: 'DE', views: 1, visitors: 1 }]);
      expect(await of('device')).toEqual([{ key: 'mobile', views: 4, visitors: 4 }]);
      expect(await of('language')).toEqual([{ key: 'pt', views: 1, visitors: 1 }]);
    }
    const traffic = (await api.get('/api/admin/analytics/traffic?group=post', admin)).body;
    expect(traffic).toEqual({
      from: dayAt(-29),
      to: dayAt(0),
      names: { [post.id]: 'On tea' },
      rows: [{ key: post.id, views: 4, visitors: 4 }],
    });
    expect((await api.get('/api/admin/analytics/traffic?group=category', admin)).body.names).toEqual({
      [category.id]: 'Tea',
    });
    expect(await rowsOf('group=author', admin)).toEqual([{ key: admin.id, views: 4, visitors: 4 }]);
  });

  it('returns the days of one source, campaign or country, for the site and for a post', async () => {
    const admin = await signIn({ role: 'admin' });
    const [post, other] = [await seedPost(), await seedPost()];
    const from = 'https://news.example/';
    await visit(post.id, { from, campaign: 'spring', headers: { 'x-country-code': 'DE' } });
    await visit(post.id);
    await passDays();
    for (const id of [post.id, other.id]) await visit(id, { from });

    const days = (query: string) => rowsOf(`group=day&from=${dayAt(-1)}&${query}`, admin);
    const rows = (...views: number[]) => views.map((n, at) => ({ key: dayAt(at - 1), views: n, visitors: n }));
    expect(await days('kind=source&key=news.example')).toEqual(rows(1, 2));
    expect(await days(`kind=source&key=news.example&post=${post.id}`)).toEqual(rows(1, 1));
    expect(await days('kind=campaign&key=spring')).toEqual(rows(1, 0));
    expect(await days('kind=country&key=DE')).toEqual(rows(1, 0));
    expect(await days('kind=country&key=FR')).toEqual(rows(0, 0));
    for (const query of ['group=day&kind=source', 'group=day&key=x', 'group=source&kind=source&key=x'])
      expect((await api.get(`/api/admin/analytics/traffic?${query}`, admin)).status).toBe(400);
    for (const query of ['kind=device&key=mobile', 'kind=source&key='])
      expect((await api.get(`/api/admin/analytics/traffic?group=day&${query}`, admin)).status).toBe(400);
  });

  it('counts a visitor once a day, however many posts are read, and again the next day', async () => {
    const admin = await signIn({ role: 'admin' });
    const [post, other] = [await seedPost(), await seedPost()];
    for (const id of [post.id, other.id]) await visit(id, { address: '203.0.113.9' });
    await passDays();
    await visit(post.id, { address: '203.0.113.9' });

    expect(await rowsOf(`group=day&from=${dayAt(-1)}&to=${dayAt(0)}`, admin)).toEqual([
      { key: dayAt(-1), views: 2, visitors: 1 },
      { key: dayAt(0), views: 1, visitors: 1 },
    ]);
    expect(await rowsOf('group=post', admin)).toEqual([
      { key: post.id, views: 2, visitors: 2 },
      { key: other.id, views: 1, visitors: 1 },
    ]);
  });

  it('counts neither robots, staff, authors, nor people who object, and nothing while the setting is off', async () => {
    const [admin, author, reader] = [
      await signIn({ role: 'admin' }),
      await signIn({ writing: 'author' }),
      await signIn(),
    ];
    const post = await seedPost({ authorId: author.id, authorIds: [author.id] });
    for (const user of [admin, author]) await visit(post.id, { user });
    for (const headers of [
      { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
      { 'user-agent': '' },
      { dnt: '1' },
      { 'sec-gpc': '1' },
      { 'sec-purpose': 'prefetch;prerender' },
    ]) {
      expect((await visit(post.id, { headers })).status).toBe(204);
    }
    expect(await storedAll('trafficShards')).toEqual({});
    await visit(post.id, { user: reader });
    await api.patch('/api/admin/settings', { traffic: { isOn: false } }, admin);
    await visit(post.id);
    await api.patch('/api/admin/settings', { traffic: { isOn: true } }, admin);

    expect(await rowsOf('group=day', admin)).toHaveLength(30);
    expect((await rowsOf('group=day', admin)).at(-1)).toEqual({ key: dayAt(0), views: 1, visitors: 1 });
  });

  it('stores no addresses, browsers or texts of strangers, and no salt beyond its day', async () => {
    const post = await seedPost();
    clock.advance(DAY_MS);
    const odd = [
      '<script>alert(1)</script>',
      'javascript:alert(1)',
      'x'.repeat(2_000),
      'ada@example.com',
      '+49 170 1234567',
    ];
    for (const text of odd) await visit(post.id, { from: text, campaign: text.slice(0, 200), address: '203.0.113.77' });
    // Counting a view has never required a readable body.
    for (const body of ['{', '[1]', JSON.stringify({ referrer: 'x'.repeat(2_049) })])
      expect((await byReader('POST', `/api/posts/${post.id}/view`, { body })).status).toBe(204);

    const stored = JSON.stringify(await storedAll('trafficShards'));
    for (const text of ['203.0.113.77', 'iPhone', '<', 'ada@', '1234567', 'xxxx']) expect(stored).not.toContain(text);
    expect(await storedAll('system')).toHaveProperty('trafficSalt');
    await passDays();
    expect(await storedAll('system')).not.toHaveProperty('trafficSalt');
    expect(await storedAll('trafficShards')).toEqual({});
  });

  it('keeps the top 50 sources of a day, and adds up the rest', { tags: 'thorough' }, async () => {
    const admin = await signIn({ role: 'admin' });
    const post = await seedPost();
    await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        for (let view = 0; view < (n < 50 ? 2 : 1); view += 1)
          await visit(post.id, { from: `https://site${n}.example/` });
      }),
    );
    await passDays();

    const rows = await rowsOf('group=source', admin);
    expect(rows).toHaveLength(51);
    expect(rows.at(-1)).toEqual({ key: 'other', views: 10, visitors: 10 });
  });

  it('is for staff, and for authors about their own posts', async () => {
    const [author, other] = [await signIn({ writing: 'author' }), await signIn({ writing: 'author' })];
    const post = await seedPost({ authorId: author.id, authorIds: [author.id] });
    const path = `/api/admin/analytics/traffic?group=day&post=${post.id}`;

    expect((await api.get(path, author)).status).toBe(200);
    expect((await api.get(`/api/admin/analytics/posts/${post.id}`, author)).status).toBe(200);
    expect((await api.get(path, other)).status).toBe(403);
    expect((await api.get(`/api/admin/analytics/posts/${post.id}`, other)).status).toBe(403);
    expect((await api.get('/api/admin/analytics/traffic?group=day', author)).status).toBe(403);
    expect((await api.get('/api/admin/analytics/traffic?group=day&post=gone', author)).status).toBe(403);
    const admin = await signIn({ role: 'admin' });
    expect((await api.get('/api/admin/analytics/traffic?group=day&post=gone', admin)).status).toBe(404);
    for (const query of ['group=colour', 'group=day&from=2026-13-01', 'group=day&from=2026-02-02&to=2026-02-01'])
      expect((await api.get(`/api/admin/analytics/traffic?${query}`, admin)).status).toBe(400);
  });
});

describe('POST /api/reading/end', () => {
  const end = (body: object | string, address?: string, headers = {}) => {
    visitors += 1;
    return send('POST', '/api/reading/end', {
      headers: { 'x-forwarded-for': address ?? `198.51.100.${visitors}`, 'user-agent': PHONE, ...headers },
      body,
    });
  };

  it('counts how far a post was read, once an hour for each visitor', async () => {
    const admin = await signIn({ role: 'admin' });
    const [post, draft] = [await seedPost(), await seedPost({ isPublished: false })];
    for (const read of [0, 25, 50, 100]) await end({ page: 'post', postId: post.id, read });
    for (let n = 0; n < 5; n += 1) await end({ page: 'post', postId: post.id, read: 100 }, '203.0.113.5');
    // Some browsers send beacons as plain text.
    const text = await end(JSON.stringify({ page: 'post', postId: post.id, read: 75 }), undefined, {
      'content-type': 'text/plain',
    });
    expect(text.status).toBe(204);
    for (const postId of [draft.id, 'forged']) await end({ page: 'post', postId, read: 100 });
    expect((await end({ page: 'post', postId: post.id, read: 60 })).status).toBe(400);

    const { body } = await api.get(`/api/admin/analytics/posts/${post.id}`, admin);
    expect(body.readThrough).toEqual({ visits: 6, quarter: 5, half: 4, threeQuarters: 3, whole: 2 });
    expect(JSON.stringify(await storedAll('trafficShards'))).not.toContain('forged');
  });

  it('stores search words once three visitors have sent them, and never words that may name a person', async () => {
    const admin = await signIn({ role: 'admin' });
    const search = (words: string, isFound: boolean, address?: string) =>
      end({ page: 'search', searches: [{ words, isFound }] }, address);
    for (let n = 0; n < 3; n += 1) await search('  Green TEA ', false);
    for (let n = 0; n < 5; n += 1) await search('my secret', true, '203.0.113.8');
    for (let n = 0; n < 4; n += 1) await search('ada@example.com', true);
    await search('4111 1111 1111', true);

    expect(JSON.stringify(await storedAll('trafficShards'))).not.toMatch(/secret|ada@|4111/);
    expect(await rowsOf('group=search', admin)).toEqual([
      { key: 'green tea', views: 3, visitors: 3 },
      { key: 'other', views: 6, visitors: 6 },
    ]);
    expect(await rowsOf('group=unfound', admin)).toEqual([{ key: 'green tea', views: 3, visitors: 3 }]);
    await passDays();
    expect(await rowsOf('group=search', admin)).toHaveLength(2);
  });

  it('counts a repeated search, and the speed of a kind of page, once an hour for each address', async () => {
    const admin = await signIn({ role: 'admin' });
    const body = {
      page: 'search',
      searches: [
        { words: 'tea', isFound: true },
        { words: ' TEA', isFound: true },
      ],
      lcp: 900,
    };
    for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3'])
      for (let n = 0; n < 4; n += 1) await end(body, address, { 'user-agent': `${PHONE} ${n}` });
    await end({ ...body, page: 'home' }, '203.0.113.1');
    clock.advance(60 * 60_000);
    await end(body, '203.0.113.1');

    expect(await rowsOf('group=search', admin)).toEqual([{ key: 'tea', views: 4, visitors: 3 }]);
    const { pages } = (await api.get('/api/admin/analytics/speed', admin)).body;
    expect(pages.map(({ page, visits }: { page: string; visits: number }) => [page, visits])).toEqual([
      ['home', 1],
      ['search', 4],
    ]);
  });

  it('measures the speed of pages, and reports since when they have been slower', async () => {
    const admin = await signIn({ role: 'admin' });
    for (const lcp of [900, 900, 900, 2_400]) {
      for (let n = 0; n < 30; n += 1) await end({ page: 'home', lcp: lcp + n, cls: 0.02 });
      await passDays();
    }

    const { body } = await api.get(`/api/admin/analytics/speed`, admin);
    expect(body.pages).toMatchObject([{ page: 'home', visits: 120, cls: 25, inp: null, slowerSince: dayAt(-1) }]);
    expect(body.pages[0].days.at(-2)).toEqual({ key: dayAt(-1), visits: 30, lcp: 2_500, inp: null, cls: 25 });
  });
});

describe('GET /api/admin/analytics/now', () => {
  it('returns the views of the last 30 minutes', async () => {
    const admin = await signIn({ role: 'admin' });
    const post = await seedPost();
    // No minute ends between the visits and the answer.
    const { body } = await clock.stopped(async () => {
      await visit(post.id);
      clock.advance(20 * 60_000);
      for (let n = 0; n < 2; n += 1) await visit(post.id);
      return api.get('/api/admin/analytics/now', admin);
    });

    expect(body.views).toBe(3);
    expect(body.minutes).toHaveLength(30);
    expect([body.minutes[9], body.minutes[29]]).toEqual([1, 2]);
    clock.advance(20 * 60_000);
    expect((await api.get('/api/admin/analytics/now', admin)).body.views).toBe(2);
  });
});

describe('GET /api/admin/analytics/won', () => {
  it('returns followers with the post that they came from, each once', async () => {
    const [admin, reader, author] = [
      await signIn({ role: 'admin' }),
      await signIn(),
      await signIn({ writing: 'author' }),
    ];
    const post = await seedPost({ authorId: author.id, authorIds: [author.id], title: 'On tea' });
    const category = await seedCategory();
    for (let n = 0; n < 2; n += 1)
      await byReader('PUT', `/api/following/author/${author.id}`, { body: { postId: post.id }, user: reader });
    await byReader('DELETE', `/api/following/author/${author.id}`, { user: reader });
    await byReader('PUT', `/api/following/author/${author.id}`, { body: { postId: post.id }, user: reader });
    const forged = { body: { postId: 'forged' }, user: reader };
    await byReader('PUT', `/api/following/category/${category.id}`, forged);

    const { body } = await api.get('/api/admin/analytics/won', admin);
    expect(body).toMatchObject({ subscribers: 0, followers: 2, names: { [post.id]: 'On tea' } });
    expect(body.posts).toEqual([{ key: post.id, subscribers: 0, followers: 1 }]);
    expect((await api.get(`/api/admin/analytics/posts/${post.id}`, author)).body.followers).toBe(1);
  });
});

describe('subscribers', () => {
  const tokenOf = async () => {
    const [mail] = Object.values(await storedAll('mail'));
    return /confirm#token=(\S+)/.exec(mail?.message.text)?.[1];
  };

  it('are counted when they confirm, with the post that they came from, which is then only in the total', async () => {
    const admin = await signIn({ role: 'admin' });
    const post = await seedPost({ title: 'On tea' });
    clock.advance(DAY_MS);
    const subscribe = (email: string, headers = {}) =>
      byReader('POST', '/api/newsletter/subscribe', { body: { email, postId: post.id }, headers });
    await subscribe('ada@example.com');
    expect(Object.values(await storedAll('subscribers'))).toMatchObject([{ fromPost: post.id }]);
    expect((await api.get('/api/admin/analytics/won', admin)).body.subscribers).toBe(0);
    for (let n = 0; n < 2; n += 1) await api.post('/api/newsletter/confirm', { token: await tokenOf() });

    expect(Object.values(await storedAll('subscribers'))).toMatchObject([{ isConfirmed: true, fromPost: null }]);
    const { body } = await api.get('/api/admin/analytics/won', admin);
    expect(body.posts).toEqual([{ key: post.id, subscribers: 1, followers: 0 }]);
    expect(body.days.at(-1)).toEqual({ key: dayAt(0), subscribers: 1, followers: 0 });
  });
});

it('stores no post for subscribers who object, or while counting is off', async () => {
  const admin = await signIn({ role: 'admin' });
  const post = await seedPost();
  const subscribe = (email: string, headers: Readonly<Record<string, string>>) =>
    byReader('POST', '/api/newsletter/subscribe', { body: { email, postId: post.id }, headers });

  expect((await subscribe('one@example.com', { dnt: '1' })).status).toBe(200);
  await api.patch('/api/admin/settings', { traffic: { isOn: false } }, admin);
  clock.advance(60_000);
  expect((await subscribe('two@example.com', {})).status).toBe(200);
  await api.patch('/api/admin/settings', { traffic: { isOn: true } }, admin);

  const stored = Object.values(await storedAll('subscribers'));
  expect(stored.map(({ fromPost }) => fromPost)).toEqual([null, null]);
});

it('covers a period that ends today at the latest and is not too long', async () => {
  const admin = await signIn({ role: 'admin' });
  const ask = (query: string) => api.get(`/api/admin/analytics/traffic?group=day&${query}`, admin);

  expect((await ask('to=2999-12-31')).body.to).toBe(dayAt(0));
  expect((await ask('from=2998-01-01&to=2999-12-31')).body).toMatchObject({ from: dayAt(0), to: dayAt(0) });
  for (const query of ['from=2001-01-01', 'to=9999-12-31', 'to=0000-01-05', 'from=2026-11-02&to=2026-11-01'])
    expect((await ask(query)).status).toBe(400);
});

describe('GET /api/admin/analytics/issues/:id', () => {
  const content =
    'Read [tea](https://tea.example/a?b=1&c=2), [again](https://tea.example/a?b=1&c=2) or [coffee](https://coffee.example/).';
  const begun = { status: 'sent', startedAt: new Date(), countsClicks: true };
  const seedIssue = (id: string, fields: object = begun) =>
    db.doc(`newsletterIssues/${id}`).set({
      ...encodeIssue({ ...NEW_ISSUE, subject: 'News', content }, { createdBy: 'ada', at: clock.now() }),
      counts: { audience: 9, submitted: 7, refused: 2, leftOut: 0, unconfirmed: 0 },
      ...fields,
    });
  const go = (path: string, userAgent = PHONE) =>
    send('GET', `/api/newsletter/go/${path}`, { headers: { 'user-agent': userAgent } });

  it('totals clicks by link, only leads to links of the issue, and counts unsubscriptions through it', async () => {
    const [admin, id] = [await signIn({ role: 'admin' }), addressIdOf('ada@example.com')];
    const at = clock.now();
    await seedIssue('one', { ...begun, startedAt: at });
    const subscribe = (confirmedAt: Date) =>
      db.doc(`subscribers/${id}`).set({ email: 'ada@example.com', isConfirmed: true, subscribedAt: at, confirmedAt });
    await subscribe(at);
    for (let n = 0; n < 3; n += 1) {
      const { status, headers } = await go('one/0');
      expect([status, headers.get('location')]).toEqual([302, 'https://tea.example/a?b=1&c=2']);
    }
    expect((await go('one/1', 'Googlebot/2.1')).headers.get('location')).toBe('https://coffee.example/');
    for (const path of ['one/2', 'two/0', 'one/https:%2F%2Fevil.example']) expect((await go(path)).status).toBe(404);
    const token = `${unsubscribeToken(dependencies.config.newsletterSecret, id)}.one`;
    for (let n = 0; n < 2; n += 1) await api.post('/api/newsletter/unsubscribe', { token });
    // Subscribed again after the issue was sent.
    await subscribe(new Date(at.getTime() + 1));
    await api.post('/api/newsletter/unsubscribe', { token });

    expect((await api.get('/api/admin/analytics/issues/one', admin)).body).toEqual({
      issueId: 'one',
      subject: 'News',
      submitted: 7,
      refused: 2,
      left: 1,
      clicks: [
        { url: 'https://tea.example/a?b=1&c=2', clicks: 3 },
        { url: 'https://coffee.example/', clicks: 0 },
      ],
    });
    expect((await api.get('/api/admin/analytics/issues/none', admin)).status).toBe(404);
  });

  it('does not count unsubscriptions with a made-up issue, or one that was not sent, in the token', async () => {
    const [at, id] = [clock.now(), addressIdOf('ada@example.com')];
    await seedIssue('draft', { status: 'draft' });
    for (const end of ['forged', 'draft']) {
      const known = { email: 'ada@example.com', isConfirmed: true, subscribedAt: at, confirmedAt: at };
      await db.doc(`subscribers/${id}`).set(known);
      const token = `${unsubscribeToken(dependencies.config.newsletterSecret, id)}.${end}`;
      expect((await api.post('/api/newsletter/unsubscribe', { token })).status).toBe(204);
    }

    expect(await storedAll('trafficShards')).toEqual({});
  });

  it('counts clicks only if the issue was sent with counting', async () => {
    const admin = await signIn({ role: 'admin' });
    await seedIssue('quiet', { ...begun, countsClicks: false });
    await seedIssue('draft', { status: 'draft' });
    for (const path of ['quiet/0', 'draft/0']) expect((await go(path)).status).toBe(404);
    expect((await api.get('/api/admin/analytics/issues/quiet', admin)).body.clicks).toBeNull();
  });
});

describe('the weekly summary', () => {
  it('is emailed to staff who chose it, once each Monday', async () => {
    const [admin, reader] = [await signIn({ role: 'admin' }), await signIn()];
    const post = await seedPost({ title: 'On tea' });
    for (const { id } of [admin, reader]) await auth.updateUser(id, { emailVerified: true });
    for (const user of [admin, reader]) await api.patch('/api/mail-choices', { figures: true }, user);
    await visit(post.id, { from: 'https://news.example/' });
    // Advances to Monday at noon.
    const days = ((8 - clock.now().getUTCDay()) % 7) + (clock.now().getUTCDay() === 1 ? 7 : 0);
    clock.advance(days * DAY_MS + Date.parse(`${dayAt(0)}T12:00:00Z`) - clock.now().getTime());
    for (let n = 0; n < 2; n += 1) await createWork(dependencies)();

    const mails = Object.values(await storedAll('mail'));
    expect(mails).toMatchObject([
      { to: admin.email, kind: 'figures', message: { subject: 'The week at Inkwell: 1 view' } },
    ]);
    for (const words of ['On tea: 1 view', 'news.example', '/admin/analytics'])
      expect(mails[0]?.message.text).toContain(words);
  });
});
