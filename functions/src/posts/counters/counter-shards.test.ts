// @module-tag thorough
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { nothingUnderWay } from '../../common/under-way.ts';
import { createContent } from '../../compose/content.ts';
import { createWork } from '../../compose/work.ts';
import { api } from '../../testing/api.ts';
import { emptyTrash, seedPost, storedAll, storedPost } from '../../testing/posts.ts';
import { clock, db, dependencies, resetFirestore } from '../../testing/server.ts';
import { signIn } from '../../testing/users.ts';

beforeEach(resetFirestore);
// Folds that have not started are still pending, and the worker's next file must not wait for them.
afterAll(() => void vi.resetModules());

const FOLD_MS = 60;
const pace = { viewsMs: 0, likesMs: 20, crowdMs: 60_000, foldMs: FOLD_MS };
const instances = Array.from({ length: 3 }, () => createContent({ db, clock, pace }));
const first = createContent({ db, clock, pace });
const instanceOf = (n: number) => instances[n % instances.length] ?? first;
/** An instance that does not fold during a test. */
const slow = () => createContent({ db, clock, pace: { ...pace, foldMs: 60_000 } });
const reader = (n: number) => ({ id: `reader-${n}`, role: 'user' }) as const;

const likesOf = async (id: string) => Object.keys(await storedAll(`posts/${id}/likes`));
const shardsOf = async (id: string) => Object.keys(await storedAll(`posts/${id}/counterShards`));

async function seedCrowded() {
  const post = await seedPost();
  await db.doc(`posts/${post.id}`).update({ crowdedUntil: Timestamp.fromMillis(Date.now() + 60_000) });
  return post;
}

/** The shards of an instance that was killed before folding: the likes of `likes` people, and their views. */
async function leaveShard(postId: string, name: string, likes: number): Promise<void> {
  const batch = db.batch();
  for (let n = 0; n < likes; n += 1) batch.set(db.doc(`posts/${postId}/likes/${name}-${n}`), { createdAt: new Date() });
  batch.set(db.doc(`posts/${postId}/counterShards/${name}`), { likesCount: likes, views: 10 * likes });
  await batch.commit();
}

describe('a crowded post', () => {
  it('counts likes and views of several instances exactly, and is written only by folds', async () => {
    const post = await seedCrowded();
    let writes = 0;
    const unsubscribe = db.doc(`posts/${post.id}`).onSnapshot(() => {
      writes += 1;
    });

    await Promise.all([
      ...Array.from({ length: 90 }, (_, n) => instanceOf(n).likes.change(reader(n % 30), post.id, undefined)),
      ...Array.from({ length: 60 }, (_, n) =>
        instanceOf(n).views.visit(null, { address: `${n}`, userAgent: '' }, post.id),
      ),
    ]);
    await nothingUnderWay();
    unsubscribe();

    // Three toggles each.
    expect(await likesOf(post.id)).toHaveLength(30);
    expect(await storedPost(post.id)).toMatchObject({ likesCount: 30, views: 60, popularity: 60 + 2 * 30 });
    expect(await shardsOf(post.id)).toEqual([]);
    expect(writes).toBeLessThan(15);
  });

  it('handles a concurrent like and unlike of one person, and counts the stored state', async () => {
    const post = await seedCrowded();

    await Promise.all(
      Array.from({ length: 24 }, (_, n) => instanceOf(n).likes.change(reader(0), post.id, n % 2 === 0)),
    );
    await nothingUnderWay();

    expect((await storedPost(post.id))?.likesCount).toBe((await likesOf(post.id)).length);
  });

  it('requires several likes soon after a write; a single reader writes to the post itself', async () => {
    const post = await seedPost();
    const far = createContent({ db, clock, pace: { ...pace, likesMs: 0 } });

    await far.likes.change(reader(0), post.id, true);
    expect(await storedPost(post.id)).not.toHaveProperty('crowdedUntil');
    await Promise.all([1, 2, 3, 4].map((n) => far.likes.change(reader(n), post.id, true)));
    expect(await storedPost(post.id)).toMatchObject({ likesCount: 5, crowdedUntil: expect.any(Timestamp) });

    await far.likes.change(reader(5), post.id, true);
    expect(await storedPost(post.id)).toMatchObject({ likesCount: 5 });
    await nothingUnderWay();
    expect(await storedPost(post.id)).toMatchObject({ likesCount: 6 });
  });

  it('stops being crowded after a while', async () => {
    const post = await seedCrowded();
    await db.doc(`posts/${post.id}`).update({ crowdedUntil: Timestamp.fromMillis(Date.now() + 5_000) });

    await first.likes.change(reader(1), post.id, true);

    expect(await storedPost(post.id)).toMatchObject({ likesCount: 1 });
  });

  it('costs one more document per call, and two for a fold', async () => {
    const post = await seedCrowded();
    const user = await signIn();

    const like = await api.post(`/api/posts/${post.id}/like`, undefined, user);
    const status = await api.get(`/api/posts/${post.id}/like-status`, user);

    expect(like.body).toEqual({ liked: true, count: 1 });
    expect({ reads: like.reads, writes: like.writes }).toEqual({ reads: 3, writes: 2 });
    expect(status.body).toEqual({ liked: true, count: 1 });
    expect(status.reads).toBe(3);
    await nothingUnderWay();
  });

  it('shows all likes in every instance, before and after folding', async () => {
    const post = await seedCrowded();
    const [one, other] = [slow(), slow()];
    await leaveShard(post.id, 'busy', 4);

    expect(await one.likes.change(reader(1), post.id, true)).toEqual({ liked: true, count: 5 });
    expect(await other.likes.status(reader(1), post.id)).toEqual({ liked: true, count: 5 });
    expect(await other.likes.change(reader(2), post.id, true)).toEqual({ liked: true, count: 6 });
    expect(await storedPost(post.id)).toMatchObject({ likesCount: 0 });

    const asked = Array.from({ length: 40 }, () => one.likes.status(reader(2), post.id));
    await other.shards.foldAll();
    const counts = (await Promise.all(asked)).map(({ count }) => count);

    expect(new Set(counts)).toEqual(new Set([6]));
    expect(await other.likes.status(reader(1), post.id)).toEqual({ liked: true, count: 6 });
    expect(await other.likes.change(reader(1), post.id, false)).toEqual({ liked: false, count: 5 });
    expect(await one.likes.status(reader(1), post.id)).toEqual({ liked: false, count: 5 });
  });
});

describe('shards left by an instance', () => {
  it('are folded once by the function `work`, even with concurrent folds', async () => {
    const [post, other] = [await seedPost(), await seedPost()];
    await leaveShard(post.id, 'killed', 3);
    await leaveShard(post.id, 'killed-too', 2);
    await leaveShard(other.id, 'killed', 1);

    await Promise.all([createWork(dependencies)(), ...instances.map((content) => content.shards.foldAll())]);

    expect(await storedPost(post.id)).toMatchObject({ likesCount: 5, views: 50, popularity: 60 });
    expect(await storedPost(other.id)).toMatchObject({ likesCount: 1, views: 10 });
    expect([...(await shardsOf(post.id)), ...(await shardsOf(other.id))]).toEqual([]);
  });

  it('of a deleted post are removed, as are likes that arrived too late', async () => {
    const post = await seedCrowded();
    const moderator = await signIn({ role: 'moderator' });
    expect((await api.delete(`/api/posts/${post.id}`, moderator)).status).toBe(204);
    await emptyTrash();
    await leaveShard(post.id, 'late', 2);

    await first.shards.foldAll();

    expect(await storedPost(post.id)).toBeNull();
    expect(await likesOf(post.id)).toEqual([]);
    expect(await shardsOf(post.id)).toEqual([]);
  });
});
