import { beforeEach, describe, expect, it } from 'vitest';
import { createWork } from '../compose/work.ts';
import { api } from '../testing/api.ts';
import { aComment, notificationsSent, storeComments } from '../testing/comments.ts';
import { seedPost, stored } from '../testing/posts.ts';
import { clock, dependencies } from '../testing/server.ts';
import { signIn, signInEach, signInMany, type TestUser } from '../testing/users.ts';

const AGED = { ageMs: 2 * 86_400_000 };

let post: { id: string };

beforeEach(() => clock.advance(61_000));
const { writer, mary, percy } = signInEach({
  writer: { role: 'moderator' },
  mary: { ...AGED, displayName: 'Mary Shelley' },
  percy: { ...AGED, displayName: 'Percy Shelley' },
});

beforeEach(async () => {
  post = await seedPost({ title: 'Harbour', authorId: writer.id });
});

async function comment(by: TestUser, content: string, parentId: string | null = null): Promise<string> {
  clock.advance(2_500);
  const { status, body } = await api.post(`/api/posts/${post.id}/comments`, { content, parentId }, by);
  expect(status).toBe(201);
  return body.id;
}

const listOf = async (user: TestUser) => (await api.get('/api/notifications', user)).body;
const titlesOf = (list: readonly { title: string }[]) => list.map(({ title }) => title);

const soon = async (user: TestUser, expected: unknown) => {
  await notificationsSent();
  expect(await listOf(user)).toEqual(expected);
};

describe('a personal notification', () => {
  it('is about comments on my post and replies to my comments, with writer and link, but not about my own comments', async () => {
    const start = await comment(mary, 'Start');
    const answer = await comment(percy, 'Answer', start);
    await notificationsSent();
    const nested = await comment(mary, 'Answer to the answer', answer);

    await soon(writer, [
      expect.objectContaining({
        kind: 'comment',
        title: 'Mary Shelley and 1 other commented on your post',
        message: 'Harbour',
        type: 'info',
        isRead: false,
        link: `/posts/${post.id}#comment-${nested}`,
      }),
    ]);
    expect(await listOf(mary)).toMatchObject([
      { kind: 'reply', title: 'Percy Shelley replied to your comment', link: `/posts/${post.id}#comment-${answer}` },
    ]);
    expect(await listOf(percy)).toMatchObject([{ kind: 'reply', title: 'Mary Shelley replied to your comment' }]);
    const poll = await api.get('/api/notifications', writer);
    expect([poll.reads, poll.writes]).toEqual([2, 0]);
  });

  it('combines parallel comments and contains each of them', async () => {
    const people = await signInMany(12, AGED);

    const answers = await Promise.all(
      people.map((user) => api.post(`/api/posts/${post.id}/comments`, { content: 'Hello' }, user)),
    );

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    await soon(writer, [
      expect.objectContaining({ title: 'Ada Lovelace and 11 others commented on your post', isRead: false }),
    ]);
  });

  it('shares list, order and read state with broadcasts; a later comment creates a new one', async () => {
    const admin = await signIn({ role: 'admin' });
    await comment(mary, 'First');
    await notificationsSent();
    clock.advance(1_000);
    await api.post('/api/notifications', { title: 'News', message: 'M' }, admin);

    const [broadcast, personal] = await listOf(writer);
    expect([broadcast.kind, broadcast.link, personal.kind]).toEqual(['broadcast', null, 'comment']);
    for (let n = 0; n < 2; n += 1) {
      expect((await api.patch(`/api/notifications/${personal.id}/read`, undefined, writer)).status).toBe(204);
    }
    expect((await listOf(writer)).map(({ isRead }: { isRead: boolean }) => isRead)).toEqual([false, true]);
    expect((await api.patch(`/api/notifications/${personal.id}/read`, undefined, mary)).status).toBe(404);

    await comment(percy, 'Second');
    await notificationsSent();
    expect(titlesOf(await listOf(writer))).toEqual([
      'Percy Shelley commented on your post',
      'News',
      'Mary Shelley commented on your post',
    ]);
    await api.patch('/api/notifications/read-all', undefined, writer);
    expect((await listOf(writer)).every(({ isRead }: { isRead: boolean }) => isRead)).toBe(true);
  });

  it('disappears when its comment is deleted or hidden', async () => {
    const first = await comment(mary, 'First');
    const second = await comment(percy, 'Second');
    await notificationsSent();

    await api.delete(`/api/comments/${second}`, percy);
    await soon(writer, [expect.objectContaining({ title: 'Mary Shelley commented on your post' })]);
    await api.patch(`/api/admin/comments/${first}`, { state: 'hidden' }, writer);
    await soon(writer, []);
    await api.patch(`/api/admin/comments/${first}`, { state: 'visible' }, writer);
    await soon(writer, []);
  });

  it('about a held comment arrives once staff show it', async () => {
    const admin = await signIn({ role: 'admin' });
    await api.patch('/api/admin/settings', { comments: { holdEverything: true } }, admin);
    const id = await comment(mary, 'Waiting');
    await soon(writer, []);

    await api.patch(`/api/admin/comments/${id}`, { state: 'visible' }, admin);

    await soon(writer, [expect.objectContaining({ title: 'Mary Shelley commented on your post' })]);
    await api.patch('/api/admin/settings', { comments: { holdEverything: false } }, admin);
  });

  it('does not arrive for muted threads and unwanted kinds', async () => {
    const start = await comment(mary, 'Start');
    const mute = (muted: boolean, id = start) => api.patch(`/api/comments/${id}/subscription`, { muted }, mary);

    expect((await mute(true)).status).toBe(204);
    await comment(percy, 'Answer', start);
    await soon(mary, []);
    const choices = { replies: true, comments: true, reviews: true, notes: true, following: true };
    expect((await api.get('/api/notifications/choices', mary)).body).toEqual({ ...choices, mutedThreads: [start] });
    await mute(false);
    await comment(percy, 'Again', start);
    await soon(mary, [expect.objectContaining({ kind: 'reply' })]);

    const chosen = await api.patch('/api/notifications/choices', { replies: false }, mary);
    expect(chosen.body).toEqual({ ...choices, replies: false, mutedThreads: [] });
    await api.patch('/api/notifications/read-all', undefined, mary);
    await comment(percy, 'Once more', start);
    await soon(mary, [expect.objectContaining({ isRead: true })]);
    expect((await mute(true, 'unknown')).status).toBe(404);
    expect((await api.patch('/api/notifications/choices', { replies: 'no' }, mary)).status).toBe(400);
  });

  it('that was interrupted is sent once, by the next run of `work`', async () => {
    await storeComments([
      aComment({ id: 'left', postId: post.id, authorId: mary.id, notification: 'due' }),
      aComment({ id: 'hidden', postId: post.id, authorId: percy.id, notification: 'sent', state: 'hidden' }),
    ]);
    const work = createWork(dependencies);

    await work();
    await work();

    expect(titlesOf(await listOf(writer))).toEqual(['Mary Shelley commented on your post']);
    expect(await stored('comments/left')).toMatchObject({ notification: 'sent', isNotificationDue: false });
    expect(await stored('comments/hidden')).toMatchObject({ notification: 'none', isNotificationDue: false });
    expect(await stored(`pushes/${writer.id}`)).toMatchObject({
      title: 'Mary Shelley commented on your post',
      message: 'Harbour',
      link: `/posts/${post.id}#comment-left`,
    });
  });
});
