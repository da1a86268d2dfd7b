import { CATEGORY_NAME_TAKEN, NO_CATEGORY_ORDER } from '@inkwell/shared/categories';
import { describe, expect, it } from 'vitest';
import { moveCategorisedIn } from '../posts/moves/moved-posts.repository.ts';
import { createSearchIndex } from '../search/search-index.repository.ts';
import { api } from '../testing/api.ts';
import { seedCategory, seedPost, stored, storedPost } from '../testing/posts.ts';
import { clock, db } from '../testing/server.ts';
import { signInEach } from '../testing/users.ts';
import { categoryUpgrade } from './categories.repository.ts';

const { admin, moderator } = signInEach({ admin: { role: 'admin' }, moderator: { role: 'moderator' } });

const path = (id: number) => `/api/admin/categories/${id}`;
const merge = (id: number, into: number, user = admin) => api.post(`${path(id)}/merge`, { into }, user);
const countOf = async (id: number) => (await stored(`categories/${id}`))?.postCount;
const idsIn = (body: { id: unknown }[]) => body.map(({ id }) => id);

describe('changing a category', () => {
  it('renames it immediately in answers and in the search', async () => {
    const category = await seedCategory('Fish');
    const post = await seedPost({ categoryId: category.id });
    expect((await api.get(`/api/posts/${post.id}`)).body.category.name).toBe('Fish');

    const answer = await api.patch(path(category.id), { name: 'Birds', icon: 'leaf', color: 'pink' }, moderator);

    expect(answer.body).toMatchObject({ id: category.id, name: 'Birds', icon: 'fas fa-leaf', color: 'green' });
    expect((await api.get(`/api/posts/${post.id}`)).body.category).toMatchObject({ name: 'Birds' });
    expect(idsIn((await api.get('/api/posts/search?q=birds')).body)).toEqual([post.id]);
    expect((await api.get('/api/posts/search?q=fish')).body).toEqual([]);
  });

  it("refuses another category's name in any case, but allows another case of its own", async () => {
    const [one, other] = [await seedCategory('Fish'), await seedCategory('Birds')];

    const { status, text } = await api.patch(path(one.id), { name: 'BIRDS' }, moderator);
    expect([status, text]).toEqual([409, CATEGORY_NAME_TAKEN]);
    expect((await api.patch(path(other.id), { name: 'BIRDS' }, moderator)).body.name).toBe('BIRDS');
  });

  it.each(['0', '-1', '1.5', 'x', '99999999999', '__proto__'])('answers 404 for the id %s', async (id) => {
    expect((await api.patch(`/api/admin/categories/${id}`, { name: 'N' }, admin)).status).toBe(404);
    expect((await api.get(`/api/categories/${id}`)).status).toBe(404);
  });

  it('answers 404 for an id that never existed', async () => {
    expect((await api.patch(path(9), { name: 'N' }, admin)).status).toBe(404);
    expect((await api.delete(path(9), admin)).status).toBe(404);
    expect((await api.get('/api/categories/9')).status).toBe(404);
    expect((await merge(9, 8)).status).toBe(404);
  });
});

describe('the order of categories', () => {
  it('appears in the staff list, while the public list is sorted by name', async () => {
    const [a, b, c] = [await seedCategory('a'), await seedCategory('B'), await seedCategory('c')];

    const answer = await api.put('/api/admin/categories/order', { ids: [c.id, a.id] }, moderator);

    expect(idsIn(answer.body)).toEqual([c.id, a.id, b.id]);
    expect(idsIn((await api.get('/api/admin/categories', moderator)).body)).toEqual([c.id, a.id, b.id]);
    expect(idsIn((await api.get('/api/categories')).body)).toEqual([a.id, b.id, c.id]);
    expect((await api.put('/api/admin/categories/order', { ids: [a.id, a.id] }, moderator)).status).toBe(400);
    expect((await api.put('/api/admin/categories/order', { ids: [77] }, moderator)).status).toBe(400);
  });

  it('adds the fields to older categories in the upgrade, and keeps existing ones', async () => {
    const { id } = await seedCategory('New');
    await api.put('/api/admin/categories/order', { ids: [id] }, moderator);
    await db.doc('categories/7').set({ id: 7, name: 'Old', nameKey: 'old', postCount: 0, schemaVersion: 1 });

    await categoryUpgrade(db).step(null);
    await categoryUpgrade(db).step(null);

    expect(await stored('categories/7')).toMatchObject({ order: NO_CATEGORY_ORDER, mergedInto: null });
    expect((await stored(`categories/${id}`))?.order).toBe(1);
  });
});

describe('deleting a category', () => {
  it('is refused with the posts in any state that use it', async () => {
    const { id } = await seedCategory();
    const published = await seedPost({ title: 'Public', categoryId: id });
    const trashed = await seedPost({ title: 'Trashed', categoryId: id });
    await api.delete(`/api/posts/${trashed.id}`, admin);
    const publishAt = new Date(clock.now().getTime() + 3_600_000).toISOString();
    await seedPost({ title: 'Planned', categoryId: id, isPublished: false, publishAt });

    const answer = await api.delete(path(id), moderator);

    expect(answer.status).toBe(409);
    expect(answer.body.posts.map(({ title, status }: never) => [title, status]).sort()).toEqual([
      ['Planned', 'scheduled'],
      ['Public', 'published'],
      ['Trashed', 'trash'],
    ]);
    expect(published.categoryId).toBe(id);
  });

  it('is refused because of a draft, or of posts in a category merged into it', async () => {
    const [one, other] = [await seedCategory('One'), await seedCategory('Other')];
    const draft = { title: 'T', content: 'c', categoryId: one.id };
    expect((await api.put('/api/drafts/new-1', draft, moderator)).status).toBeLessThan(300);
    expect((await api.delete(path(one.id), admin)).body).toEqual({ posts: [], drafts: 1 });

    await merge(one.id, other.id);

    expect((await api.delete(path(other.id), admin)).body).toEqual({ posts: [], drafts: 1 });
    const discarded = { title: 'T', categoryId: one.id, reason: 'emptied', draftKey: 'new-2', sitting: 's'.repeat(20) };
    await api.put('/api/discarded-drafts/d', discarded, moderator);
    for (const address of ['/api/drafts', '/api/drafts/new-1', '/api/discarded-drafts', '/api/discarded-drafts/d']) {
      const [draft] = [(await api.get(address, moderator)).body].flat();
      expect([address, draft.categoryId]).toEqual([address, other.id]);
    }
  });

  it('deletes an empty category, whose number is never used again; safe to repeat', async () => {
    const { id } = await seedCategory('Empty');

    expect((await api.delete(path(id), moderator)).status).toBe(204);
    expect((await api.delete(path(id), moderator)).status).toBe(204);

    expect((await seedCategory('Empty')).id).toBe(id + 1);
    expect((await api.post('/api/posts', { title: 'T', content: 'c', categoryId: id }, admin)).status).toBe(400);
  });
});

describe('merging a category', () => {
  it('moves its posts with their counts, names and search words', async () => {
    const [fish, birds] = [await seedCategory('Fish'), await seedCategory('Birds')];
    const posts = [
      await seedPost({ categoryId: fish.id }),
      await seedPost({ categoryId: fish.id, isPublished: false }),
    ];
    const trashed = await seedPost({ categoryId: fish.id });
    await api.delete(`/api/posts/${trashed.id}`, admin);
    await seedPost({ categoryId: birds.id });

    expect((await merge(fish.id, birds.id)).body).toMatchObject({ id: birds.id, postCount: 2 });
    expect((await merge(fish.id, birds.id)).status).toBe(200);

    for (const { id } of [...posts, trashed]) expect((await storedPost(id))?.categoryId).toBe(birds.id);
    expect([await countOf(fish.id), await countOf(birds.id)]).toEqual([0, 2]);
    expect(idsIn((await api.get('/api/categories')).body)).toEqual([birds.id]);
    expect((await api.get('/api/posts/search?q=birds')).body).toHaveLength(2);
    expect((await api.get('/api/posts/search?q=fish')).body).toEqual([]);
    expect((await seedCategory('Fish')).id).toBe(birds.id + 1);
  });

  it('uses the target wherever the merged id is sent or restored', { tags: 'thorough' }, async () => {
    const [a, b, c] = [await seedCategory('A'), await seedCategory('B'), await seedCategory('C')];
    const post = await seedPost({ categoryId: a.id });
    await api.patch(`/api/posts/${post.id}`, { categoryId: c.id }, admin);
    const revisions = (await api.get(`/api/posts/${post.id}/revisions`, admin)).body;
    await merge(a.id, b.id);
    await merge(b.id, c.id);

    const made = await api.post('/api/posts', { title: 'T', content: 'c', isPublished: true, categoryId: a.id }, admin);
    expect(made.body).toMatchObject({ categoryId: c.id, category: { id: c.id, name: 'C' } });
    const changed = await api.patch(`/api/posts/${post.id}`, { categoryId: b.id, title: 'New' }, admin);
    expect(changed.body.categoryId).toBe(c.id);
    const bulk = { action: 'category', ids: [made.body.id], categoryId: a.id };
    expect((await api.post('/api/admin/posts/bulk', bulk, admin)).body.results[0].ok).toBe(true);
    expect(revisions.at(-1).categoryId).toBe(a.id);
    expect((await api.get(`/api/posts/${post.id}/revisions`, admin)).body.at(-1).categoryId).toBe(c.id);
    const restored = await api.post(`/api/posts/${post.id}/revisions/${revisions.at(-1).id}/restore`, {}, admin);
    expect(restored.body.categoryId).toBe(c.id);
    for (const id of [a.id, b.id, c.id]) {
      expect((await api.get(`/api/posts?categoryId=${id}`)).body).toHaveLength(2);
      expect((await api.get(`/api/admin/posts?categoryId=${id}`, admin)).body).toHaveLength(2);
      const featured = { action: 'featured', isFeatured: true, filter: { categoryId: id }, count: 2 };
      expect((await api.post('/api/admin/posts/bulk/runs', featured, admin)).body).toMatchObject({ done: 2 });
      expect((await api.get(`/api/categories/${id}`)).body).toMatchObject({ id: c.id, postCount: 2 });
    }
    expect(await countOf(c.id)).toBe(2);
  });

  it('restores a revision without its category if that was deleted since', async () => {
    const { id } = await seedCategory();
    const post = await seedPost({ categoryId: id });
    const [first] = (await api.get(`/api/posts/${post.id}/revisions`, admin)).body;
    await api.patch(`/api/posts/${post.id}`, { categoryId: null }, admin);
    expect((await api.delete(path(id), admin)).status).toBe(204);
    expect((await api.get(`/api/posts/${post.id}/revisions/${first.id}`, admin)).body.categoryId).toBeNull();

    const restored = await api.post(`/api/posts/${post.id}/revisions/${first.id}/restore`, {}, admin);

    expect([restored.status, restored.body.categoryId]).toEqual([200, null]);
  });

  it('moves each post once if a page runs again, even into a category merged meanwhile', {
    tags: 'thorough',
  }, async () => {
    const [a, b, c] = [await seedCategory('A'), await seedCategory('B'), await seedCategory('C')];
    const post = await seedPost({ categoryId: a.id });
    await db.doc(`categories/${a.id}`).update({ mergedInto: b.id });
    await merge(b.id, c.id);
    const move = moveCategorisedIn(db, createSearchIndex(db));

    await Promise.all([move({ from: a.id, into: b.id }, null), move({ from: a.id, into: b.id }, null)]);
    await move({ from: a.id, into: b.id }, null);

    expect((await storedPost(post.id))?.categoryId).toBe(c.id);
    expect([await countOf(a.id), await countOf(b.id), await countOf(c.id)]).toEqual([0, 0, 1]);
  });

  it('loses no post that is saved concurrently', { tags: 'thorough' }, async () => {
    const [a, b] = [await seedCategory('A'), await seedCategory('B')];
    const posts = await Promise.all(Array.from({ length: 6 }, () => seedPost({ categoryId: a.id })));
    const publish = (id: string, n: number) =>
      api.patch(
        `/api/posts/${id}`,
        n % 2 ? { isPublished: false } : { title: `Changed ${n}`, categoryId: a.id },
        admin,
      );
    const create = () =>
      api.post('/api/posts', { title: 'T', content: 'c', isPublished: true, categoryId: a.id }, admin);

    await Promise.all([merge(a.id, b.id), ...posts.map(({ id }, n) => publish(id, n)), create(), create()]);

    expect((await db.collection('posts').where('categoryId', '==', a.id).get()).size).toBe(0);
    expect([await countOf(a.id), await countOf(b.id)]).toEqual([0, 5]);
  });

  it('refuses to merge a category into itself, or into a merged or deleted one', async () => {
    const [a, b, c] = [await seedCategory('A'), await seedCategory('B'), await seedCategory('C')];
    await merge(a.id, b.id);

    expect((await merge(b.id, b.id)).status).toBe(400);
    expect((await merge(c.id, a.id)).status).toBe(404);
    expect((await merge(b.id, a.id)).status).toBe(404);
    expect((await merge(a.id, c.id)).status).toBe(404);
  });
});
