import { revisionIdOf } from '@inkwell/shared/revisions';
import { FieldValue } from 'firebase-admin/firestore';
import { describe, expect, it, vi } from 'vitest';
import { createContent } from '../compose/content.ts';
import { createSweep } from '../compose/sweep.ts';
import { createPictureTable } from '../pictures/pictures.repository.ts';
import { api, pagesOf } from '../testing/api.ts';
import { emptyTrash, seedPost, stored, storedAll, storedPost } from '../testing/posts.ts';
import { randomSequence } from '../testing/random-sequence.ts';
import { clock, db, dependencies } from '../testing/server.ts';
import { signIn, signInEach } from '../testing/users.ts';
import { publicUrl } from '../uploads/image-url.ts';
import { thinOutRevisions } from './thin-out.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const { editor } = signInEach({ editor: { role: 'moderator', displayName: 'Ada Lovelace' } });

const write = async (fields: object = {}) =>
  (await api.post('/api/posts', { title: 'T', content: 'One', ...fields }, editor)).body;
const save = async (id: string, fields: object, by = editor) => (await api.patch(`/api/posts/${id}`, fields, by)).body;
const list = async (id: string, query = '') => (await api.get(`/api/posts/${id}/revisions${query}`, editor)).body;
const revision = async (id: string, revisionId: string) =>
  (await api.get(`/api/posts/${id}/revisions/${revisionId}`, editor)).body;
const restore = (id: string, revisionId: string, body?: object, by = editor) =>
  api.post(`/api/posts/${id}/revisions/${revisionId}/restore`, body, by);
const sweep = () => createSweep(dependencies)();
const contentsOf = async (id: string) =>
  Object.values(await storedAll(`posts/${id}/revisions`)).map(({ content }) => content);

/** A post stored before revisions existed. */
async function olderPost(fields: object = {}) {
  const post = await seedPost(fields);
  for (const id of Object.keys(await storedAll(`posts/${post.id}/revisions`)))
    await db.doc(`posts/${post.id}/revisions/${id}`).delete();
  await db.doc(`posts/${post.id}`).update({ hasRevisions: FieldValue.delete(), lastEditedBy: FieldValue.delete() });
  return post;
}

describe('a revision', () => {
  it('is stored for each change, with editor, reason and all fields, newest first', async () => {
    const mary = await signIn({ role: 'admin', displayName: 'Mary Shelley' });
    const post = await write({ excerpt: 'E', categoryId: null, featuredImage: 'https://example.com/a.png' });
    await save(post.id, { content: 'One two' }, mary);
    await save(post.id, { isPublished: true });
    const last = await save(post.id, { isPublished: false, title: 'New' });

    const revisions = await list(post.id);

    const names = revisions.map((one: { editor: { displayName: string } }) => one.editor.displayName);
    expect(names).toEqual(['Ada Lovelace', 'Ada Lovelace', 'Mary Shelley', 'Ada Lovelace']);
    expect(revisions.map(({ reason }: { reason: string }) => reason)).toEqual([
      'unpublish',
      'publish',
      'save',
      'create',
    ]);
    expect(revisions[0]).toEqual({
      id: revisionIdOf(last.updatedAt),
      postId: post.id,
      tagIds: [],
      seriesId: null,
      seriesPlace: null,
      slug: null,
      language: null,
      isFeatured: false,
      authorIds: [editor.id],
      title: 'New',
      excerpt: 'E',
      featuredImage: 'https://example.com/a.png',
      categoryId: null,
      isPublished: false,
      publishedAt: last.publishedAt,
      reason: 'unpublish',
      editor: expect.objectContaining({ id: editor.id }),
      restoredId: null,
      wordsAdded: 0,
      wordsRemoved: 0,
      createdAt: last.updatedAt,
    });
    expect(revisions[2]).toMatchObject({ wordsAdded: 1, wordsRemoved: 0 });
    expect(await revision(post.id, revisions[0].id)).toMatchObject({ ...revisions[0], content: 'One two' });
  });

  it('is read in pages', async () => {
    const post = await write();
    for (const title of ['2', '3', '4']) await save(post.id, { title });

    const pages = await pagesOf(`/api/posts/${post.id}/revisions?limit=3`, editor);

    expect(pages[0]?.headers.get('x-total-count')).toBe('4');
    const titles = pages.map(({ body }) => body.map(({ title }: { title: string }) => title));
    expect(titles).toEqual([['4', '3', '2'], ['T']]);
  });

  it('is not stored for changes without effect, likes, comments and views', async () => {
    const post = await seedPost();
    await save(post.id, { title: post.title });
    await api.post(`/api/posts/${post.id}/like`, undefined, editor);
    await api.post(`/api/posts/${post.id}/view`);
    await api.post(`/api/posts/${post.id}/comments`, { content: 'Hello' }, editor);

    expect(await list(post.id)).toHaveLength(1);
  });

  it('of the previous state is stored on the first change of an older post', async () => {
    const post = await olderPost({ content: 'Of before' });
    expect(await list(post.id)).toEqual([]);

    await save(post.id, { content: 'Of now' });
    await save(post.id, { content: 'Of later' });

    const revisions = await list(post.id);
    expect(revisions.map(({ reason }: { reason: string }) => reason)).toEqual(['save', 'save', 'found']);
    expect(revisions[2]).toMatchObject({ id: revisionIdOf(post.updatedAt), editor: null, createdAt: post.updatedAt });
    expect((await revision(post.id, revisions[2].id)).content).toBe('Of before');
    expect((await stored(`posts/${post.id}/revisions/${revisions[2].id}`))?.thinAt).toBeNull();
  });

  it('is not stored for a refused change', async () => {
    const post = await write();
    const [a, b] = [{ title: 'a' }, { title: 'b' }].map((fields) => ({ ...fields, baseUpdatedAt: post.updatedAt }));

    const answers = await Promise.all([a, b].map((patch) => api.patch(`/api/posts/${post.id}`, patch, editor)));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await list(post.id)).toHaveLength(2);
  });

  it('is deleted with its post', async () => {
    const post = await write();
    await save(post.id, { title: 'New' });

    await api.delete(`/api/posts/${post.id}`, editor);

    expect((await api.get(`/api/posts/${post.id}/revisions`, editor)).status).toBe(404);
    await emptyTrash();
    expect(await storedAll(`posts/${post.id}/revisions`)).toEqual({});
  });

  it('is invisible once a deletion has begun, and is deleted when the deletion is finished', async () => {
    const post = await write();
    const [{ id }] = await list(post.id);
    await db.doc(`posts/${post.id}`).update({ deletedAt: new Date(), isPublished: false });

    for (const path of ['', `/${id}`])
      expect((await api.get(`/api/posts/${post.id}/revisions${path}`, editor)).status).toBe(404);
    expect((await restore(post.id, id)).status).toBe(404);
    await createContent({ db, clock }).remover.finishAll();

    expect((await db.collectionGroup('revisions').get()).size).toBe(0);
  });

  it('is only found below its own post', async () => {
    const [post, other] = [await write(), await write()];
    const [{ id }] = await list(post.id);
    await save(other.id, { title: 'Other' });
    for (const hostile of ['1', '__x__', '..%2f..', `${id}%2f..`, 'x'.repeat(200)]) {
      expect((await api.get(`/api/posts/${post.id}/revisions/${hostile}`, editor)).status).toBe(404);
      expect((await restore(post.id, hostile)).status).toBe(404);
    }
    const [latest] = await list(other.id);
    expect((await api.get(`/api/posts/${post.id}/revisions/${latest.id}`, editor)).status).toBe(404);
    expect((await restore(post.id, latest.id)).status).toBe(404);
    expect(await list(post.id)).toHaveLength(1);
  });
});

describe('restoring', () => {
  it('restores the fields as a new revision, which can be undone', async () => {
    const post = await write({ excerpt: 'E' });
    await save(post.id, { title: 'New', content: 'Two', excerpt: null });
    const [before, first] = await list(post.id);

    const answer = await restore(post.id, first.id);

    expect(answer.body).toMatchObject({ title: 'T', content: 'One', excerpt: 'E' });
    const [restored] = await list(post.id);
    expect(restored).toMatchObject({ reason: 'restore', restoredId: first.id, wordsAdded: 1, wordsRemoved: 1 });
    expect((await restore(post.id, before.id)).body).toMatchObject({ title: 'New', content: 'Two', excerpt: null });
  });

  it('keeps publication state, author, dates and counters', async () => {
    const mary = await signIn({ role: 'admin' });
    const post = await write();
    const published = await save(post.id, { isPublished: true, content: 'Two' });
    await api.post(`/api/posts/${post.id}/like`, undefined, mary);
    const revisions = await list(post.id);

    const answer = await restore(post.id, revisions[1].id, undefined, mary);

    const { authorId, publishedAt, createdAt } = published;
    expect(answer.body).toMatchObject({ content: 'One', isPublished: true, authorId, publishedAt, createdAt });
    expect(answer.body.likesCount).toBe(1);
    expect((await api.get('/api/posts/search?q=one')).body).toHaveLength(1);
    expect((await list(post.id))[0]).toMatchObject({
      isPublished: true,
      editor: expect.objectContaining({ id: mary.id }),
    });
  });

  it('is safe to repeat', async () => {
    const post = await write();
    await save(post.id, { content: 'Two' });
    const [, first] = await list(post.id);

    const [one, two] = [await restore(post.id, first.id), await restore(post.id, first.id)];

    expect(two.body).toEqual(one.body);
    expect(await list(post.id)).toHaveLength(3);
  });

  it('is refused if the post was saved since, with the post and its editor', async () => {
    const mary = await signIn({ role: 'admin', displayName: 'Mary Shelley' });
    const post = await write();
    await save(post.id, { content: 'Two' });
    const [latest, first] = await list(post.id);
    const now = await save(post.id, { content: 'Three' }, mary);

    const refused = await restore(post.id, first.id, { baseUpdatedAt: latest.createdAt });

    const lastEditedBy = expect.objectContaining({ id: mary.id, displayName: 'Mary Shelley' });
    expect([refused.status, refused.body]).toEqual([409, { ...now, lastEditedBy }]);
    expect((await restore(post.id, first.id, { baseUpdatedAt: now.updatedAt })).status).toBe(200);
  });
});

describe('thinning', () => {
  it('keeps all revisions of two days, then the last of each day for a month, then of each week, the first, and publications', async () => {
    // A Monday, which determines the weeks of this test.
    const monday = Date.parse('2030-01-07T00:00:00Z');
    clock.advance(monday - clock.now().getTime());
    const post = await write({ content: 'first' });
    const saveAt = async (ms: number, content: string, fields = {}) => {
      clock.advance(monday + ms - clock.now().getTime());
      await save(post.id, { content, ...fields });
    };
    await saveAt(9 * HOUR_MS, 'Monday, 9');
    await saveAt(10 * HOUR_MS, 'published', { isPublished: true });
    await saveAt(18 * HOUR_MS, 'Monday, last');
    await saveAt(DAY_MS, 'Tuesday, first');
    await saveAt(DAY_MS + 18 * HOUR_MS, 'Tuesday, last');
    await saveAt(6 * DAY_MS, 'Sunday');
    await saveAt(7 * DAY_MS, 'Monday after');

    const sweepAt = async (ms: number) => {
      clock.advance(monday + ms - clock.now().getTime());
      await sweep();
      return contentsOf(post.id);
    };

    expect(await sweepAt(7 * DAY_MS + HOUR_MS)).toEqual([
      'first',
      'published',
      'Monday, last',
      'Tuesday, last',
      'Sunday',
      'Monday after',
    ]);
    expect(await sweepAt(29 * DAY_MS)).toHaveLength(6);
    expect(await sweepAt(40 * DAY_MS)).toEqual(['first', 'published', 'Sunday', 'Monday after']);
    expect(await sweepAt(400 * DAY_MS)).toHaveLength(4);
  });

  it('reads only revisions that are due', async () => {
    const post = await write();
    await save(post.id, { title: '2' });
    clock.advance(DAY_MS);
    const { history } = createContent({ db, clock });

    expect(await history.due(clock.now(), 100)).toEqual([]);
    clock.advance(DAY_MS + 1);
    const due = vi.spyOn(history, 'due');
    expect(await thinOutRevisions({ revisions: history, clock })).toBe(1);
    expect(due).toHaveBeenCalledWith(expect.any(Date), 100);
    expect(await history.due(clock.now(), 100)).toEqual([]);
  });
});

describe('a picture that only a revision shows', () => {
  it('stays while it can be restored, and is released with the revision', async () => {
    const name = '1763700000000-a-40x30.webp';
    const address = publicUrl(dependencies.config.publicBucket, `images/${name}`);
    await db.doc(`pictures/${name}`).set({ keepUntil: clock.now(), removalBegunAt: null });
    const post = await write();
    await save(post.id, { content: `![](${address})` });
    await save(post.id, { content: 'Without' });
    const [, withPicture] = await list(post.id);
    const table = createPictureTable(db);
    clock.advance(31 * DAY_MS);

    expect(await table.beginRemoval(name, clock.now())).toBe(false);
    expect((await restore(post.id, withPicture.id)).body.content).toBe(`![](${address})`);
    await save(post.id, { content: 'Without again' });
    for (const id of Object.keys(await storedAll(`posts/${post.id}/revisions`)))
      await db.doc(`posts/${post.id}/revisions/${id}`).delete();
    clock.advance(31 * DAY_MS);

    expect(await table.beginRemoval(name, clock.now())).toBe(true);
  });
});

describe('a picture that only a draft shows', () => {
  it('is kept', async () => {
    const name = '1763700000001-a-40x30.webp';
    await db.doc(`pictures/${name}`).set({ keepUntil: clock.now(), removalBegunAt: null });
    const content = publicUrl(dependencies.config.publicBucket, `images/${name}`);
    await api.put('/api/drafts/abc', { content }, editor);
    clock.advance(31 * DAY_MS);

    expect(await createPictureTable(db).beginRemoval(name, clock.now())).toBe(false);
  });
});

describe('random edits, saves and restores by three editors', { tags: 'thorough' }, () => {
  it.each([1, 2])('lose no text of the last two days, sequence %i', async (seed) => {
    const report = await randomSequence({ db, clock, seed, steps: 25 });

    expect(report.missing).toEqual([]);
    expect(report.checked).toBeGreaterThan(0);
    expect(await storedPost(report.postId)).not.toBeNull();
  });
});
