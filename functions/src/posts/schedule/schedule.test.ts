import { SCHEDULE_TEXTS } from '@inkwell/shared/schedule';
import { createRandom } from '@inkwell/shared/testing/random';
import { beforeEach, describe, expect, it } from 'vitest';
import { createPublish } from '../../compose/publish.ts';
import { api } from '../../testing/api.ts';
import { seedCategory, seedPost, stored, storedActs, storedAll, storedPost } from '../../testing/posts.ts';
import { runRandomSchedules } from '../../testing/random-schedules.ts';
import { clock, db, dependencies, logLines } from '../../testing/server.ts';
import { signInEach } from '../../testing/users.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const input = { title: 'A letter', content: 'Dear all.' };

const publish = createPublish(dependencies);

const inMs = (ms: number): string => new Date(clock.now().getTime() + ms).toISOString();
const titles = async (path = '/api/posts') => (await api.get(path)).body.map(({ title }: { title: string }) => title);

const { moderator } = signInEach({ moderator: { role: 'moderator' } });

beforeEach(() => {
  logLines.length = 0;
});

describe('a schedule', () => {
  it('is set, moved and cancelled, visible to staff only, with audit entries', async () => {
    const [first, second] = [inMs(HOUR_MS), inMs(2 * HOUR_MS)];

    const created = await api.post('/api/posts', { ...input, publishAt: first }, moderator);
    const path = `/api/posts/${created.body.id}`;
    const moved = await api.patch(path, { publishAt: second }, moderator);
    const listed = await api.get('/api/admin/posts', moderator);
    const cancelled = await api.patch(path, { publishAt: null }, moderator);

    expect(created.body).toMatchObject({
      status: 'scheduled',
      publishAt: first,
      isPublished: false,
      publishedAt: null,
    });
    expect(moved.body).toMatchObject({ status: 'scheduled', publishAt: second, updatedAt: created.body.updatedAt });
    expect(listed.body).toMatchObject([{ status: 'scheduled', publishAt: second }]);
    expect(cancelled.body).toMatchObject({ status: 'draft', publishAt: null });
    expect(await storedPost(created.body.id)).toMatchObject({ status: 'draft', publishAt: null, scheduledBy: null });
    const noted = (await storedActs()).filter(({ action }) => action === 'post.schedule');
    expect(noted.map(({ actorId }) => actorId)).toEqual(Array(3).fill(moderator.id));
    expect(Object.keys(await storedAll(`posts/${created.body.id}/revisions`))).toHaveLength(1);
  });

  it('does not change the public shape of posts', async () => {
    const post = await seedPost();
    await seedPost({ isPublished: false, publishAt: inMs(HOUR_MS) });

    const answers = [await api.get(`/api/posts/${post.id}`), (await api.get('/api/posts', moderator)).body[0]];

    expect((await api.get(`/api/posts/${post.id}`, moderator)).body).toMatchObject({ status: 'published' });
    for (const { body, ...card } of answers) {
      expect(body ?? card).not.toHaveProperty('status');
      expect(body ?? card).not.toHaveProperty('publishAt');
    }
    expect((await api.get('/api/posts', moderator)).body).toHaveLength(1);
  });

  it.each([
    [{ publishAt: 'PAST' }, SCHEDULE_TEXTS.past],
    [{ publishAt: 'NOW' }, SCHEDULE_TEXTS.past],
    [{ publishAt: 'FUTURE', isPublished: true }, SCHEDULE_TEXTS.both],
    [{ publishAt: 'tomorrow' }, 'Invalid input'],
  ])('of %j is refused', async (wish, text) => {
    const draft = await seedPost({ isPublished: false });
    const times: Record<string, string> = { PAST: inMs(-1), NOW: inMs(0), FUTURE: inMs(HOUR_MS) };
    const body = { ...wish, publishAt: times[wish.publishAt] ?? wish.publishAt };

    const answers = [
      await api.post('/api/posts', { ...input, ...body }, moderator),
      await api.patch(`/api/posts/${draft.id}`, body, moderator),
    ];

    expect(answers.map((answer) => [answer.status, answer.text])).toEqual(Array(2).fill([400, text]));
    expect(await storedPost(draft.id)).toMatchObject({ isPublished: false, publishAt: null });
    expect(Object.keys(await storedAll('posts'))).toEqual([draft.id]);
  });

  it('ends when the post is published manually, and does not return when it is unpublished', async () => {
    const { id } = await seedPost({ isPublished: false, publishAt: inMs(HOUR_MS) });

    const published = await api.patch(`/api/posts/${id}`, { isPublished: true }, moderator);
    const unpublished = await api.patch(`/api/posts/${id}`, { isPublished: false }, moderator);
    clock.advance(2 * HOUR_MS);
    await publish();

    expect(published.body).toMatchObject({ status: 'published', publishAt: null });
    expect(unpublished.body).toMatchObject({ status: 'draft', publishAt: null });
    expect(await storedPost(id)).toMatchObject({ isPublished: false, status: 'draft' });
  });

  it('stays when a revision is restored or the text is saved', async () => {
    const publishAt = inMs(HOUR_MS);
    const { id } = await seedPost({ isPublished: false });
    const [first] = Object.keys(await storedAll(`posts/${id}/revisions`));
    await api.patch(`/api/posts/${id}`, { publishAt }, moderator);
    await api.patch(`/api/posts/${id}`, { title: 'Another', isPublished: false }, moderator);

    const restored = await api.post(`/api/posts/${id}/revisions/${first}/restore`, {}, moderator);

    expect(restored.body).toMatchObject({ title: 'A harbour at dawn', status: 'scheduled', publishAt });
  });

  it('is deleted with its post', async () => {
    const { id } = await seedPost({ isPublished: false, publishAt: inMs(HOUR_MS) });
    await api.delete(`/api/posts/${id}`, moderator);
    clock.advance(2 * HOUR_MS);

    await publish();

    expect(await storedPost(id)).toMatchObject({ isPublished: false, status: 'trash' });
    expect(await stored('counters/posts')).toEqual({ total: 0, published: 0 });
  });
});

describe('publish', () => {
  it('publishes due posts like a manual publication, and no others', async () => {
    const category = await seedCategory();
    const fields = { ...input, categoryId: category.id, publishAt: inMs(HOUR_MS) };
    const { id } = (await api.post('/api/posts', fields, moderator)).body;
    const later = await seedPost({ isPublished: false, title: 'Later', publishAt: inMs(2 * HOUR_MS) });
    clock.advance(HOUR_MS - 60_000);
    await publish();
    expect(await storedPost(id)).toMatchObject({ isPublished: false });
    clock.advance(90_000);

    await publish();

    const post = (await api.get(`/api/posts/${id}`, moderator)).body;
    expect(post).toMatchObject({ isPublished: true, status: 'published', publishAt: null });
    expect(Date.parse(post.publishedAt)).toBeGreaterThanOrEqual(Date.parse(fields.publishAt));
    expect(await titles()).toEqual(['A letter']);
    expect(await titles('/api/posts/search?q=letter')).toEqual(['A letter']);
    expect(await stored('counters/posts')).toMatchObject({ published: 1, total: 2 });
    expect(await stored(`categories/${category.id}`)).toMatchObject({ postCount: 1 });
    expect(Object.values(await storedAll(`posts/${id}/revisions`)).at(-1)).toMatchObject({
      reason: 'publish',
      editorId: moderator.id,
    });
    expect(Object.values(await storedAll('audit')).filter(({ action }) => action === 'post.publish')).toMatchObject([
      { actorId: 'scheduler', onBehalfOf: moderator.id, target: `posts/${id}`, after: { isPublished: true } },
    ]);
    expect(await storedPost(later.id)).toMatchObject({ isPublished: false, status: 'scheduled' });
  });

  it('wins against a concurrent change of the schedule, which gets the stored post', async () => {
    const { id } = await seedPost({ isPublished: false, publishAt: inMs(60_000) });
    clock.advance(120_000);
    await publish();

    for (const publishAt of [null, inMs(HOUR_MS)]) {
      const answer = await api.patch(`/api/posts/${id}`, { publishAt }, moderator);

      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({ id, status: 'published' });
    }
    expect(await storedPost(id)).toMatchObject({ isPublished: true, publishAt: null });
  });

  it('continues after a post that fails, and reports it', async () => {
    const [broken, whole] = [
      await seedPost({ isPublished: false, publishAt: inMs(60_000), categoryId: (await seedCategory()).id }),
      await seedPost({ isPublished: false, publishAt: inMs(61_000) }),
    ];
    await db.doc(`categories/${broken.categoryId}`).delete();
    clock.advance(120_000);

    await expect(publish()).rejects.toThrow('1 scheduled posts were not published');

    expect(await storedPost(broken.id)).toMatchObject({ isPublished: false, status: 'scheduled' });
    expect(await storedPost(whole.id)).toMatchObject({ isPublished: true });
    expect(logLines).toContainEqual(
      expect.objectContaining({ severity: 'ERROR', fields: expect.objectContaining({ post: broken.id }) }),
    );
  });

  it('only clears the schedule of a post that older code published', async () => {
    const { id } = await seedPost({ isPublished: false, publishAt: inMs(60_000) });
    await db.doc(`posts/${id}`).update({ isPublished: true, publishedAt: clock.now() });
    clock.advance(120_000);

    await publish();

    expect(await storedPost(id)).toMatchObject({ status: 'published', publishAt: null });
    expect(Object.keys(await storedAll(`posts/${id}/revisions`))).toHaveLength(1);
  });

  it('publishes each post once and never early, with random runs, clocks and schedules (a seeded sample)', {
    tags: 'thorough',
  }, async () => {
    const startMs = clock.now().getTime();

    const report = await runRandomSchedules({ db, random: createRandom(18), posts: 20, minutes: 6, startMs });

    expect(report.faults).toEqual([]);
    expect(report.published).toBeGreaterThan(8);
  });
});

describe('public lists', () => {
  it('are sorted by first publication: old drafts come first, and keep their position when published again', async () => {
    const draft = await seedPost({ title: 'Old draft', isPublished: false });
    clock.advance(30 * DAY_MS);
    await seedPost({ title: 'Recent' });
    clock.advance(1_000);
    await api.patch(`/api/posts/${draft.id}`, { isPublished: true }, moderator);
    expect(await titles()).toEqual(['Old draft', 'Recent']);
    clock.advance(1_000);
    await seedPost({ title: 'Newest' });

    await api.patch(`/api/posts/${draft.id}`, { isPublished: false }, moderator);
    clock.advance(1_000);
    await api.patch(`/api/posts/${draft.id}`, { isPublished: true }, moderator);

    expect(await titles()).toEqual(['Newest', 'Old draft', 'Recent']);
    expect((await api.get('/api/admin/posts', moderator)).body.map(({ title }: { title: string }) => title)).toEqual([
      'Newest',
      'Recent',
      'Old draft',
    ]);
  });
});

describe('the calendar', () => {
  it('contains scheduled posts and those published in a period, for staff', async () => {
    const published = await seedPost({ title: 'Out' });
    const scheduled = await seedPost({ title: 'To come', isPublished: false, publishAt: inMs(DAY_MS) });
    await seedPost({ title: 'Draft', isPublished: false });
    await seedPost({ title: 'Far', isPublished: false, publishAt: inMs(60 * DAY_MS) });
    const path = `/api/admin/calendar?from=${inMs(-HOUR_MS)}&to=${inMs(7 * DAY_MS)}`;

    const answer = await api.get(path, moderator);

    expect(answer.body).toEqual({
      isCut: false,
      entries: [
        {
          kind: 'post',
          id: published.id,
          title: 'Out',
          status: 'published',
          at: published.publishedAt,
          authorName: expect.any(String),
        },
        {
          kind: 'post',
          id: scheduled.id,
          title: 'To come',
          status: 'scheduled',
          at: scheduled.publishAt,
          authorName: expect.any(String),
        },
      ],
    });
  });

  it('contains pages of the site next to posts, except those in the trash', async () => {
    const make = async (slug: string, fields: object) =>
      (await api.post('/api/admin/pages', { title: slug, slug, content: 'We write.', ...fields }, moderator)).body;
    const out = await make('about', { isPublished: true });
    const toCome = await make('imprint', { publishAt: inMs(DAY_MS) });
    for (const fields of [{ isPublished: true }, { publishAt: inMs(DAY_MS) }]) {
      const gone = await make(`gone-${Object.keys(fields)}`.toLowerCase(), fields);
      await api.delete(`/api/admin/pages/${gone.id}`, moderator);
    }
    await make('draft', {});
    const post = await seedPost({ isPublished: false, publishAt: inMs(2 * DAY_MS) });

    const { body } = await api.get(`/api/admin/calendar?from=${inMs(-HOUR_MS)}&to=${inMs(7 * DAY_MS)}`, moderator);

    expect(body).toMatchObject({
      isCut: false,
      entries: [
        { kind: 'page', id: out.id, title: 'about', status: 'published', at: out.publishedAt },
        { kind: 'page', id: toCome.id, title: 'imprint', status: 'scheduled', at: toCome.publishAt },
        { kind: 'post', id: post.id, status: 'scheduled' },
      ],
    });
    expect(body.entries).toHaveLength(3);
  });

  it.each([
    ['from=2026-01-01T00:00:00Z&to=2026-03-01T00:00:00Z'],
    ['from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z'],
    ['from=2026-01-02T00:00:00Z'],
  ])('refuses %s', async (query) => {
    expect((await api.get(`/api/admin/calendar?${query}`, moderator)).status).toBe(400);
  });
});
