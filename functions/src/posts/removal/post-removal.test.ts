import { TRASH_MS } from '@inkwell/shared/posts';
import { describe, expect, it } from 'vitest';
import { createContent } from '../../compose/content.ts';
import { createSweep } from '../../compose/sweep.ts';
import { createWork } from '../../compose/work.ts';
import { createPictureTable } from '../../pictures/pictures.repository.ts';
import { api, pagesOf, send } from '../../testing/api.ts';
import { CALLS, labelOf } from '../../testing/calls.ts';
import { notificationsSent, recount } from '../../testing/comments.ts';
import { seedCategory, seedPost, stored, storedActs, storedAll, storedPost } from '../../testing/posts.ts';
import { clock, db, dependencies } from '../../testing/server.ts';
import { signIn, signInEach, type TestUser } from '../../testing/users.ts';
import { publicUrl } from '../../uploads/image-url.ts';

const { moderator } = signInEach({ moderator: { role: 'moderator' } });

const content = createContent({ db, clock });
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Content whose removals end after their first transaction. */
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

/** A published post with a comment, a like and its own preview link. */
async function livelyPost(moderator: TestUser, fields: Parameters<typeof seedPost>[0] = {}) {
  const post = await seedPost(fields);
  await api.post(`/api/posts/${post.id}/like`, undefined, moderator);
  const comment = await api.post(`/api/posts/${post.id}/comments`, { content: 'A word' }, moderator);
  await api.post(`/api/posts/${post.id}/preview`, undefined, moderator);
  return { ...post, commentId: String(comment.body.id) };
}

const idsOf = async (path: string, user?: TestUser): Promise<string[]> => {
  const { body, status } = await send('GET', path, { user, headers: { 'cache-control': 'no-cache' } });
  expect([path, status]).toEqual([path, 200]);
  return body.map(({ id }: { id: string }) => id);
};

describe('DELETE /api/posts/:id', () => {
  it('removes the post from lists, counts, search and schedule at once, keeps its related data, and logs who did it', async () => {
    const category = await seedCategory();
    const post = await livelyPost(moderator, { categoryId: category.id });
    const other = await seedPost();
    await api.put(`/api/posts/${post.id}/editing`, undefined, moderator);

    const res = await api.delete(`/api/posts/${post.id}`, moderator);

    expect([res.status, res.text]).toEqual([204, '']);
    expect(await storedPost(post.id)).toMatchObject({ isPublished: false, status: 'trash', deletedAt: null });
    expect(Object.keys(await storedAll(`posts/${post.id}/likes`))).toEqual([moderator.id]);
    expect(Object.keys(await storedAll(`posts/${post.id}/revisions`))).toHaveLength(1);
    expect(Object.values(await storedAll('comments')).map(({ postId }) => postId)).toEqual([post.id]);
    expect(Object.keys(await storedAll('searchIndex'))).toEqual([other.id]);
    expect(await storedAll('previews')).toEqual({});
    expect(await storedAll('editing')).toEqual({});
    expect((await stored(`categories/${category.id}`))?.postCount).toBe(0);
    expect(await stored('counters/posts')).toEqual({ total: 1, published: 1 });
    expect((await storedActs()).filter(({ action }) => action === 'post.delete')).toMatchObject([
      { actorId: moderator.id, target: `posts/${post.id}`, name: post.title, before: { title: post.title } },
    ]);
    for (const list of ['/api/posts', '/api/posts/popular', '/api/posts/search?q=harbour']) {
      expect(await idsOf(list)).toEqual([other.id]);
    }
    for (const list of ['', '?sort=views', '?q=harb', '?status=published', `?authorId=${post.authorId}`]) {
      expect(await idsOf(`/api/admin/posts${list}`, moderator)).toEqual([other.id]);
    }
    expect(await idsOf(`/api/posts?categoryId=${category.id}`)).toEqual([]);
    expect(await idsOf(`/api/posts/${other.id}/similar`)).toEqual([]);
  });

  it('removes a scheduled post from the calendar and never publishes it', async () => {
    const publishAt = new Date(clock.now().getTime() + 60_000).toISOString();
    const post = await seedPost({ isPublished: false, publishAt });
    const to = new Date(clock.now().getTime() + DAY_MS).toISOString();

    await api.delete(`/api/posts/${post.id}`, moderator);

    const path = `/api/admin/calendar?from=${clock.now().toISOString()}&to=${to}`;
    expect((await api.get(path, moderator)).body.entries).toEqual([]);
    expect(await storedPost(post.id)).toMatchObject({ publishAt: null, scheduledBy: null });
  });

  it('subtracts the counts of a post from the figures, and restoring adds them again', async () => {
    const admin = await signIn({ role: 'admin' });
    const post = await livelyPost(admin);
    await api.post(`/api/posts/${post.id}/view`, undefined, await signIn());
    const figures = async () => {
      clock.advance(61_000);
      const { totalPosts, totalViews, totalLikes, totalComments, topPosts, recentActivity } = (
        await api.get('/api/admin/analytics', admin)
      ).body;
      const told = recentActivity.filter(({ type }: { type: string }) => type === 'comment');
      return [totalPosts, totalViews, totalLikes, totalComments, topPosts.length, told.length];
    };
    expect(await figures()).toEqual([1, 1, 1, 1, 1, 1]);

    await api.delete(`/api/posts/${post.id}`, admin);
    expect(await figures()).toEqual([0, 0, 0, 0, 0, 0]);
    expect((await api.get('/api/stats')).body).toMatchObject({ posts: 0, views: 0 });

    await api.post(`/api/posts/${post.id}/undelete`, undefined, admin);
    expect(await figures()).toEqual([1, 1, 1, 1, 0, 1]);
  });

  it('changes nothing when repeated, so the 30 days do not restart', async () => {
    const post = await seedPost();
    await api.delete(`/api/posts/${post.id}`, moderator);
    const before = await storedPost(post.id);
    const acts = await storedActs();
    clock.advance(DAY_MS);

    const again = await api.delete(`/api/posts/${post.id}`, await signIn({ role: 'admin' }));

    expect(again.status).toBe(204);
    expect(await storedPost(post.id)).toEqual(before);
    expect(await storedActs()).toHaveLength(acts.length);
    expect(await stored('counters/posts')).toEqual({ total: 0, published: 0 });
  });

  it('deletes once under parallel calls, and counts concurrent comments and likes', { tags: 'thorough' }, async () => {
    const admin = await signIn({ role: 'admin' });
    const readers = await Promise.all(Array.from({ length: 8 }, () => signIn()));
    const post = await seedPost();
    await seedPost();

    const answers = await Promise.all([
      ...readers.map((reader) => api.post(`/api/posts/${post.id}/like`, undefined, reader)),
      ...Array.from({ length: 6 }, () => api.delete(`/api/posts/${post.id}`, admin)),
      ...readers.map((reader) => api.post(`/api/posts/${post.id}/comments`, { content: 'In time?' }, reader)),
      ...readers.map((reader) => api.post(`/api/posts/${post.id}/view`, undefined, reader)),
    ]);

    expect(answers.filter(({ status }) => ![200, 201, 204, 404].includes(status))).toEqual([]);
    expect(await stored('counters/posts')).toEqual({ total: 1, published: 1 });
    expect((await storedPost(post.id))?.likesCount).toBe(Object.keys(await storedAll(`posts/${post.id}/likes`)).length);
    expect(await recount()).toEqual([]);
  });

  it('tells a repeated creation that its post was deleted', async () => {
    const create = () =>
      send('POST', '/api/posts', {
        user: moderator,
        body: { title: 'T', content: 'C' },
        headers: { 'idempotency-key': 'once' },
      });
    const { body } = await create();

    await api.delete(`/api/posts/${body.id}`, moderator);

    expect(await create()).toMatchObject({ status: 409, text: 'The post made by this request was deleted since' });
  });
});

describe('a post in the trash', () => {
  /** Valid bodies for calls that require one. */
  const BODIES: Readonly<Record<string, object>> = {
    'PATCH /api/posts/:id': { title: 'New' },
    'POST /api/posts/:id/comments': { content: 'Hello' },
    'POST /api/posts/:id/notes': { text: 'Hello' },
    'PATCH /api/comments/:id': { content: 'Hello' },
    'POST /api/comments/:id/report': { reason: 'Rude' },
    'POST /api/comments/:id/legal-report': { reason: 'Illegal' },
    'PATCH /api/comments/:id/subscription': { muted: true },
    'PATCH /api/admin/posts/:id/comments': { access: 'off' },
  };
  /** Calls that work on the trash, and the call that ends an older lease. */
  const ANSWERED = [
    'DELETE /api/posts/:id',
    'POST /api/posts/:id/undelete',
    'GET /api/posts/:id/trash',
    'DELETE /api/posts/:id/editing',
  ];
  const calls = CALLS.filter(({ path }) => /^\/api\/(admin\/posts|posts|comments)\/:id/.test(path)).filter(
    (call) => !ANSWERED.includes(labelOf(call)),
  );

  it('is not found by any call that names it or a comment on it, even for staff', async () => {
    const admin = await signIn({ role: 'admin' });
    const post = await livelyPost(admin);
    const [revision] = await idsOf(`/api/posts/${post.id}/revisions`, admin);
    await api.delete(`/api/posts/${post.id}`, admin);
    const before = [await storedPost(post.id), await storedAll('comments'), await storedAll('reports')];

    const found: Record<string, number> = {};
    for (const call of calls) {
      const id = call.path.startsWith('/api/comments') ? post.commentId : post.id;
      const path = call.path.replace(':id', id).replace(':revisionId', revision ?? '');
      found[labelOf(call)] = (await send(call.method, path, { user: admin, body: BODIES[labelOf(call)] })).status;
    }

    expect(calls.length).toBeGreaterThan(20);
    expect(Object.entries(found).filter(([, status]) => status !== 404)).toEqual([]);
    expect([await storedPost(post.id), await storedAll('comments'), await storedAll('reports')]).toEqual(before);
  });

  it('is listed for staff, last deleted first, can be searched, and shows until when it is kept', async () => {
    const category = await seedCategory();
    const [first, second, third] = [
      await seedPost({ title: 'First harbour' }),
      await seedPost({ title: 'Second harbour', categoryId: category.id }),
      await seedPost({ title: 'Third harbour' }),
    ];
    for (const post of [second, first]) {
      clock.advance(1_000);
      await api.delete(`/api/posts/${post.id}`, moderator);
    }

    const list = await api.get('/api/admin/posts?status=trash', moderator);

    expect(list.headers.get('x-total-count')).toBe('2');
    const trashedAt = new Date(list.body[0].trashedAt);
    expect(Math.abs(trashedAt.getTime() - clock.now().getTime())).toBeLessThan(MINUTE_MS);
    expect(list.body[0]).toMatchObject({ id: first.id, status: 'trash', isPublished: false });
    const pages = await pagesOf('/api/admin/posts?status=trash&limit=1', moderator);
    expect(pages.flatMap(({ body }) => body)).toMatchObject([{ id: first.id }, { id: second.id }]);
    for (const query of [
      'q=second',
      `categoryId=${category.id}`,
      `categoryId=${category.id}&sort=views`,
      'q=har%20sec',
    ]) {
      expect([query, await idsOf(`/api/admin/posts?status=trash&${query}`, moderator)]).toEqual([query, [second.id]]);
    }
    const both = `/api/admin/posts?status=trash&authorId=${first.authorId}`;
    for (const query of ['', '&sort=comments', '&q=harbour']) {
      expect((await idsOf(`${both}${query}`, moderator)).length).toBe(2);
    }
    expect((await api.get(`/api/posts/${first.id}/trash`, moderator)).body).toEqual({
      trashedAt: trashedAt.toISOString(),
      keptUntil: new Date(trashedAt.getTime() + TRASH_MS).toISOString(),
    });
    expect((await api.get(`/api/posts/${third.id}/trash`, moderator)).status).toBe(404);
  });

  it('refuses further editing leases, and keeps the drafts of its editors', async () => {
    const post = await seedPost();
    await api.put(`/api/posts/${post.id}/editing`, undefined, moderator);
    const draft = await api.put(`/api/drafts/${post.id}`, { content: 'Half a sentence', version: 0 }, moderator);

    await api.delete(`/api/posts/${post.id}`, await signIn({ role: 'admin' }));

    expect((await api.put(`/api/posts/${post.id}/editing`, undefined, moderator)).status).toBe(404);
    expect((await api.get(`/api/drafts/${post.id}`, moderator)).body.content).toBe('Half a sentence');
    const more = { content: 'A sentence', version: draft.body.version };
    expect((await api.put(`/api/drafts/${post.id}`, more, moderator)).status).toBe(200);
  });

  it('keeps its comments open to moderation, singly and by person, and notifies nobody', async () => {
    const [moderator, author, reader] = [await signIn({ role: 'moderator' }), await signIn(), await signIn()];
    const post = await seedPost({ authorId: author.id });
    const path = `/api/posts/${post.id}/comments`;
    const [one, two] = [
      await api.post(path, { content: 'One' }, reader),
      await api.post(path, { content: 'Two' }, reader),
    ];
    await notificationsSent();
    await db.doc(`comments/${one.body.id}`).update({ state: 'held', heldBy: 'first', isNotificationDue: false });
    await db.doc(`posts/${post.id}`).update({ commentsCount: 1 });
    await db.doc(`personalNotifications/${author.id}`).delete();
    await api.delete(`/api/posts/${post.id}`, moderator);

    const { body: listed } = await api.get('/api/admin/comments', moderator);
    const approved = await api.patch(`/api/admin/comments/${one.body.id}`, { state: 'visible' }, moderator);
    await createWork(dependencies)();

    const shown = { id: post.id, title: post.title, isInTrash: true };
    expect(listed.map((comment: { post: unknown }) => comment.post)).toEqual([shown, shown]);
    expect(approved.status).toBe(200);
    expect(await stored(`personalNotifications/${author.id}`)).toBeNull();
    const all = await api.post(`/api/admin/users/${reader.id}/comments/hide`, undefined, moderator);
    expect(all.body).toMatchObject({ changed: 2, isDone: true });
    expect(await stored(`comments/${two.body.id}`)).toMatchObject({ state: 'hidden' });
    expect(await recount()).toEqual([]);
  });
});

describe('POST /api/posts/:id/undelete', () => {
  it('restores the post unpublished with its related data, counts it again, and logs who did it', async () => {
    const category = await seedCategory();
    const post = await livelyPost(moderator, { categoryId: category.id });
    await api.delete(`/api/posts/${post.id}`, moderator);
    clock.advance(DAY_MS);

    const restored = await api.post(`/api/posts/${post.id}/undelete`, undefined, moderator);

    const draft = { id: post.id, status: 'draft', isPublished: false, trashedAt: null, publishedAt: post.publishedAt };
    expect([restored.status, restored.body]).toMatchObject([200, { ...draft, likesCount: 1, commentsCount: 1 }]);
    expect(await idsOf('/api/posts')).toEqual([]);
    expect(await idsOf('/api/admin/posts?status=draft', moderator)).toEqual([post.id]);
    expect(await idsOf('/api/admin/posts?status=trash', moderator)).toEqual([]);
    expect(await stored('counters/posts')).toEqual({ total: 1, published: 0 });
    expect((await api.get(`/api/posts/${post.id}`)).status).toBe(404);
    expect((await api.get(`/api/posts/${post.id}/revisions`, moderator)).body).toMatchObject([
      { reason: 'undelete', isPublished: false },
      { reason: 'publish', isPublished: true },
    ]);
    expect((await storedActs()).filter(({ action }) => action === 'post.undelete')).toMatchObject([
      { actorId: moderator.id, target: `posts/${post.id}`, name: post.title },
    ]);

    await api.patch(`/api/posts/${post.id}`, { isPublished: true }, moderator);
    expect(await idsOf('/api/posts/search?q=harbour')).toEqual([post.id]);
    expect((await api.get(`/api/posts/${post.id}/comments`)).body).toMatchObject([{ content: 'A word' }]);
    expect((await stored(`categories/${category.id}`))?.postCount).toBe(1);
  });

  it('reports a conflict to an editor that was open in the meantime', async () => {
    const post = await seedPost();
    await api.delete(`/api/posts/${post.id}`, moderator);
    await api.post(`/api/posts/${post.id}/undelete`, undefined, moderator);

    const body = { title: 'New', isPublished: true, baseUpdatedAt: post.updatedAt };
    expect((await api.patch(`/api/posts/${post.id}`, body, moderator)).status).toBe(409);
    expect(await storedPost(post.id)).toMatchObject({ isPublished: false });
  });

  it('changes nothing when repeated or for another post, and restores once under parallel calls', {
    tags: 'thorough',
  }, async () => {
    const [post, published] = [await seedPost(), await seedPost()];
    await api.delete(`/api/posts/${post.id}`, moderator);
    const undelete = (id: string) => api.post(`/api/posts/${id}/undelete`, undefined, moderator);

    const answers = await Promise.all(Array.from({ length: 6 }, () => undelete(post.id)));

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await undelete(published.id)).body).toMatchObject({ status: 'published', updatedAt: published.updatedAt });
    expect(await stored('counters/posts')).toEqual({ total: 2, published: 1 });
    expect((await storedActs()).filter(({ action }) => action === 'post.undelete')).toHaveLength(1);
  });
});

describe('the nightly sweep', () => {
  const night = () => createSweep(dependencies)();

  it('removes a post with its related data after 30 days in the trash, and no earlier', async () => {
    const post = await livelyPost(moderator);
    const other = await livelyPost(moderator);
    await api.delete(`/api/posts/${post.id}`, moderator);
    clock.advance(TRASH_MS - MINUTE_MS);

    await night();
    expect(Object.keys(await storedAll(`posts/${post.id}/likes`))).toHaveLength(1);
    expect(Object.keys(await storedAll('comments'))).toHaveLength(2);
    clock.advance(MINUTE_MS);
    await night();

    expect(Object.keys(await storedAll('posts'))).toEqual([other.id]);
    expect(await storedAll(`posts/${post.id}/likes`)).toEqual({});
    expect(await storedAll(`posts/${post.id}/revisions`)).toEqual({});
    expect(Object.values(await storedAll('comments')).map(({ postId }) => postId)).toEqual([other.id]);
    expect(await stored('counters/posts')).toEqual({ total: 1, published: 1 });
    expect((await api.post(`/api/posts/${post.id}/undelete`, undefined, moderator)).status).toBe(404);
    expect((await api.delete(`/api/posts/${post.id}`, moderator)).status).toBe(404);
  });

  it('keeps the pictures of a post in the trash, and for 30 more days', { tags: 'thorough' }, async () => {
    const pictures = createPictureTable(db);
    const name = '1763700000000-a-40x30.webp';
    const bucket = await dependencies.bucket();
    await bucket.file(`images/${name}`).save('bytes', { resumable: false, contentType: 'image/webp' });
    await pictures.record({ name, ownerId: moderator.id, uploadedAt: clock.now() }, clock.now());
    const address = publicUrl(dependencies.config.publicBucket, `images/${name}`);
    const post = await seedPost({ content: `![](${address})` });
    const isKept = async () => (await bucket.file(`images/${name}`).exists())[0];

    await api.delete(`/api/posts/${post.id}`, moderator);
    clock.advance(TRASH_MS - MINUTE_MS);
    await night();
    expect(await isKept()).toBe(true);
    clock.advance(MINUTE_MS);
    await night();
    expect([await storedPost(post.id), await isKept()]).toEqual([null, true]);
    clock.advance(31 * DAY_MS);
    await night();
    expect(await isKept()).toBe(false);
  });

  it('finishes an interrupted removal; until then nobody finds the post', async () => {
    const post = await livelyPost(moderator, { featuredImage: 'https://example.com/a.png' });
    await api.delete(`/api/posts/${post.id}`, moderator);
    clock.advance(TRASH_MS);
    await expect(interruptedContent().remover.removeOverdue(clock.now())).rejects.toThrow('1 posts');

    expect(await storedPost(post.id)).not.toBeNull();
    expect(await idsOf('/api/admin/posts?status=trash', moderator)).toEqual([]);
    expect((await api.get(`/api/posts/${post.id}/trash`, moderator)).status).toBe(404);
    expect((await api.post(`/api/posts/${post.id}/undelete`, undefined, moderator)).status).toBe(404);
    expect((await api.delete(`/api/posts/${post.id}`, moderator)).status).toBe(204);
    expect(await storedPost(post.id)).not.toBeNull();

    await night();
    expect(await storedPost(post.id)).toBeNull();
    expect(await storedAll('comments')).toEqual({});
  });

  it('of a post that a version without a trash published is called off', { tags: 'thorough' }, async () => {
    const post = await seedPost();
    await api.delete(`/api/posts/${post.id}`, moderator);
    await db.doc(`posts/${post.id}`).update({ isPublished: true });
    await db.doc('counters/posts').set({ total: 0, published: 1 });
    clock.advance(TRASH_MS);
    expect(JSON.stringify(await storedAll('sitemapShards'))).not.toContain(post.id);

    await night();

    expect(await storedPost(post.id)).toMatchObject({ trashedAt: null, status: 'published' });
    expect(JSON.stringify(await storedAll('sitemapShards'))).toContain(post.id);
    expect(await stored('counters/posts')).toEqual({ total: 1, published: 1 });
    expect((await api.get(`/api/posts/${post.id}`)).status).toBe(200);
  });

  it('finishes a deletion that an earlier version began', { tags: 'thorough' }, async () => {
    const post = await seedPost();
    await db.doc(`posts/${post.id}`).update({ deletedAt: new Date(), isPublished: false, status: 'draft' });

    expect(await content.remover.finishAll()).toBe(1);
    expect(await storedPost(post.id)).toBeNull();
  });

  it('either removes a post or leaves it restored if both happen concurrently', { tags: 'thorough' }, async () => {
    const posts = [];
    for (let n = 0; n < 6; n += 1) posts.push(await livelyPost(moderator));
    for (const { id } of posts) await api.delete(`/api/posts/${id}`, moderator);
    clock.advance(TRASH_MS);

    const [, ...answers] = await Promise.all([
      content.remover.removeOverdue(clock.now()),
      ...posts.toReversed().map(({ id }) => api.post(`/api/posts/${id}/undelete`, undefined, moderator)),
    ]);

    const restored = answers.filter(({ status }) => status === 200).map(({ body }) => body.id);
    expect(Object.keys(await storedAll('posts')).sort()).toEqual(restored.sort());
    expect(Object.keys(await storedAll('comments'))).toHaveLength(restored.length);
    expect(await stored('counters/posts')).toEqual({ total: restored.length, published: 0 });
  });
});

describe('posts from a version without a trash', () => {
  /** As version 1.0.0 stored them. */
  async function oldPost(title: string) {
    const post = await seedPost({ title });
    const { trashedAt: _, ...document } = (await storedPost(post.id)) ?? {};
    await db.doc(`posts/${post.id}`).set({ ...document, schemaVersion: 1 });
    return post;
  }
  const upgrade = async () => {
    await createWork(dependencies)();
    clock.advance(11 * 60_000);
    await createWork(dependencies)();
  };

  it('are listed, counted and deleted even before their upgrade', async () => {
    const [kept, deleted] = [await oldPost('Kept harbour'), await oldPost('Deleted harbour')];
    for (const query of ['', '?sort=views', '?q=harbour', '?status=published']) {
      expect(await idsOf(`/api/admin/posts${query}`, moderator)).toHaveLength(2);
    }
    expect((await api.get(`/api/posts/${kept.id}`)).status).toBe(200);

    await api.delete(`/api/posts/${deleted.id}`, moderator);

    expect(await idsOf('/api/admin/posts', moderator)).toEqual([kept.id]);
    expect(await idsOf('/api/admin/posts?status=trash', moderator)).toEqual([deleted.id]);
  });

  it('are upgraded to `trashedAt: null`, and posts deleted in the meantime stay in the trash', async () => {
    const [kept, deleted] = [await oldPost('Kept'), await oldPost('Deleted')];
    await api.delete(`/api/posts/${deleted.id}`, moderator);
    const { trashedAt } = (await storedPost(deleted.id)) ?? {};

    await upgrade();

    expect(await storedPost(kept.id)).toMatchObject({ trashedAt: null, schemaVersion: 2 });
    expect(await storedPost(deleted.id)).toMatchObject({ trashedAt, status: 'trash', schemaVersion: 2 });
    expect((await db.collection('posts').where('trashedAt', '==', null).get()).size).toBe(1);
  });
});
