import type { PostSource } from '@inkwell/shared/pushed-posts';
import { describe, expect, it } from 'vitest';
import { api, pagesOf } from '../testing/api.ts';
import { expectCost } from '../testing/costs.ts';
import { stored, storedAll } from '../testing/posts.ts';
import { signInEach } from '../testing/users.ts';

const { author, other, admin } = signInEach({
  author: { writing: 'author' },
  other: { writing: 'author' },
  admin: { role: 'admin' },
});

const REPOSITORY = 'github.com/ada/notes';
const LIST = `/api/me/pushed-posts?repository=${encodeURIComponent(REPOSITORY)}`;
const hash = (sign: string): string => sign.repeat(64);
const from = (path: string, sign: string | null, more: Partial<PostSource> = {}): PostSource => ({
  repository: REPOSITORY,
  path,
  hash: sign === null ? null : hash(sign),
  pictures: [],
  ...more,
});
const push = (source: PostSource, fields: object = {}, by = author) =>
  api.post('/api/posts', { title: 'Tides', content: 'The water comes.', source, ...fields }, by);
const list = async (by = author) => (await api.get(LIST, by)).body;

describe('a post pushed from a file', () => {
  it('is one post, however often and concurrently its file is pushed', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => push(from('a.md', 'a'))));

    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(Object.keys(await storedAll('posts'))).toHaveLength(1);
    expect(await list()).toMatchObject([
      { id: answers[0]?.body.id, path: 'a.md', hash: hash('a'), isChanged: false, status: 'draft', wasPublic: false },
    ]);
  });

  it('is refused as new with another text, so that no push overwrites another', async () => {
    const { body } = await push(from('a.md', 'a'));

    const { status, text } = await push(from('a.md', 'b'), { title: 'Ebb' });

    expect([status, text]).toEqual([409, 'This file has a post already']);
    expect(await stored(`posts/${body.id}`)).toMatchObject({ title: 'Tides', source: { hash: hash('a') } });
  });

  it('stays when its file is renamed, and another file gets its own post', async () => {
    const { body } = await push(from('a.md', 'a'));
    const { status } = await api.patch(`/api/posts/${body.id}`, { source: from('b.md', 'a') }, author);
    const { body: second } = await push(from('a.md', 'c'), { title: 'Ebb' });

    expect(status).toBe(200);
    expect(second.id).not.toBe(body.id);
    const found = (await list()).map(({ id, path }: { id: string; path: string }) => [id, path]);
    expect(Object.fromEntries(found)).toEqual({ [body.id]: 'b.md', [second.id]: 'a.md' });
    expect((await push(from('a.md', 'c'))).body.id).toBe(second.id);
  });

  it('is changed once somebody changes its text on the site, but not by publishing, and no longer after its next push', async () => {
    const { body } = await push(from('a.md', 'a'));
    const path = `/api/posts/${body.id}`;
    const isChanged = async () => (await list())[0].isChanged;

    await api.patch(path, { isPublished: true }, admin);
    await api.patch(path, { isPublished: false }, admin);
    expect(await isChanged()).toBe(false);
    expect((await list())[0]).toMatchObject({ status: 'draft', wasPublic: true });
    await api.patch(path, { title: 'Neap tides' }, admin);
    expect(await isChanged()).toBe(true);
    await api.patch(path, { source: from('moved.md', 'a') }, author);
    expect(await isChanged()).toBe(true);
    await api.patch(path, { title: 'Tides', source: from('moved.md', 'b') }, author);
    expect(await isChanged()).toBe(false);
  });

  it.each([
    ['its date', { publishedAt: '2019-05-04T00:00:00.000Z' }],
    ['whether it is featured', { isFeatured: true }],
  ])('is changed once somebody changes %s on the site, which its file can set', async (_, change) => {
    const { body } = await push(from('a.md', 'a'));
    await api.patch(`/api/posts/${body.id}`, change, admin);
    expect((await list())[0].isChanged).toBe(true);
  });

  it('is not overwritten if it was saved since the push began', async () => {
    const { body } = await push(from('a.md', 'a'));
    const path = `/api/posts/${body.id}`;
    await api.patch(path, { title: 'Neap tides' }, admin);

    const change = { title: 'Ebb', source: from('a.md', 'b'), baseUpdatedAt: body.updatedAt };
    expect((await api.patch(path, change, author)).status).toBe(409);
    expect((await list())[0]).toMatchObject({ title: 'Neap tides', hash: hash('a'), isChanged: true });
  });

  it('stores where its pictures are', async () => {
    const pictures = [{ hash: hash('9'), url: 'https://pictures.example/a.png' }];
    await push(from('a.md', 'a', { pictures }));
    expect((await list())[0].pictures).toEqual(pictures);
  });

  it('is listed for the account that pushed it, even in the trash, in pages', async () => {
    const { body } = await push(from('a.md', 'a'));
    await push(from('b.md', 'b'));
    await api.delete(`/api/posts/${body.id}`, author);

    const pages = await pagesOf(`${LIST}&limit=1`, author);
    const both = pages.flatMap(({ body }) => body);

    expect(pages[0]?.body).toHaveLength(1);
    expect(both.map(({ path }) => path).sort()).toEqual(['a.md', 'b.md']);
    expect(both.find(({ path }) => path === 'a.md').status).toBe('trash');
    expect(await list(other)).toEqual([]);
    expect((await api.get(LIST.replace('notes', 'other'), author)).body).toEqual([]);
    expect((await push(from('a.md', 'a'))).status).toBe(409);
  });

  it("belongs to the account that pushed it: another account's push of the same file creates another post", async () => {
    const { body } = await push(from('a.md', 'a'));
    const { body: theirs } = await push(from('a.md', 'a'), {}, other);

    expect(theirs.id).not.toBe(body.id);
    expect((await api.patch(`/api/posts/${body.id}`, { source: from('a.md', 'b') }, other)).status).toBe(404);
    await api.patch(`/api/posts/${body.id}`, { authorIds: [other.id] }, admin);
    expect(await list()).toEqual([]);
    expect((await push(from('a.md', 'a'))).status).toBe(404);
  });

  it.each([
    ['a hash that is none', { hash: 'abc' }],
    ['no path', { path: '' }],
    ['a path that is too long', { path: 'a'.repeat(401) }],
    ['no repository', { repository: '' }],
    ['a path out of the repository', { path: '../a.md' }],
    ['a path out of a folder', { path: 'posts/../../a.md' }],
    ['a path from the root of the machine', { path: '/etc/a.md' }],
    ['an empty folder in its path', { path: 'posts//a.md' }],
    ['a folder that is the same folder', { path: './a.md' }],
    ['a path into the data of Git', { path: 'posts/.GIT/a.md' }],
    ['a backslash in its path', { path: 'posts\\a.md' }],
    ['a control character in its path', { path: 'posts/\u001b[2Ja.md' }],
    ['a file that is no text', { path: 'posts/a.sh' }],
  ])('is refused with %s', async (_, more) => {
    expect((await push(from('a.md', 'a', more))).status).toBe(400);
    expect(await storedAll('posts')).toEqual({});
  });

  it('costs as much as the table says', async () => {
    const made = await push(from('a.md', 'a'));
    expectCost(made, 'unpublished', { 'its file in a repository': 1 });
    const path = `/api/posts/${made.body.id}`;
    expectCost(await api.patch(path, { source: from('b.md', 'a') }, admin), 'no change', {
      'its file in a repository': 1,
    });
    expectCost(await api.patch(path, { title: 'Ebb', source: from('b.md', 'b') }, admin), 'unpublished', {
      'its file in a repository': 1,
    });
    expectCost(await api.get(LIST, admin), { 'each entry': 1 });
  });
});
