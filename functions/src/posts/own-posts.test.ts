import { OWN_FIELDS } from '@inkwell/shared/own-posts';
import { WRITTEN_FIELDS, type WrittenField } from '@inkwell/shared/post-fields';
import { FieldValue } from 'firebase-admin/firestore';
import { describe, expect, it } from 'vitest';
import { createWriterOf } from '../compose/content/writing.ts';
import { createPictureTable } from '../pictures/pictures.repository.ts';
import { createReviewRepository } from '../reviews/reviews.repository.ts';
import { api, nextOf, send } from '../testing/api.ts';
import { seedPost, stored, storedActs, storedAll, storedPost } from '../testing/posts.ts';
import { clock, db } from '../testing/server.ts';
import { signIn, signInEach, type TestUser } from '../testing/users.ts';
import { createUserRepository } from '../users/users.repository.ts';
import { unscheduleOwnIn } from './schedule/unscheduled-posts.repository.ts';

/* What people with a right to write can do with their posts. Every call and state is tested in rights-matrix.test.ts. */

const { contributor, author, admin } = signInEach({
  contributor: { writing: 'contributor' },
  author: { writing: 'author' },
  admin: { role: 'admin' },
});

const TEXT = { title: 'Tides', content: 'The water comes.' };
const create = async (by: TestUser, fields: object = {}) => api.post('/api/posts', { ...TEXT, ...fields }, by);
const inOneHour = () => new Date(clock.now().getTime() + 3_600_000).toISOString();

/** A value that new posts do not have. */
const OTHER_VALUES: { readonly [F in WrittenField]?: unknown } = {
  authorIds: ['somebody'],
  seriesId: 'a-series',
  seriesPlace: 3,
  slug: 'tides',
  language: 'fr',
  isFeatured: true,
  searchTitle: 'Tides',
  searchDescription: 'About tides',
  canonicalUrl: 'https://example.com/tides',
  isHiddenFromSearch: true,
  cardTitle: 'Tides',
  cardText: 'About tides',
  cardPicture: 'https://example.com/tides.png',
};

describe('a post by a writer without staff rights', () => {
  it('is created, read with its status, changed and moved to the trash', async () => {
    const made = await create(contributor, {
      excerpt: 'Short',
      coverDescription: 'A beach',
      authorIds: [contributor.id],
    });
    const path = `/api/posts/${made.body.id}`;

    expect(made).toMatchObject({ status: 201, body: { status: 'draft', authorIds: [contributor.id] } });
    expect((await api.patch(path, { title: 'Ebb' }, contributor)).body).toMatchObject({
      title: 'Ebb',
      status: 'draft',
    });
    expect((await api.get(path, contributor)).body).toMatchObject({ title: 'Ebb', status: 'draft', publishAt: null });
    expect((await api.get(path, author)).status).toBe(404);
    expect((await api.delete(path, contributor)).status).toBe(204);
    expect((await api.post(`${path}/undelete`, undefined, contributor)).body).toMatchObject({ status: 'draft' });
  });

  const PUBLICATION: readonly WrittenField[] = ['isPublished', 'publishedAt'];
  it.each(WRITTEN_FIELDS.filter((field) => !OWN_FIELDS.includes(field) && !PUBLICATION.includes(field)))(
    'is refused with another value of %s, which only staff set',
    async (field) => {
      const { body } = await create(author);
      const acts = (await storedActs()).length;
      const other = { [field]: OTHER_VALUES[field] };
      expect(OTHER_VALUES[field]).toBeDefined();

      expect((await create(author, other)).status).toBe(403);
      expect((await create(contributor, other)).status).toBe(403);
      expect((await api.patch(`/api/posts/${body.id}`, { title: 'Ebb', ...other }, author)).status).toBe(403);
      expect((await api.patch(`/api/posts/${body.id}`, { [field]: body[field] ?? null }, admin)).status).toBeLessThan(
        401,
      );
      expect(await storedPost(body.id)).toMatchObject({ title: 'Tides' });
      expect(await storedActs()).toHaveLength(acts);
      expect(Object.keys(await storedAll('posts'))).toHaveLength(1);
    },
  );

  it('is published and scheduled by authors, not by contributors', async () => {
    const refused = [
      await create(contributor, { isPublished: true }),
      await create(contributor, { publishAt: inOneHour() }),
      await create(contributor, { publishAt: '2020-01-01T00:00:00Z' }),
    ];
    const published = await create(author, { isPublished: true });
    const scheduled = await create(author, { publishAt: inOneHour() });

    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect([published.body.status, scheduled.body.status]).toEqual(['published', 'scheduled']);
    expect((await create(contributor, { isPublished: false, publishAt: null })).status).toBe(201);
  });

  it('keeps the tags that its author does not see, and gets no internal ones', async () => {
    const { body } = await create(contributor);
    const path = `/api/posts/${body.id}`;
    await api.patch(path, { tags: ['Sea', '#checked'] }, admin);
    await api.post('/api/admin/tags', { name: 'Harbour' }, admin);
    const tags = (await storedPost(body.id))?.tagIds as string[];

    const unchanged = await api.patch(path, { tags: ['Sea'] }, contributor);
    const changed = await api.patch(path, { tags: ['Harbour'] }, contributor);

    expect(unchanged.body.tags.map(({ name }: { name: string }) => name)).toEqual(['Sea']);
    expect(changed.body.tags.map(({ name }: { name: string }) => name)).toEqual(['Harbour']);
    const names = (await api.get(path, admin)).body.tags.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['Harbour', '#checked']);
    const internal = await api.patch(path, { tags: ['#urgent'] }, contributor);
    const byId = (await create(contributor, { tagIds: [tags[1]] })).status;
    expect([internal.status, byId]).toEqual([403, 403]);
    expect((await api.get('/api/admin/tags', contributor)).text).not.toContain('checked');
    expect((await api.get('/api/admin/tags?q=checked', contributor)).body).toEqual([]);
    expect((await api.get(`/api/admin/tags/named?ids=${tags.join(',')}`, contributor)).body).toMatchObject([
      { name: 'Sea' },
    ]);
  });

  it('gets new tags only from authors', async () => {
    const refused = await create(contributor, { tags: ['Unheard of'] });
    const made = await create(author, { tags: ['Unheard of'] });

    expect([refused.status, made.status]).toEqual([403, 201]);
    expect((await create(contributor, { tags: ['unheard of'] })).status).toBe(201);
    expect(Object.keys(await storedAll('tags'))).toHaveLength(1);
  });

  it('gets new tags from the editor of authors by name only', async () => {
    const tag = (fields: object, by: TestUser) => api.post('/api/admin/tags', fields, by);
    const refused = [
      await tag({ name: 'Ebb' }, contributor),
      await tag({ name: '#urgent' }, author),
      await tag({ name: 'Ebb', slug: 'sea' }, author),
      await tag({ name: 'Ebb', description: 'Low water' }, author),
    ];

    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect(await storedAll('tags')).toEqual({});
    expect((await tag({ name: 'Ebb' }, author)).status).toBe(201);
    expect((await tag({ name: 'ebb' }, author)).status).toBe(409);
  });

  it('is never in a cached answer', async () => {
    const { id } = await seedPost();
    await db.doc(`posts/${id}`).update({ authorId: contributor.id, authorIds: [contributor.id] });
    const path = `/api/posts/${id}`;
    const visitor = await api.get(path);
    const own = await api.get(path, contributor);

    expect(own.body).toMatchObject({ status: 'published' });
    expect(own.headers.get('cache-control')).toContain('private');
    expect(visitor.body.status).toBeUndefined();
    expect((await api.get(path)).body.status).toBeUndefined();
    const tag = visitor.headers.get('etag') ?? '';
    expect((await send('GET', path, { user: contributor, headers: { 'if-none-match': tag } })).status).toBe(200);
  });
});

describe('GET /api/me/posts', () => {
  it("returns the caller's posts in all states, including co-written ones, page by page", async () => {
    const drafts = [await create(author), await create(author), await create(author, { isPublished: true })];
    await create(contributor);
    const { id } = await seedPost();
    await db.doc(`posts/${id}`).update({ authorIds: ['seeder', author.id] });
    await api.delete(`/api/posts/${drafts[0]?.body.id}`, author);
    const idsOf = (answer: { body: { id: string }[] }) => answer.body.map((post) => post.id);

    const first = await api.get('/api/me/posts?limit=2', author);

    expect(first.headers.get('x-total-count')).toBe('3');
    expect(idsOf(first)).toEqual([id, drafts[2]?.body.id]);
    expect(idsOf(await api.get('/api/me/posts?status=draft', author))).toEqual([drafts[1]?.body.id]);
    expect(idsOf(await api.get('/api/me/posts?status=trash', author))).toEqual([drafts[0]?.body.id]);
    expect(idsOf(await api.get('/api/me/posts?status=published', author))).toHaveLength(2);
  });

  it('returns those in review, most recently submitted first, without older posts that lack the field', async () => {
    const posts = [await create(contributor), await create(contributor), await create(contributor)];
    const [first, second, older] = posts.map(({ body }) => body.id as string);
    await db.doc(`posts/${older}`).update({ inReviewSince: FieldValue.delete() });
    for (const id of [second, first]) {
      await api.post(`/api/posts/${id}/review`, {}, contributor);
      clock.advance(1_000);
    }

    const page = await api.get('/api/me/posts?status=in-review&limit=1', contributor);
    const rest = await api.get(nextOf(page) ?? '', contributor);

    expect(page.headers.get('x-total-count')).toBe('2');
    expect([page, rest].map(({ body }) => body.map(({ id }: { id: string }) => id))).toEqual([[first], [second]]);
    expect((await api.get('/api/me/posts?status=in-review', author)).body).toEqual([]);
  });
});

describe('a withdrawn right', () => {
  const give = (id: string | undefined, writing: string) =>
    api.patch(`/api/admin/users/${id}/writing`, { writing }, admin);

  it.each([
    ['withdrawn', (id: string) => api.patch(`/api/admin/users/${id}/writing`, { writing: 'none' }, admin)],
    ['lowered', (id: string) => api.patch(`/api/admin/users/${id}/writing`, { writing: 'contributor' }, admin)],
    ['lost with a block', (id: string) => api.post(`/api/admin/users/${id}/block`, undefined, admin)],
  ])('and %s turns scheduled posts into drafts, and keeps others', async (_, lose) => {
    const mine = await Promise.all(Array.from({ length: 3 }, () => create(author, { publishAt: inOneHour() })));
    const published = await create(author, { isPublished: true });
    const others = await seedPost({ isPublished: false, publishAt: inOneHour() });

    expect((await lose(author.id)).status).toBe(200);

    const statuses = await Promise.all(mine.map(async ({ body }) => (await storedPost(body.id))?.status));
    expect(new Set(statuses)).toEqual(new Set(['draft']));
    expect(await storedPost(published.body.id)).toMatchObject({ status: 'published' });
    expect(await storedPost(others.id)).toMatchObject({ status: 'scheduled' });
    expect((await storedActs()).filter(({ action }) => action === 'post.schedule')).toHaveLength(2 * 3 + 1);
  });

  it('takes effect on the next call, and the account is a reader again', async () => {
    const { body } = await create(contributor);
    await give(contributor.id, 'none');

    const path = `/api/posts/${body.id}`;
    const statuses = [
      await api.get(path, contributor),
      await api.patch(path, { title: 'Ebb' }, contributor),
      await create(contributor),
      await api.get('/api/me/posts', contributor),
      await api.put('/api/drafts/one', TEXT, contributor),
      await api.post('/api/upload', undefined, contributor),
    ].map(({ status }) => status);

    expect(statuses).toEqual([404, 403, 403, 403, 403, 403]);
  });

  it('ends with a demotion from staff', async () => {
    const moderator = await signIn({ role: 'moderator' });
    const { body } = await create(moderator, { publishAt: inOneHour() });

    await api.patch(`/api/admin/users/${moderator.id}/role`, { role: 'user' }, admin);

    expect(await storedPost(body.id)).toMatchObject({ status: 'draft', publishAt: null });
  });

  it('can be lost twice concurrently, and a repeated page of its job changes nothing', {
    tags: 'thorough',
  }, async () => {
    const { body } = await create(author, { publishAt: inOneHour() });
    await Promise.all([give(author.id, 'none'), give(author.id, 'none')]);
    const before = await storedPost(body.id);
    const pictures = createPictureTable(db);
    const work = { userId: author.id, actorId: admin.id };
    const users = createUserRepository(db, pictures);
    const [writer, reviews] = [createWriterOf(db, 'posts'), createReviewRepository(db)];

    const page = await unscheduleOwnIn(db, { users, writer, reviews, clock })(work, null);

    expect(page).toEqual({ count: 0, next: null });
    expect(await storedPost(body.id)).toEqual(before);
    expect(await stored(`jobs/schedules-of-${author.id}`)).toMatchObject({ status: 'done' });
  });

  it('publishes nothing that is due before the job has run', async () => {
    const { body } = await create(author, { publishAt: inOneHour() });
    await db.doc(`users/${author.id}`).update({ writing: 'none' });

    const due = new Date(clock.now().getTime() + 7_200_000);
    const outcome = await createWriterOf(db, 'posts').publishDue(body.id, due);

    expect(outcome).toBe('withheld');
    expect(await storedPost(body.id)).toMatchObject({ status: 'draft', publishAt: null });
  });
});
