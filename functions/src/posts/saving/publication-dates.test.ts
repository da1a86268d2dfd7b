import type { StaffPost } from '@inkwell/shared/posts';
import { SCHEDULE_TEXTS } from '@inkwell/shared/schedule';
import { FieldValue } from 'firebase-admin/firestore';
import { describe, expect, it } from 'vitest';
import { createNewPostRepository } from '../../following/new-posts.repository.ts';
import { createDigestRepository } from '../../newsletter-issues/digest.repository.ts';
import { api, pagesOf } from '../../testing/api.ts';
import { expectCost } from '../../testing/costs.ts';
import { seedCategory, seedPost, storedAll, storedPost } from '../../testing/posts.ts';
import { recountPublication } from '../../testing/recount-publication.ts';
import { serveEachTest } from '../../testing/served.ts';
import { clock, db, responseCache } from '../../testing/server.ts';
import { signIn, type TestUser } from '../../testing/users.ts';

const DAY_MS = 86_400_000;
const OLD = '2019-05-04T10:30:00.000Z';

const pages = serveEachTest();
const recount = () => recountPublication(db, clock, pages.get);
const ago = (ms: number) => new Date(clock.now().getTime() - ms).toISOString();
const change = (id: string, body: object, by: TestUser = pages.admin) => api.patch(`/api/posts/${id}`, body, by);
const titlesOf = ({ body }: { body: unknown }) => (body as { title: string }[]).map(({ title }) => title);

/** Posts at intervals of an hour, latest first, all with the same author, category, tag and series. */
async function seedDated(titles: readonly string[]): Promise<StaffPost[]> {
  const { id: categoryId } = await seedCategory('Sea');
  const { id: seriesId } = (await api.post('/api/admin/series', { name: 'Coast' }, pages.admin)).body;
  const posts: StaffPost[] = [];
  for (const [n, title] of titles.entries()) {
    const fields = { title, categoryId, seriesId, seriesPlace: 1, tags: ['Tides'], authorId: pages.admin.id };
    const post = await seedPost(fields);
    posts.push((await change(post.id, { publishedAt: ago((n + 1) * 3_600_000) })).body);
  }
  return posts;
}

/** All pages of a list. */
const paged = async (path: string, limit: number): Promise<string[]> =>
  (await pagesOf(`${path}${path.includes('?') ? '&' : '?'}limit=${limit}`)).flatMap(titlesOf);

describe('a published post with a new date', () => {
  it('moves in every list, feed, sitemap, calendar, series and search, and back', async () => {
    const [first, second, third] = await seedDated(['First', 'Second', 'Third']);
    const { id: categoryId } = first?.category ?? {};
    const lists = ['/api/posts', `/api/posts?categoryId=${categoryId}`, '/api/posts?tag=tides'];
    const ofAuthor = `/api/posts?authorId=${pages.admin.id}`;
    const orders = async () => ({
      lists: await Promise.all([...lists, ofAuthor].map((path) => paged(path, 1))),
      series: await paged('/api/posts?series=coast', 1),
    });
    const months = async () =>
      Object.entries(await storedAll('sitemapShards')).flatMap(([shard, { posts }]) =>
        Object.keys(posts).includes(first?.id ?? '') ? [shard.slice(0, 7)] : [],
      );
    const inSearch = async (year: number) =>
      JSON.stringify((await api.get(`/api/search?q=first&year=${year}`)).body).includes(`${first?.id}`);
    const inCalendar = async () => {
      const { body } = await api.get(
        '/api/admin/calendar?from=2019-05-01T00:00:00Z&to=2019-06-01T00:00:00Z',
        pages.admin,
      );
      return body.entries.map(({ id, at }: { id: string; at: string }) => [id, at]);
    };
    expect(await orders()).toEqual({
      lists: lists.concat(ofAuthor).map(() => ['First', 'Second', 'Third']),
      series: ['Third', 'Second', 'First'],
    });

    const moved = await change(first?.id ?? '', { publishedAt: OLD, baseUpdatedAt: first?.updatedAt });

    expect(moved).toMatchObject({ status: 200, body: { publishedAt: OLD, isPublished: true } });
    expect(await orders()).toEqual({
      lists: lists.concat(ofAuthor).map(() => ['Second', 'Third', 'First']),
      series: ['First', 'Third', 'Second'],
    });
    expect(await months()).toEqual(['2019-05']);
    expect(await inCalendar()).toEqual([[first?.id, OLD]]);
    expect([await inSearch(2019), await inSearch(clock.now().getUTCFullYear())]).toEqual([true, false]);
    const { text: feed } = await pages.get('/feed.xml');
    expect(feed).toMatch(
      new RegExp(`/posts/${second?.id}</id>[\\s\\S]*/posts/${first?.id}</id>[\\s\\S]*<published>${OLD}`),
    );
    expect((await pages.get(`/authors/${pages.admin.id}/ada-lovelace`)).text).toMatch(/Second[\s\S]*Third[\s\S]*First/);
    expect(await recount()).toEqual([]);

    await change(first?.id ?? '', { publishedAt: first?.publishedAt });

    expect((await orders()).lists[0]).toEqual(['First', 'Second', 'Third']);
    expect(await months()).toEqual([first?.publishedAt?.slice(0, 7)]);
    expect(await inCalendar()).toEqual([]);
    expect(await recount()).toEqual([]);
    expect(third?.id).toBeDefined();
  });

  it('is in each list once while somebody pages through posts of the same time', async () => {
    const posts = await seedDated(['A', 'B', 'C', 'D', 'E']);
    for (const { id } of posts) expect((await change(id, { publishedAt: OLD })).status).toBe(200);

    for (const limit of [1, 2, 3]) expect((await paged('/api/posts', limit)).sort()).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect((await paged('/api/posts?series=coast', 2)).sort()).toEqual(['A', 'B', 'C', 'D', 'E']);
  });

  it('keeps views and likes, and has a revision and an entry in the activity', async () => {
    const { id } = await seedPost();
    await api.post(`/api/posts/${id}/view`);
    await createNewPostRepository(db).note(clock.now());

    const answer = await change(id, { publishedAt: OLD });

    expectCost(answer, 'another date of a published post');
    expect(answer.body.views).toBe(1);
    const { body: revisions } = await api.get(`/api/posts/${id}/revisions`, pages.admin);
    expect(revisions[0]).toMatchObject({ publishedAt: OLD, reason: 'save' });
    const acts = Object.values(await storedAll('audit')).filter(({ action }) => action === 'post.edit');
    expect(acts).toMatchObject([{ after: { publishedAt: { seconds: Date.parse(OLD) / 1000 } } }]);
    // A revision restores the text, not the date.
    const restored = await api.post(
      `/api/posts/${id}/revisions/${revisions.at(-1).id}/restore`,
      undefined,
      pages.admin,
    );
    expect(restored.body.publishedAt).toBe(OLD);
  });

  it('may be older than the date fields', async () => {
    const { id } = await seedPost({ title: 'Older' });
    await db.doc(`posts/${id}`).update({ announcedAt: FieldValue.delete(), publishedAt: new Date('2021-01-01') });
    await db.doc(`searchIndex/${id}`).delete();

    expect((await change(id, { publishedAt: OLD })).status).toBe(200);

    expect((await storedPost(id))?.announcedAt.toDate()).toEqual(new Date('2021-01-01'));
    responseCache.invalidate();
    expect(await recount()).toEqual(expect.not.arrayContaining([expect.stringContaining('dates')]));
  });
});

describe('a date of publication', () => {
  it.each<[string, unknown, string]>([
    ['in the future', () => ago(-60_000), SCHEDULE_TEXTS.date],
    ['before 1970', '1969-12-31T23:59:59Z', SCHEDULE_TEXTS.date],
    ['missing', null, SCHEDULE_TEXTS.noDate],
  ])('that is %s is refused', async (_, given, message) => {
    const { id } = await seedPost();
    const publishedAt = typeof given === 'function' ? given() : given;

    const before = await storedPost(id);
    expect(await change(id, { publishedAt })).toMatchObject({ status: 400, text: message });
    expect(await storedPost(id)).toEqual(before);
  });

  it('accepts any offset, and conflicts like other fields', async () => {
    const { id, updatedAt } = await seedPost();
    const first = await change(id, { publishedAt: '2019-05-04T12:30:00+02:00', baseUpdatedAt: updatedAt });
    expect(first.body.publishedAt).toBe(OLD);

    const late = await change(id, { publishedAt: '2018-01-01T00:00:00Z', baseUpdatedAt: updatedAt });
    expect(late).toMatchObject({ status: 409, body: { publishedAt: OLD } });
    // Setting the same date changes nothing.
    expect((await change(id, { publishedAt: OLD })).body.updatedAt).toBe(first.body.updatedAt);
  });

  it('can be set by authors on their own posts, but not by contributors', async () => {
    const [author, stranger, contributor] = await Promise.all([
      signIn({ writing: 'author' }),
      signIn({ writing: 'author' }),
      signIn({ writing: 'contributor' }),
    ]);
    const create = async (by: TestUser, fields: object = {}) =>
      api.post('/api/posts', { title: 'Own', content: 'Text', ...fields }, by);
    const { body: own } = await create(author, { isPublished: true });
    const { body: draft } = await create(contributor);

    expect(await change(own.id, { publishedAt: OLD }, author)).toMatchObject({
      status: 200,
      body: { publishedAt: OLD },
    });
    expect((await change(own.id, { publishedAt: '2018-01-01T00:00:00Z' }, stranger)).status).toBe(403);
    expect((await change(draft.id, { publishedAt: OLD }, contributor)).status).toBe(403);
    expect((await create(contributor, { publishedAt: OLD })).status).toBe(403);
  });

  it('waits in an unpublished post, and is cleared by the publication time', async () => {
    const { id } = await seedPost({ isPublished: false, authorId: pages.admin.id });
    expect((await change(id, { publishedAt: OLD })).body).toMatchObject({ publishedAt: OLD, status: 'draft' });
    expect(titlesOf(await api.get('/api/posts'))).toEqual([]);

    expect((await change(id, { isPublished: true })).body.publishedAt).toBe(OLD);
    expect(await recount()).toEqual([]);
    await change(id, { isPublished: false });
    const began = clock.now().toISOString();
    const { body } = await change(id, { isPublished: true, publishedAt: null });

    expect(body.publishedAt >= began).toBe(true);
    const born = await api.post(
      '/api/posts',
      { title: 'Born old', content: 'Text', isPublished: true, publishedAt: OLD },
      pages.admin,
    );
    expect(born).toMatchObject({ status: 201, body: { publishedAt: OLD } });
  });

  it('stays when a publication is undone, whose own date is removed', async () => {
    const [dated, undated] = [await seedPost({ isPublished: false }), await seedPost({ isPublished: false })];
    await change(dated.id, { publishedAt: OLD });
    const undone = async (id: string) => {
      const { updatedAt } = (await change(id, { isPublished: true })).body;
      return (await change(id, { isPublished: false, baseUpdatedAt: updatedAt, undo: true })).body.publishedAt;
    };

    expect([await undone(dated.id), await undone(undated.id)]).toEqual([OLD, null]);
  });
});

describe('a post that moves to today', () => {
  const newPosts = createNewPostRepository(db);
  const note = async () => {
    clock.advance(60_000);
    await newPosts.note(clock.now());
  };
  const best = () => {
    const digests = createDigestRepository(db, { pictures: {} as never, jobs: {} as never });
    return digests.bestOf({ from: new Date(ago(DAY_MS)), to: new Date(ago(-DAY_MS)) }, 7);
  };
  const look = async (reader: TestUser) => (await api.post('/api/following/look', undefined, reader)).body.newPosts;

  it('notifies nobody and is in no digest, even after it was unpublished', async () => {
    const reader = await signIn();
    const post = await seedPost({ title: 'Long ago', authorId: pages.admin.id });
    await change(post.id, { publishedAt: OLD });
    const later = await seedPost({ title: 'Unpublished since', authorId: pages.admin.id });
    await db.doc(`posts/${post.id}`).update({ announcedAt: new Date(OLD) });
    clock.advance(2 * DAY_MS);
    await note();
    expect((await api.put(`/api/following/author/${pages.admin.id}`, undefined, reader)).status).toBe(204);
    clock.advance(60_000);

    await change(post.id, { publishedAt: ago(1_000) });
    await change(later.id, { isPublished: false });
    await change(later.id, { isPublished: true, publishedAt: ago(1_000) });
    await note();
    expect(await look(reader)).toBe(0);
    clock.advance(DAY_MS / 2);
    await note();

    expect(await look(reader)).toBe(0);
    expect(await best()).toEqual([]);
    const fresh = await seedPost({ title: 'New', authorId: pages.admin.id });
    await note();
    expect(await look(reader)).toBe(1);
    expect((await best()).map(({ id }) => id)).toEqual([fresh.id]);
  });

  it('is announced once if it is first published with a date of the last days', async () => {
    const reader = await signIn();
    await seedPost({ title: 'Before', authorId: pages.admin.id, publishedAt: OLD });
    await note();
    expect((await api.put(`/api/following/author/${pages.admin.id}`, undefined, reader)).status).toBe(204);
    clock.advance(60_000);
    const post = { content: 'Text', isPublished: true };

    await api.post('/api/posts', { ...post, title: 'Of this morning', publishedAt: ago(DAY_MS / 2) }, pages.admin);
    await api.post('/api/posts', { ...post, title: 'Of last year', publishedAt: ago(365 * DAY_MS) }, pages.admin);
    const quick = (await api.post('/api/posts', { ...post, title: 'Corrected at once' }, pages.admin)).body;
    await change(quick.id, { publishedAt: ago(DAY_MS / 3) });
    await note();

    expect(await look(reader)).toBe(2);
    expect((await best()).map(({ title }) => title).sort()).toEqual(['Corrected at once', 'Of this morning']);
    await note();
    expect(await look(reader)).toBe(0);
  });

  it('moves among the newest posts in the same transaction', async () => {
    const [one, two] = [await seedPost({ title: 'One' }), await seedPost({ title: 'Two' })];
    await note();
    const dates = async () =>
      new Map((await newPosts.find()).map(({ id, publishedAt }) => [id, publishedAt.toISOString()]));

    await change(one.id, { publishedAt: two.publishedAt });
    expect((await dates()).get(one.id)).toBe(two.publishedAt);

    // Posts older than all noted ones are looked up.
    await change(one.id, { publishedAt: OLD });
    expect([...(await dates()).keys()]).toEqual([two.id]);
    const { body: back } = await change(one.id, { publishedAt: ago(500) });
    expect((await dates()).get(one.id)).toBe(back.publishedAt);
  });
});
