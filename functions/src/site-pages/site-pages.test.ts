import { CONFLICT_MARKERS, CONFLICT_MARKERS_LEFT } from '@inkwell/shared/conflict-markers';
import { SITE_PAGE_TEXTS } from '@inkwell/shared/site-pages';
import { describe, expect, it } from 'vitest';
import { createPublish } from '../compose/publish.ts';
import { createSweep } from '../compose/sweep.ts';
import { api, send } from '../testing/api.ts';
import { stored, storedActs, storedAll } from '../testing/posts.ts';
import { clock, db, dependencies } from '../testing/server.ts';
import { signInEach } from '../testing/users.ts';

const BASE = '/api/admin/pages';
const DAY_MS = 86_400_000;
const ABOUT = { title: 'About us', slug: 'about', content: 'We write.', isPublished: true };

const { moderator, admin } = signInEach({ moderator: { role: 'moderator' }, admin: { role: 'admin' } });

const create = async (fields: object = {}) => (await api.post(BASE, { ...ABOUT, ...fields }, moderator)).body;
const statusOf = async (slug: string) => (await api.get(`/api/pages/${encodeURIComponent(slug)}`)).status;

describe('a page of the site', () => {
  it('is created by staff and read by everybody while it is published', async () => {
    const search = { searchTitle: 'About', searchDescription: 'Who we are', isHiddenFromSearch: true };
    const fields = { ...ABOUT, ...search, language: 'de', math: true };
    const made = await api.post(BASE, fields, moderator);

    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ ...fields, status: 'published', publishAt: null, trashedAt: null });
    const { status: _s, publishAt: _p, trashedAt: _t, ...shown } = made.body;
    expect((await api.get('/api/pages/about')).body).toEqual(shown);
    expect((await api.get(`${BASE}/${made.body.id}`, moderator)).body).toEqual(made.body);

    await api.patch(`${BASE}/${made.body.id}`, { isPublished: false }, moderator);
    expect(await statusOf('about')).toBe(404);
    expect((await api.get(`${BASE}/${made.body.id}`, moderator)).body).toMatchObject({ status: 'draft' });
    expect((await api.get(`${BASE}/none`, moderator)).status).toBe(404);
    expect((await api.delete(`${BASE}/none`, moderator)).status).toBe(404);
  });

  it('is not published with conflict markers', async () => {
    const refused = await api.post(BASE, { ...ABOUT, content: CONFLICT_MARKERS.mine }, moderator);
    const { id } = await create({ content: CONFLICT_MARKERS.mine, isPublished: false });
    const late = await api.patch(`${BASE}/${id}`, { isPublished: true }, moderator);

    for (const { status, text } of [refused, late]) expect([status, text]).toEqual([400, CONFLICT_MARKERS_LEFT]);
  });

  it('is in no list or count of posts, and not found by search', async () => {
    await create({ title: 'Harbour' });

    expect((await api.get('/api/posts')).body).toEqual([]);
    expect((await api.get('/api/posts/search?q=harbour')).body).toEqual([]);
    expect((await api.get('/api/admin/posts', moderator)).body).toEqual([]);
    for (const collection of ['posts', 'counters', 'searchIndex', 'sitemapShards'])
      expect(await storedAll(collection)).toEqual({});
  });

  it('is created once by a repeated request, and not again after its removal', async () => {
    const headers = { 'idempotency-key': 'the-same-key' };
    const make = () => send('POST', BASE, { user: moderator, body: ABOUT, headers });
    const [one, two] = [await make(), await make()];

    expect([one.status, two.status]).toEqual([201, 201]);
    expect(two.body).toEqual(one.body);
    expect(Object.keys(await storedAll('pages'))).toHaveLength(1);
    await db.doc(`pages/${one.body.id}`).update({ deletedAt: clock.now() });
    const late = await make();
    expect([late.status, late.text]).toEqual([409, 'The page made by this request was deleted since']);
  });

  it('refuses an edit of an outdated page with the stored state and its last editor', async () => {
    const page = await create();
    await api.patch(`${BASE}/${page.id}`, { content: 'We read.', baseUpdatedAt: page.updatedAt }, admin);

    const late = await api.patch(
      `${BASE}/${page.id}`,
      { content: 'We nap.', baseUpdatedAt: page.updatedAt },
      moderator,
    );

    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({ content: 'We read.', lastEditedBy: { id: admin.id } });
    expect(late.writes).toBe(0);
  });

  it('removes the draft behind it when saved', async () => {
    const sitting = 'a'.repeat(20);
    const { body: draft } = await api.put('/api/drafts/newpage', { title: 'About', sitting }, moderator);

    await create({ draft: { key: 'newpage', version: draft.version, sitting } });

    expect((await api.get('/api/drafts', moderator)).body).toEqual([]);
  });

  it('keeps revisions and an activity of staff actions', async () => {
    const { id } = await create({ isPublished: false });
    await api.patch(`${BASE}/${id}`, { title: 'Us' }, moderator);
    await api.patch(`${BASE}/${id}`, { isPublished: true }, moderator);

    expect((await db.collection(`pages/${id}/revisions`).get()).size).toBe(3);
    const acts = (await storedActs()).filter(({ target }) => target === `pages/${id}`);
    expect(acts.map(({ action }) => action).sort()).toEqual(['page.create', 'page.edit', 'page.publish']);
  });

  it('is restored from a revision, except for its address', async () => {
    const { id } = await create({ title: 'First', language: 'de' });
    await api.patch(`${BASE}/${id}`, { title: 'Second', slug: 'second', content: 'New.', language: null }, moderator);
    const path = `${BASE}/${id}/revisions`;
    const { body: revisions } = await api.get(path, moderator);
    expect(revisions.map(({ title, reason }: { title: string; reason: string }) => [title, reason])).toEqual([
      ['Second', 'save'],
      ['First', 'publish'],
    ]);
    const [, first] = revisions;
    expect((await api.get(`${path}/${first.id}`, moderator)).body).toMatchObject({ title: 'First', slug: 'about' });

    const base = { baseUpdatedAt: revisions[1].createdAt };
    expect((await api.post(`${path}/${first.id}/restore`, base, moderator)).status).toBe(409);
    const restored = await api.post(`${path}/${first.id}/restore`, {}, moderator);

    expect(restored.body).toMatchObject({ title: 'First', content: ABOUT.content, language: 'de', slug: 'second' });
    expect((await api.get(path, moderator)).body[0]).toMatchObject({ reason: 'restore', restoredId: first.id });
    await api.delete(`${BASE}/${id}`, moderator);
    expect((await api.get(path, moderator)).status).toBe(404);
  });

  it('is published at its scheduled time', async () => {
    const publishAt = new Date(clock.now().getTime() + DAY_MS).toISOString();
    const page = await create({ isPublished: false, publishAt });
    expect(page).toMatchObject({ status: 'scheduled', publishAt });
    const publish = createPublish({ ...dependencies, log: () => undefined });

    await publish();
    expect(await statusOf('about')).toBe(404);
    clock.advance(DAY_MS + 60_000);
    await publish();

    expect(await statusOf('about')).toBe(200);
  });

  it('is scheduled like a post: moved, undone, cancelled, and never after its publication', async () => {
    const [first, second] = [DAY_MS, 2 * DAY_MS].map((ms) => new Date(clock.now().getTime() + ms).toISOString());
    const { id, updatedAt } = await create({ isPublished: false, publishAt: first });
    const plan = (body: object) => api.patch(`${BASE}/${id}`, body, moderator);

    expect((await plan({ publishAt: second })).body).toMatchObject({ publishAt: second, updatedAt });
    expect((await plan({ publishAt: null, basePublishAt: first, undo: true })).status).toBe(409);
    const back = { publishAt: first, basePublishAt: second, undo: true };
    for (const time of [1, 2])
      expect([time, (await plan(back)).body]).toMatchObject([time, { status: 'scheduled', publishAt: first }]);
    expect((await plan({ publishAt: new Date(0).toISOString() })).status).toBe(400);
    expect((await plan({ publishAt: first, isPublished: true })).status).toBe(400);
    const noted = (await storedActs()).filter(({ action }) => action === 'page.schedule');
    expect(noted.map(({ actorId, target }) => [actorId, target])).toEqual(Array(3).fill([moderator.id, `pages/${id}`]));

    clock.advance(DAY_MS + 60_000);
    await createPublish({ ...dependencies, log: () => undefined })();
    const late = await plan({ publishAt: second });
    expect([late.status, late.body]).toMatchObject([409, { status: 'published', publishAt: null }]);
    expect((await storedActs()).find(({ action }) => action === 'page.publish')).toMatchObject({
      actorId: 'scheduler',
      onBehalfOf: moderator.id,
      target: `pages/${id}`,
    });
  });

  it('keeps its pictures', async () => {
    const name = '1763700000000-a-40x30.webp';
    const { id } = await create({ content: `![Us](/images/${name})` });

    expect(await stored(`pages/${id}`)).toMatchObject({ pictures: [name] });
  });
});

describe('the list of pages', () => {
  it('begins with the most recently changed one, finds words in titles, and shows the trash separately', async () => {
    const [about, privacy, gone] = [
      await create(),
      await create({ title: 'Privacy policy', slug: 'privacy' }),
      await create({ title: 'Old policy', slug: 'old', language: 'de' }),
    ];
    await api.delete(`${BASE}/${gone.id}`, moderator);
    clock.advance(1_000);
    await api.patch(`${BASE}/${about.id}`, { content: 'We write a lot.' }, moderator);
    const titles = async (query: string) =>
      (await api.get(`${BASE}${query}`, moderator)).body.map(({ title }: { title: string }) => title);

    expect(await titles('')).toEqual(['About us', 'Privacy policy']);
    expect(await titles('?q=poli')).toEqual(['Privacy policy']);
    expect(await titles('?q=policy%20priv')).toEqual(['Privacy policy']);
    expect(await titles('?status=trash')).toEqual(['Old policy']);
    const [trashed] = (await api.get(`${BASE}?status=trash`, moderator)).body;
    expect(trashed).toMatchObject({ slug: 'old', language: 'de', status: 'trash', trashedAt: expect.any(String) });
    expect(trashed).not.toHaveProperty('content');
    expect((await api.get(`${BASE}?limit=1`, moderator)).headers.get('link')).toContain('rel="next"');
    expect(privacy.slug).toBe('privacy');
  });
});

describe('the address of a page', () => {
  const REFUSED = [
    ...['', ' ', '..', '.', 'new', 'api', 'admin', 'posts', 'NEW', 'About', 'a/b', '/about', 'a b', 'a--b', '-a', 'a-'],
    ...['llms.txt', '.well-known', 'sitemap.xml', 'mcp', 'reading-list', 'following', 'series', 'pictures', '__'],
    ...['🍵', 'x'.repeat(101), 'x'.repeat(191), '\u202eabout', 'abo\u200but', 'a%2fb', 'a?b', 'a#b'],
    // Cyrillic and Greek letters that look like Latin ones, and a Turkish one; the wide forms of letters become those letters.
    ...['аdmin', 'арі', 'αpi', 'adm\u0131n', 'ａｐｉ', 'аbout'],
  ];

  it('cannot be an app address, a path, or one that looks like another', async () => {
    const { id } = await create({ slug: 'fine' });
    for (const slug of REFUSED) {
      const refusal = { status: 400, writes: 0 };
      expect(await api.post(BASE, { ...ABOUT, slug }, moderator), slug).toMatchObject(refusal);
      expect(await api.patch(`${BASE}/${id}`, { slug }, moderator), slug).toMatchObject(refusal);
    }
  });

  it('can be in any script', async () => {
    for (const slug of ['about', 'über-uns', 'о-нас', '私たち', 'من-نحن', 'עלינו', 'x'.repeat(100), '404', 'newest']) {
      expect((await create({ slug })).slug).toBe(slug);
      expect(await statusOf(slug)).toBe(200);
    }
  });

  it('is derived from the title by default, and refused if the title allows none', async () => {
    expect((await create({ slug: undefined, title: 'Über uns!' })).slug).toBe('uber-uns');
    for (const [title, refusal] of [
      ['🍵', SITE_PAGE_TEXTS.slugRequired],
      ['New', SITE_PAGE_TEXTS.reserved],
      ['/', SITE_PAGE_TEXTS.slugRequired],
    ]) {
      const { status, text } = await api.post(BASE, { ...ABOUT, slug: undefined, title }, moderator);
      expect([status, text]).toEqual([400, refusal]);
    }
  });

  it('is the same for all forms of its letters, and belongs to one page only', async () => {
    await create({ slug: 'café' });

    const again = await api.post(BASE, { ...ABOUT, slug: 'cafe\u0301' }, moderator);
    expect(again).toMatchObject({ status: 409, writes: 0 });
    const other = await create({ slug: 'tea', isPublished: false });
    expect((await api.patch(`${BASE}/${other.id}`, { slug: 'café' }, moderator)).status).toBe(409);
  });

  it('goes to one of two pages that are created concurrently', async () => {
    const answers = await Promise.all([1, 2].map((n) => api.post(BASE, { ...ABOUT, title: `Page ${n}` }, moderator)));

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('still leads to the page after each rename, until another page takes it', async () => {
    const { id } = await create({ slug: 'one' });
    await api.patch(`${BASE}/${id}`, { slug: 'two' }, moderator);
    await api.patch(`${BASE}/${id}`, { slug: 'three' }, moderator);
    for (const old of ['one', 'two', 'three'])
      expect((await api.get(`/api/pages/${old}`)).body).toMatchObject({ id, slug: 'three' });

    const other = await create({ slug: 'one', title: 'The other' });
    expect((await api.get('/api/pages/one')).body).toMatchObject({ id: other.id });
    expect((await api.patch(`${BASE}/${id}`, { slug: 'one' }, moderator)).status).toBe(409);
    expect((await api.patch(`${BASE}/${id}`, { slug: 'two' }, moderator)).body).toMatchObject({ slug: 'two' });
  });

  it('may be that of a redirect, which ends; a redirect never takes that of a page', async () => {
    const redirects = '/api/admin/redirects';
    await api.post(redirects, { from: '/about', to: '/posts' }, admin);
    expect(await statusOf('about')).toBe(404);

    const { id } = await create();
    expect((await api.get(redirects, admin)).body).toEqual([]);
    await api.patch(`${BASE}/${id}`, { slug: 'us', isPublished: false }, moderator);

    for (const from of ['/about', '/us', '/US/'])
      expect((await api.post(redirects, { from, to: '/posts' }, admin)).status).toBe(409);
  });

  it('shows its current use before it is taken', async () => {
    const page = await create({ slug: 'one' });
    await api.patch(`${BASE}/${page.id}`, { slug: 'two' }, moderator);
    await api.post('/api/admin/redirects', { from: '/old', to: '/posts' }, admin);
    const state = async (slug: string, query = '') =>
      (await api.get(`/api/admin/page-slugs/${slug}${query}`, moderator)).body;

    expect(await state('three')).toEqual({ is: 'free', leadsTo: null });
    expect(await state('one')).toEqual({ is: 'moved', leadsTo: 'About us' });
    expect(await state('one', `?id=${page.id}`)).toEqual({ is: 'own', leadsTo: null });
    expect(await state('two')).toEqual({ is: 'taken', leadsTo: 'About us' });
    expect(await state('old')).toEqual({ is: 'redirect', leadsTo: '/posts' });
    expect((await api.get('/api/admin/page-slugs/admin', moderator)).status).toBe(404);
    await db.doc(`pages/${page.id}`).delete();
    expect(await state('two')).toEqual({ is: 'free', leadsTo: null });
    expect(await statusOf('two')).toBe(404);
  });

  it('works immediately even if it was requested before', async () => {
    expect(await statusOf('about')).toBe(404);
    await create();
    expect(await statusOf('about')).toBe(200);
  });
});

describe('a page in the trash', () => {
  it('keeps its address, is restored unpublished, and is removed with its addresses after 30 days', async () => {
    const { id } = await create({ slug: 'one' });
    await api.patch(`${BASE}/${id}`, { slug: 'two' }, moderator);
    for (const time of [1, 2])
      expect([time, (await api.delete(`${BASE}/${id}`, moderator)).status]).toEqual([time, 204]);
    expect(await statusOf('two')).toBe(404);
    expect((await api.post(BASE, { ...ABOUT, slug: 'two' }, moderator)).status).toBe(409);

    const back = await api.post(`${BASE}/${id}/undelete`, undefined, moderator);
    expect(back.body).toMatchObject({ id, slug: 'two', status: 'draft' });
    await api.patch(`${BASE}/${id}`, { isPublished: true }, moderator);
    expect(await statusOf('one')).toBe(200);

    await api.delete(`${BASE}/${id}`, moderator);
    clock.advance(31 * DAY_MS);
    await createSweep(dependencies)();
    expect(await storedAll('pages')).toEqual({});
    expect(await storedAll('addresses')).toEqual({});
    expect((await db.collection(`pages/${id}/revisions`).get()).empty).toBe(true);
    expect((await api.post(`${BASE}/${id}/undelete`, undefined, moderator)).status).toBe(404);
    expect((await create({ slug: 'two' })).slug).toBe('two');
  });
});
