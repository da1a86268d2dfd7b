import type { StaffPost } from '@inkwell/shared/posts';
import { SLUG_TAKEN, type StaffTag, TAG_NAME_TAKEN } from '@inkwell/shared/tags';
import { beforeEach, describe, expect, it } from 'vitest';
import { createJobTable } from '../jobs/jobs.repository.ts';
import { createPictureTable } from '../pictures/pictures.repository.ts';
import { moveTaggedIn } from '../posts/moves/moved-posts.repository.ts';
import { createSearchIndex } from '../search/search-index.repository.ts';
import { api, send, type TestAnswer } from '../testing/api.ts';
import { recountTags } from '../testing/recount.ts';
import { clock, db, resetFirestore } from '../testing/server.ts';
import { signIn, type TestUser } from '../testing/users.ts';
import { tagJob } from './tag.job.ts';
import { createTagRepository } from './tags.repository.ts';

beforeEach(resetFirestore);

const TEXT = { title: 'Tea', content: 'It draws.', isPublished: true };

const shown = async (path: string) => {
  const { body } = await api.get(path);
  return body.map(({ slug, postCount }: { slug: string; postCount: number }) => [slug, postCount]);
};

describe('tags of a post', () => {
  it('are created as needed, returned in order, and counted while the post is published', async () => {
    const moderator = await signIn({ role: 'moderator' });

    const made = await api.post(
      '/api/posts',
      { ...TEXT, tags: ['Green Tea', 'Öl', 'green  TEA', '#later'] },
      moderator,
    );

    expect(made.body.tags).toEqual([
      { name: 'Green Tea', slug: 'green-tea' },
      { name: 'Öl', slug: 'ol' },
      { name: '#later', slug: 'hash-later' },
    ]);
    expect((await api.get(`/api/posts/${made.body.id}`)).body.tags).toHaveLength(2);
    expect(await shown('/api/tags')).toEqual(
      expect.arrayContaining([
        ['green-tea', 1],
        ['ol', 1],
      ]),
    );

    await api.patch(`/api/posts/${made.body.id}`, { isPublished: false }, moderator);
    expect(await shown('/api/tags')).toEqual([]);
    expect((await api.get('/api/tags/ol')).status).toBe(404);
    expect((await api.get('/api/posts?tag=ol')).status).toBe(404);
  });

  it('are created once by concurrent posts', async () => {
    const moderator = await signIn({ role: 'moderator' });

    const made = await Promise.all([1, 2].map(() => api.post('/api/posts', { ...TEXT, tags: ['Tea'] }, moderator)));

    expect(made.map(({ status }) => status)).toEqual([201, 201]);
    expect(await shown('/api/tags')).toEqual([['tea', 2]]);
  });

  it('lead to the posts that have them', async () => {
    const moderator = await signIn({ role: 'moderator' });
    const { body } = await api.post('/api/posts', { ...TEXT, tags: ['Tea'] }, moderator);
    await api.post('/api/posts', { ...TEXT, tags: ['Coffee'] }, moderator);

    const list = await api.get('/api/posts?tag=tea');

    expect(list.body.map(({ id }: { id: string }) => id)).toEqual([body.id]);
    expect(list.headers.get('x-total-count')).toBe('1');
    for (const slug of ['tea', 'TEA', 'ｔｅａ'])
      expect((await api.get(`/api/tags/${encodeURIComponent(slug)}`)).body).toMatchObject({ slug: 'tea' });
    expect((await api.get('/api/posts?tag=water')).status).toBe(404);
  });
});

describe('a tag', () => {
  let admin: TestUser;
  let moderator: TestUser;

  beforeEach(async () => {
    admin = await signIn({ role: 'admin' });
    moderator = await signIn({ role: 'moderator' });
  });

  const create = async (name: string, more = {}) =>
    (await api.post('/api/admin/tags', { name, ...more }, moderator)).body as StaffTag;
  const publish = async (given: object) =>
    (await api.post('/api/posts', { ...TEXT, ...given }, moderator)).body as StaffPost;
  const namesOf = async (id: string) =>
    (await api.get(`/api/posts/${id}`, moderator)).body.tags.map(({ name }: { name: string }) => name);

  it.each([
    ['🍵', 'tag'],
    ['..', 'tag'],
    ['new', 'new'],
    ['  Öl  ', 'ol'],
    ['شاي أخضر', 'شاي-أخضر'],
    ['ﾊｲﾗﾝﾄﾞ', 'ハイランド'],
    ['C++', 'c'],
    ['x'.repeat(100), 'x'.repeat(80)],
    ["L'été", 'lete'],
    ['#later', 'hash-later'],
    ['＃later', 'later'],
  ])('may be called %s', async (name, slug) => {
    const tag = await create(name);

    expect(tag).toMatchObject({ name: name.trim(), slug: slug === 'later' ? expect.stringContaining('later') : slug });
    const post = await publish({ tags: [name] });
    const isInternal = /^[#＃]/.test(name);
    expect((await api.get(`/api/posts/${post.id}`)).body.tags).toEqual(isInternal ? [] : [{ name: tag.name, slug }]);
    expect((await api.get(`/api/tags/${encodeURIComponent(tag.slug)}`)).status).toBe(isInternal ? 404 : 200);
    expect((await api.get(`/api/posts?tag=${encodeURIComponent(tag.slug)}`)).status).toBe(isInternal ? 404 : 200);
  });

  it.each([['#'], ['＃ '], [''], ['  '], ['\u200b'], ['a\u202eb'], ['x'.repeat(101)]])(
    'may not be called "%s"',
    async (name) => {
      expect((await api.post('/api/admin/tags', { name }, moderator)).status).toBe(400);
      expect((await api.post('/api/posts', { ...TEXT, tags: [name] }, moderator)).status).toBe(400);
    },
  );

  it('has a unique name and address', async () => {
    const tea = await create('Tea');

    const again = await api.post('/api/admin/tags', { name: 'ＴＥＡ' }, moderator);
    expect([again.status, again.body.id]).toEqual([409, tea.id]);
    expect(await create('Tea?')).toMatchObject({ slug: 'tea-2' });
    const refusalOf = ({ status, text }: TestAnswer) => [status, text];
    const taken = await api.post('/api/admin/tags', { name: 'Other', slug: 'tea' }, moderator);
    expect(refusalOf(taken)).toEqual([409, SLUG_TAKEN]);
    for (const slug of ['..', 'a b', 'A', '-a', 'a--b', 'a/b', '%2e', '🍵'])
      expect([slug, (await api.patch(`/api/admin/tags/${tea.id}`, { slug }, moderator)).status]).toEqual([slug, 400]);

    const post = await publish({ tagIds: [tea.id] });
    for (const name of ['Green tea', 'Tea']) {
      await api.patch(`/api/admin/tags/${tea.id}`, { name }, moderator);
      expect(await namesOf(post.id)).toEqual([name]);
    }
    expect((await api.get('/api/tags/green')).status).toBe(404);
    await api.patch(`/api/admin/tags/${tea.id}`, { slug: 'green' }, moderator);
    expect((await api.get('/api/tags/green')).body).toMatchObject({ name: 'Tea', slug: 'green' });
    // On another instance it becomes internal, and public again.
    for (const [isInternal, status] of [
      [true, 404],
      [false, 200],
    ] as const) {
      await db.doc(`tags/${tea.id}`).update({ isInternal });
      const fresh = await send('GET', '/api/tags/green', { headers: { 'cache-control': 'no-cache' } });
      expect([isInternal, fresh.status]).toEqual([isInternal, status]);
    }
    const other = await create('Another');
    const change = (fields: object) => api.patch(`/api/admin/tags/${other.id}`, fields, moderator);
    expect(refusalOf(await change({ slug: 'tea' }))).toEqual([409, SLUG_TAKEN]);
    expect(refusalOf(await change({ name: 'tea' }))).toEqual([409, TAG_NAME_TAKEN]);
    expect((await api.patch('/api/admin/tags/none', { name: 'None' }, moderator)).status).toBe(404);
    await api.delete(`/api/admin/tags/${tea.id}`, moderator);
    expect((await change({ slug: 'tea' })).status).toBe(200);
  });

  it('is limited to ten on a post', async () => {
    const names = Array.from({ length: 11 }, (_, n) => `Tag ${n}`);

    expect((await api.post('/api/posts', { ...TEXT, tags: names }, moderator)).status).toBe(400);
    expect(await shown('/api/tags')).toEqual([]);
    expect((await publish({ tags: names.slice(0, 10) })).tags).toHaveLength(10);
  });

  it('that is merged gives its posts, drafts and ids to the target, even over several merges', {
    tags: 'thorough',
  }, async () => {
    const chain = await Promise.all(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'].map((name) => create(name)));
    const [first, last] = [chain[0] as StaffTag, chain.at(-1) as StaffTag];
    const post = await publish({ tags: ['A', 'I'] });
    const draft = await publish({ tags: ['A'], isPublished: false });
    const named = async () => (await api.get(`/api/admin/tags/named?ids=${first.id}`, moderator)).body;
    expect(await named()).toMatchObject([{ askedId: first.id, id: first.id }]);
    expect(await namesOf(post.id)).toEqual(['A', 'I']);

    for (const [n, { id }] of chain.slice(0, -1).entries())
      expect((await api.post(`/api/admin/tags/${id}/merge`, { into: chain[n + 1]?.id }, admin)).status).toBe(200);

    expect([await namesOf(post.id), await namesOf(draft.id)]).toEqual([['I'], ['I']]);
    expect(await shown('/api/tags')).toEqual([['i', 1]]);
    expect((await api.get('/api/tags/a')).body).toMatchObject({ slug: 'i' });
    expect(await named()).toMatchObject([{ askedId: first.id, id: last.id }]);
    // A save with an older id, and with an id that never existed.
    const saved = await publish({ tagIds: [first.id] });
    expect([saved.tagIds, await recountTags(db)]).toEqual([[last.id], []]);
    expect((await api.post('/api/posts', { ...TEXT, tagIds: ['unknown'] }, moderator)).status).toBe(400);

    // Into a merged tag, into itself, and twice.
    const [b, c] = [chain[1] as StaffTag, chain[2] as StaffTag];
    expect((await api.post(`/api/admin/tags/${last.id}/merge`, { into: b.id }, admin)).status).toBe(404);
    expect((await api.post(`/api/admin/tags/${last.id}/merge`, { into: last.id }, admin)).status).toBe(400);
    expect((await api.post(`/api/admin/tags/${b.id}/merge`, { into: last.id }, admin)).status).toBe(200);
    expect((await api.post(`/api/admin/tags/${b.id}/merge`, { into: c.id }, admin)).status).toBe(404);
    expect((await api.delete(`/api/admin/tags/${b.id}`, moderator)).status).toBe(404);

    await api.delete(`/api/admin/tags/${last.id}`, moderator);
    expect([await namesOf(post.id), (await api.get('/api/tags/a')).status]).toEqual([[], 404]);
    expect((await api.delete(`/api/admin/tags/${last.id}`, moderator)).status).toBe(204);
  });

  it('leaves its posts even if the job was killed, or somebody saves meanwhile', { tags: 'thorough' }, async () => {
    const [tea, coffee] = [await create('Tea'), await create('Coffee')];
    const posts = await Promise.all(Array.from({ length: 3 }, () => publish({ tagIds: [tea.id] })));
    const [one] = posts as [StaffPost];
    const move = moveTaggedIn(db, createSearchIndex(db));
    // The tag is deleted, and its job has not started.
    await createTagRepository(db, { pictures: createPictureTable(db), jobs: createJobTable(db) }).end(
      tea.id,
      coffee.id,
      tagJob(tea.id, admin.id),
      { actorId: admin.id, at: clock.now() },
    );

    const kept = await api.patch(`/api/posts/${one.id}`, { title: 'New', tagIds: [tea.id] }, moderator);
    expect(kept.status).toBe(200);
    await Promise.all([
      ...[1, 2].map(() => move({ from: tea.id }, null)),
      api.patch(`/api/posts/${one.id}`, { isPublished: false }, moderator),
    ]);
    await move({ from: tea.id }, null);

    expect(await recountTags(db)).toEqual([]);
    expect(await shown('/api/tags')).toEqual([['coffee', 2]]);
    // An open editor saves its outdated state.
    const late = await api.patch(`/api/posts/${one.id}`, { title: 'Newer', tagIds: [tea.id] }, moderator);
    expect(late.body.tagIds).toEqual([coffee.id]);
  });
});
