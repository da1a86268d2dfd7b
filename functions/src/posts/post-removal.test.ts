import { beforeEach, describe, expect, it } from 'vitest';
import { createContent } from '../compose/content.ts';
import { api } from '../testing/api.ts';
import { seedCategory, seedPost, stored, storedActs, storedAll, storedPost } from '../testing/posts.ts';
import { clock, db, resetFirestore } from '../testing/server.ts';
import { signIn } from '../testing/users.ts';

beforeEach(resetFirestore);

const content = createContent({ db, clock });

/** Content whose deletions end after their first transaction. */
function interruptedContent() {
  const breaking = new Proxy(db, {
    get(target, key) {
      if (key === 'batch') throw new Error('interrupted');
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return createContent({ db: breaking, clock });
}

describe('DELETE /api/posts/:id', () => {
  it('removes the post with its comments, likes and search entry, and notes who did it', async () => {
    const moderator = await signIn({ role: 'moderator' });
    const category = await seedCategory();
    const post = await seedPost({ categoryId: category.id });
    const other = await seedPost();
    await api.post(`/api/posts/${post.id}/like`, undefined, moderator);
    await api.post(`/api/posts/${post.id}/comments`, { content: 'Gone soon' }, moderator);
    await api.post(`/api/posts/${other.id}/comments`, { content: 'Stays' }, moderator);

    const res = await api.delete(`/api/posts/${post.id}`, moderator);

    expect(res.status).toBe(204);
    expect(res.text).toBe('');
    expect(await storedPost(post.id)).toBeNull();
    expect(await storedAll(`posts/${post.id}/likes`)).toEqual({});
    expect(Object.values(await storedAll('comments')).map(({ postId }) => postId)).toEqual([other.id]);
    expect(Object.keys(await storedAll('searchIndex'))).toEqual([other.id]);
    expect((await stored(`categories/${category.id}`))?.postCount).toBe(0);
    expect(await stored('counters/posts')).toEqual({ total: 1, published: 1 });
    expect((await storedActs()).filter(({ action }) => action === 'post.delete')).toMatchObject([
      { actorId: moderator.id, target: `posts/${post.id}`, name: post.title, before: { title: post.title } },
    ]);
    expect((await api.delete(`/api/posts/${post.id}`, moderator)).status).toBe(404);
  });

  it('refuses readers and visitors, and knows no unknown post', async () => {
    const post = await seedPost();

    expect((await api.delete(`/api/posts/${post.id}`)).status).toBe(401);
    expect((await api.delete(`/api/posts/${post.id}`, await signIn())).status).toBe(403);
    expect((await api.delete('/api/posts/unknown', await signIn({ role: 'admin' }))).status).toBe(404);
    expect(await storedPost(post.id)).not.toBeNull();
  });

  it('hides an interrupted deletion everywhere, and finishes it when repeated', async () => {
    const moderator = await signIn({ role: 'moderator' });
    const post = await seedPost({ featuredImage: 'https://example.com/a.png' });
    await api.post(`/api/posts/${post.id}/comments`, { content: 'Hello' }, moderator);
    const { remover } = interruptedContent();
    await expect(remover.remove(post.id, moderator.id, new Date())).rejects.toThrow('interrupted');

    expect(await storedPost(post.id)).not.toBeNull();
    for (const path of ['', '/comments', '/similar', '/like-status']) {
      expect((await api.get(`/api/posts/${post.id}${path}`, moderator)).status).toBe(404);
    }
    expect((await api.post(`/api/posts/${post.id}/like`, undefined, moderator)).status).toBe(404);
    expect((await api.post(`/api/posts/${post.id}/view`)).status).toBe(404);
    expect((await api.post(`/api/posts/${post.id}/comments`, { content: 'x' }, moderator)).status).toBe(404);
    expect((await api.patch(`/api/posts/${post.id}`, { title: 'x' }, moderator)).status).toBe(404);
    for (const list of ['/api/posts', '/api/posts/popular', '/api/posts/search?q=harbour', '/api/admin/posts']) {
      expect((await api.get(list, moderator)).body).toEqual([]);
    }

    expect((await api.delete(`/api/posts/${post.id}`, moderator)).status).toBe(204);
    expect(await storedPost(post.id)).toBeNull();
    expect(await storedAll('comments')).toEqual({});
    expect((await storedActs()).map(({ action }) => action).sort()).toEqual(['post.delete', 'post.publish']);
  });

  it('is finished by the nightly sweep', async () => {
    const post = await seedPost();
    await db.doc(`posts/${post.id}`).update({ deletedAt: new Date(), isPublished: false });

    expect(await content.remover.finishAll()).toBe(1);
    expect(await storedPost(post.id)).toBeNull();
  });

  it('leaves no like and no comment behind, whatever comes in meanwhile', async () => {
    const admin = await signIn({ role: 'admin' });
    const readers = await Promise.all(Array.from({ length: 8 }, () => signIn()));
    const post = await seedPost();

    const answers = await Promise.all([
      ...readers.map((reader) => api.post(`/api/posts/${post.id}/like`, undefined, reader)),
      api.delete(`/api/posts/${post.id}`, admin),
      ...readers.map((reader) => api.post(`/api/posts/${post.id}/comments`, { content: 'In time?' }, reader)),
      ...readers.map((reader) => api.post(`/api/posts/${post.id}/view`, undefined, reader)),
    ]);

    expect(answers.filter(({ status }) => ![200, 201, 204, 404].includes(status))).toEqual([]);
    expect(await storedPost(post.id)).toBeNull();
    expect(await storedAll('comments')).toEqual({});
    expect((await db.collectionGroup('likes').get()).size).toBe(0);
  });

  it('deletes once under parallel calls', async () => {
    const admin = await signIn({ role: 'admin' });
    const post = await seedPost();
    await seedPost();

    const answers = await Promise.all(Array.from({ length: 6 }, () => api.delete(`/api/posts/${post.id}`, admin)));

    expect(answers.filter(({ status }) => ![204, 404].includes(status))).toEqual([]);
    expect(await stored('counters/posts')).toEqual({ total: 1, published: 1 });
  });
});
