import { beforeEach, describe, expect, it } from 'vitest';
import { api } from '../testing/api.ts';
import { aComment, storeComments } from '../testing/comments.ts';
import { seedPost, storedPost } from '../testing/posts.ts';
import { clock, db, resetFirestore } from '../testing/server.ts';
import { signIn, type TestUser } from '../testing/users.ts';
import { commentedUpgrade } from './commented-posts.repository.ts';

let [contributor, author, moderator, reader]: TestUser[] = [];

beforeEach(async () => {
  await resetFirestore();
  clock.advance(61_000);
  const aged = { ageMs: 2 * 86_400_000 };
  [contributor, author, moderator, reader] = await Promise.all([
    signIn({ ...aged, writing: 'contributor' }),
    signIn({ ...aged, writing: 'author' }),
    signIn({ ...aged, role: 'moderator' }),
    signIn({ ...aged, displayName: 'Rae Reader' }),
  ]);
});

const postOf = (by: TestUser | undefined, title: string) => seedPost({ title, authorId: by?.id ?? '' });

async function comment(postId: string, content: string, { by = reader, parentId = null as string | null } = {}) {
  clock.advance(2_500);
  const { status, body } = await api.post(`/api/posts/${postId}/comments`, { content, parentId }, by);
  expect(status).toBe(201);
  return body as { id: string; createdAt: string };
}

interface Listed {
  readonly title: string;
  readonly commentsCount: number;
  readonly comments: readonly { readonly content: string }[];
}

const listed = async (by = author, query = '') => {
  const { body } = await api.get(`/api/me/posts/comments${query}`, by);
  return (body as Listed[]).map(({ title, comments }) => [title, ...comments.map(({ content }) => content)]);
};

describe('GET /api/me/posts/comments', () => {
  it("lists the caller's posts, most recently commented first, with the newest comments of each", async () => {
    const [older, newer, others] = [
      await postOf(author, 'Older'),
      await postOf(author, 'Newer'),
      await postOf(contributor, 'Of somebody else'),
    ];
    await postOf(author, 'Without comments');
    await comment(newer.id, 'First');
    const { id } = await comment(older.id, 'One');
    for (const text of ['Two', 'Three']) await comment(older.id, text);
    await comment(older.id, 'Four', { parentId: id });
    await comment(others.id, 'Elsewhere');

    expect(await listed()).toEqual([
      ['Older', 'Four', 'Three', 'Two'],
      ['Newer', 'First'],
    ]);
    const { createdAt } = await comment(newer.id, 'Last');

    const first = await api.get('/api/me/posts/comments?limit=1', author);
    expect(first.body).toMatchObject([
      {
        id: newer.id,
        commentsCount: 2,
        lastCommentAt: createdAt,
        comments: [{ content: 'Last', author: { displayName: 'Rae Reader', email: null } }, { content: 'First' }],
      },
    ]);
    expect((await api.get(first.next, author)).body).toMatchObject([{ id: older.id, comments: [{}, {}, {}] }]);
    expect(await listed(contributor)).toEqual([['Of somebody else', 'Elsewhere']]);
  });

  it('shows only what readers see: no held, hidden or deleted comments, and no posts in the trash', async () => {
    const [post, other] = [await postOf(author, 'Harbour'), await postOf(author, 'Pier')];
    const { id } = await comment(post.id, 'Rude');
    await comment(post.id, 'Kind');
    const gone = await comment(other.id, 'Gone');
    await api.patch(`/api/admin/comments/${id}`, { state: 'hidden' }, moderator);
    await api.delete(`/api/comments/${gone.id}`, reader);

    expect(await listed()).toEqual([['Harbour', 'Kind']]);
    await api.patch(`/api/admin/comments/${id}`, { state: 'visible' }, moderator);
    expect(await listed()).toEqual([['Harbour', 'Kind', 'Rude']]);
    await api.delete(`/api/posts/${post.id}`, author);
    expect(await listed()).toEqual([]);
  });

  it('names the person replied to if that comment is shown, too', async () => {
    const { id } = await postOf(author, 'Harbour');
    const start = await comment(id, 'One');
    const answer = await comment(id, 'Two', { parentId: start.id });
    await comment(id, 'Three', { parentId: answer.id });
    const named = async () => {
      const { body } = await api.get('/api/me/posts/comments', author);
      return body[0].comments.map(({ replyTo }: { replyTo: { name: string | null } | null }) => replyTo?.name);
    };

    expect(await named()).toEqual(['Rae Reader', undefined, undefined]);
    for (const text of ['Four', 'Five']) await comment(id, text, { parentId: answer.id });
    expect(await named()).toEqual([null, null, null]);
  });

  it('follows the byline', async () => {
    const post = await postOf(contributor, 'Harbour');
    await comment(post.id, 'Kind');

    await api.patch(`/api/posts/${post.id}`, { authorIds: [author?.id] }, moderator);

    expect([await listed(contributor), await listed(author)]).toEqual([[], [['Harbour', 'Kind']]]);
  });
});

describe('older posts', () => {
  it('are listed after the upgrade, which can be repeated and keeps newer times', async () => {
    const [before, newer] = [await postOf(author, 'Before'), await postOf(author, 'Newer')];
    const at = new Date(clock.now().getTime() - 60_000);
    const hidden = { id: 'hidden', postId: before.id, authorId: 'somebody', state: 'hidden' } as const;
    await storeComments([
      aComment({ id: 'one', postId: before.id, authorId: 'somebody', createdAt: at }),
      aComment(hidden),
    ]);
    await db.doc(`posts/${before.id}`).update({ commentsCount: 1, popularity: 3 });
    await comment(newer.id, 'Kind');
    const known = (await storedPost(newer.id))?.lastCommentAt;
    expect(await listed()).toEqual([['Newer', 'Kind']]);

    await commentedUpgrade(db).step(null);
    expect(await commentedUpgrade(db).step(null)).toMatchObject({ next: null });

    expect(await listed()).toEqual([
      ['Newer', 'Kind'],
      ['Before', 'Text of one'],
    ]);
    expect((await storedPost(newer.id))?.lastCommentAt).toEqual(known);
  });
});
