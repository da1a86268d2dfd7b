import { CONFLICT_MARKERS, CONFLICT_MARKERS_LEFT } from '@inkwell/shared/conflict-markers';
import { beforeEach, describe, expect, it } from 'vitest';
import { createPublish } from '../../compose/publish.ts';
import { api, type TestAnswer } from '../../testing/api.ts';
import { seedCategory, seedPost, stored, storedActs, storedAll, storedPost } from '../../testing/posts.ts';
import { clock, db, dependencies, logLines } from '../../testing/server.ts';
import { signInEach } from '../../testing/users.ts';

const HOUR_MS = 3_600_000;
const { mine, theirs, end } = CONFLICT_MARKERS;
const MARKED = `Dear all.\n\n${mine}\nBoats leave early.\n${theirs}\nBoats leave late.\n${end}\n\nYours.`;
const CHOSEN = 'Dear all.\n\nBoats leave early.\n\nYours.';

const inAnHour = () => new Date(clock.now().getTime() + HOUR_MS).toISOString();
const draftOf = (content: string) => seedPost({ isPublished: false, content });
const scheduledOf = (content: string) => seedPost({ isPublished: false, publishAt: inAnHour(), content });
const patch = (id: string, fields: object) => api.patch(`/api/posts/${id}`, fields, moderator);
const restore = (id: string, revisionId: string) =>
  api.post(`/api/posts/${id}/revisions/${revisionId}/restore`, {}, moderator);
const firstRevisionOf = async (id: string) => Object.keys(await storedAll(`posts/${id}/revisions`))[0] ?? '';
const refusalOf = ({ status, text }: TestAnswer) => [status, text];
const REFUSED = [400, CONFLICT_MARKERS_LEFT];

/** A published or scheduled post with conflict markers, as earlier versions of the server stored them. */
async function ofBefore(fields: { isPublished: boolean; publishAt?: string }) {
  const post = await seedPost({ ...fields, content: CHOSEN });
  await db.doc(`posts/${post.id}`).update({ content: MARKED });
  return post;
}

/** Everything that a refused change must leave unchanged. */
const everything = async (id: string) => ({
  post: await storedPost(id),
  revisions: await storedAll(`posts/${id}/revisions`),
  acts: (await storedActs()).length,
  counts: await stored('counters/posts'),
  index: await storedAll('searchIndex'),
});

const { moderator } = signInEach({ moderator: { role: 'moderator' } });

beforeEach(() => {
  logLines.length = 0;
});

describe('a text with conflict markers', () => {
  it('can be saved and restored in an unpublished post', async () => {
    const created = await api.post('/api/posts', { title: 'A letter', content: MARKED }, moderator);
    const saved = await patch(created.body.id, { content: `${MARKED}\n\nP.S.`, isPublished: false });
    const restored = await restore(created.body.id, await firstRevisionOf(created.body.id));

    expect([created.status, saved.status, restored.status]).toEqual([201, 200, 200]);
    expect(await storedPost(created.body.id)).toMatchObject({ content: MARKED, status: 'draft' });
  });

  it.each([
    ['published', { isPublished: true }],
    ['planned', { publishAt: 'IN AN HOUR' }],
  ])('is not created as a %s post', async (_state, wish) => {
    const fields = 'publishAt' in wish ? { publishAt: inAnHour() } : wish;

    const answer = await api.post('/api/posts', { title: 'A letter', content: MARKED, ...fields }, moderator);

    expect(refusalOf(answer)).toEqual(REFUSED);
    expect(await storedAll('posts')).toEqual({});
    expect(await storedActs()).toEqual([]);
  });

  it.each([
    ['published', () => ({ isPublished: true })],
    ['published along with other fields', () => ({ isPublished: true, title: 'Another', content: `${MARKED} More.` })],
    ['planned', () => ({ publishAt: inAnHour() })],
  ])('prevents an unpublished post from being %s, without changes or extra cost', async (_how, fields) => {
    const { id } = await draftOf(MARKED);
    const before = await everything(id);

    const answer = await patch(id, fields());

    expect(refusalOf(answer)).toEqual(REFUSED);
    expect([answer.reads, answer.writes]).toEqual([1, 0]);
    expect(await everything(id)).toEqual(before);
    expect((await api.get(`/api/posts/${id}`)).status).toBe(404);
  });

  it.each(Object.values(CONFLICT_MARKERS))('is recognized by any marker: %s', async (marker) => {
    const { id } = await draftOf(`Boats leave ${marker} early.`);

    expect(refusalOf(await patch(id, { isPublished: true }))).toEqual(REFUSED);
  });

  it('is published once the writer has chosen, even in the same call', async () => {
    const [first, second] = [await draftOf(MARKED), await draftOf(MARKED)];

    await patch(first.id, { content: CHOSEN });
    const published = await patch(first.id, { isPublished: true });
    const both = await patch(second.id, { content: CHOSEN, isPublished: true });

    expect([published.body.status, both.body.status]).toEqual(['published', 'published']);
  });

  it('is published if it only resembles a conflict marker', async () => {
    const { id } = await draftOf('⟪Your vers…⟫ of ⟪Something⟫ ⟪ End ⟫');

    expect((await patch(id, { isPublished: true })).status).toBe(200);
  });

  it.each([
    ['published', () => seedPost({ content: CHOSEN })],
    ['scheduled', () => scheduledOf(CHOSEN)],
  ])('is not saved into a %s post', async (status, seed) => {
    const { id } = await seed();
    const before = await everything(id);

    const answer = await patch(id, { title: 'Another', content: MARKED });

    expect(refusalOf(answer)).toEqual(REFUSED);
    expect(await everything(id)).toEqual(before);
    expect(before.post).toMatchObject({ status });
  });

  it.each([
    ['published', () => ({ isPublished: true })],
    ['scheduled', () => ({ publishAt: inAnHour() })],
  ])('is not restored onto a %s post', async (status, fields) => {
    const { id } = await draftOf(MARKED);
    await patch(id, { content: CHOSEN, ...fields() });
    const before = await everything(id);

    const answer = await restore(id, await firstRevisionOf(id));

    expect(refusalOf(answer)).toEqual(REFUSED);
    expect(await everything(id)).toEqual(before);
    expect(before.post).toMatchObject({ status, content: CHOSEN });
  });

  it('is accepted if the same call unpublishes the post', async () => {
    const { id } = await seedPost({ content: CHOSEN });

    const answer = await patch(id, { content: MARKED, isPublished: false });

    expect(answer.body).toMatchObject({ status: 'draft', content: MARKED });
  });

  it('is reported only if there is no conflict', async () => {
    const { id } = await draftOf(MARKED);

    const answer = await patch(id, { isPublished: true, baseUpdatedAt: new Date(0).toISOString() });

    expect(answer.status).toBe(409);
  });

  it('is reported only for its post in a bulk action', async () => {
    const [first, marked, last] = [await draftOf(CHOSEN), await draftOf(MARKED), await draftOf(CHOSEN)];
    const ids = [first.id, marked.id, last.id];

    const answer = await api.post('/api/admin/posts/bulk', { action: 'publish', ids }, moderator);

    const done = { ok: true, status: 200, message: null, undo: expect.anything() };
    expect(answer.body.results).toEqual([
      { id: first.id, ...done },
      { id: marked.id, ok: false, status: 400, message: CONFLICT_MARKERS_LEFT, undo: null },
      { id: last.id, ...done },
    ]);
    expect(await storedPost(marked.id)).toMatchObject({ isPublished: false, status: 'draft' });
    expect(await stored('counters/posts')).toEqual({ total: 3, published: 2 });
  });
});

describe('a post that already shows conflict markers', () => {
  it('can be changed except for its text, published again without effect, and unpublished', async () => {
    const category = await seedCategory();
    const { id } = await ofBefore({ isPublished: true });

    const answers = [
      // The editor sends the text even if it has not changed.
      await patch(id, { title: 'Another', excerpt: 'E', categoryId: category.id, content: MARKED }),
      await patch(id, { isPublished: true }),
      await api.post('/api/admin/posts/bulk', { action: 'publish', ids: [id] }, moderator),
      await patch(id, { isPublished: false, title: 'Put back' }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers[2]?.body.results).toMatchObject([{ ok: true }]);
    expect(await storedPost(id)).toMatchObject({ title: 'Put back', categoryId: category.id, status: 'draft' });
    expect(refusalOf(await patch(id, { isPublished: true }))).toEqual(REFUSED);
  });

  it('can be changed if older code has left a schedule, which is removed', async () => {
    const { id } = await ofBefore({ isPublished: true });
    await db.doc(`posts/${id}`).update({ publishAt: clock.now() });

    expect((await patch(id, { title: 'Another', publishAt: null, isPublished: true })).status).toBe(200);
    expect(await storedPost(id)).toMatchObject({ title: 'Another', publishAt: null, status: 'published' });
  });

  it('accepts no other text with conflict markers, but one without', async () => {
    const { id } = await ofBefore({ isPublished: true });

    expect(refusalOf(await patch(id, { content: `${MARKED} More.` }))).toEqual(REFUSED);
    expect((await patch(id, { content: CHOSEN })).status).toBe(200);
  });

  it('can be neither scheduled nor rescheduled, but its schedule can be cancelled', async () => {
    const published = await ofBefore({ isPublished: true });
    const scheduled = await ofBefore({ isPublished: false, publishAt: inAnHour() });
    clock.advance(1_000);

    expect(refusalOf(await patch(published.id, { isPublished: false, publishAt: inAnHour() }))).toEqual(REFUSED);
    expect(refusalOf(await patch(scheduled.id, { publishAt: inAnHour() }))).toEqual(REFUSED);
    expect((await patch(scheduled.id, { title: 'Another' })).body).toMatchObject({ status: 'scheduled' });
    expect((await patch(scheduled.id, { publishAt: null })).body).toMatchObject({ status: 'draft' });
  });
});

describe('publish, for a due text with conflict markers', () => {
  const publish = createPublish(dependencies);

  it('leaves it unpublished and unscheduled, reports that once, and publishes the others', async () => {
    const publishAt = inAnHour();
    const created = await api.post('/api/posts', { title: 'A letter', content: CHOSEN, publishAt }, moderator);
    const { id } = created.body;
    await db.doc(`posts/${id}`).update({ content: MARKED });
    const other = await scheduledOf(CHOSEN);
    clock.advance(HOUR_MS + 60_000);

    await publish();
    await publish();

    expect(await storedPost(id)).toMatchObject({
      isPublished: false,
      status: 'draft',
      publishAt: null,
      publishedAt: null,
      scheduledBy: null,
    });
    expect((await api.get(`/api/posts/${id}`, moderator)).body).toMatchObject({
      status: 'draft',
      updatedAt: created.body.updatedAt,
    });
    expect((await api.get(`/api/posts/${id}`)).status).toBe(404);
    expect(await storedPost(other.id)).toMatchObject({ isPublished: true });
    expect(logLines.filter(({ severity }) => severity !== 'INFO')).toEqual([
      expect.objectContaining({ severity: 'WARNING', fields: { post: id } }),
    ]);
    const acts = await storedActs();
    expect(acts.filter(({ actorId, target }) => actorId === 'scheduler' && target === `posts/${id}`)).toMatchObject([
      { action: 'post.schedule', onBehalfOf: moderator.id, after: { publishAt: null, reason: CONFLICT_MARKERS_LEFT } },
    ]);
  });

  it('can schedule it again once the writer has chosen', async () => {
    const { id } = await ofBefore({ isPublished: false, publishAt: inAnHour() });
    clock.advance(HOUR_MS + 60_000);
    await publish();

    const again = await patch(id, { content: CHOSEN, publishAt: inAnHour() });
    clock.advance(HOUR_MS + 60_000);
    await publish();

    expect(again.body).toMatchObject({ status: 'scheduled' });
    expect(await storedPost(id)).toMatchObject({ isPublished: true, content: CHOSEN });
  });
});
