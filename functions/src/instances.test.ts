// @module-tag thorough
import { popularityOf } from '@inkwell/shared/posts';
import { beforeEach, describe, expect, it } from 'vitest';
import { createContent } from './compose/content.ts';
import { createJobs } from './compose/jobs.ts';
import { recount } from './testing/comments.ts';
import { seedCategory, seedPost, stored, storedAll, storedPost } from './testing/posts.ts';
import { actAtRandom } from './testing/random-acts.ts';
import { clock, db, dependencies, resetFirestore } from './testing/server.ts';
import { signInMany } from './testing/users.ts';

/*
 * Several instances of the function write concurrently: each has its own queues and caches, and only Firestore's transactions synchronize
 * them.
 */

const ADMIN = { id: 'admin', role: 'admin' } as const;
const instances = Array.from({ length: 3 }, () =>
  createContent({ db, clock, beginJob: createJobs(dependencies).runner.begin }),
);
const reader = (n: number) => ({ id: `reader-${n}`, role: 'user' }) as const;
const everywhere = <T>(count: number, call: (content: (typeof instances)[number], n: number) => Promise<T>) =>
  Promise.all(
    Array.from({ length: count }, (_, n) => {
      const content = instances[n % instances.length];
      return content ? call(content, n) : Promise.reject(new Error('no instance'));
    }),
  );

describe('three concurrent instances', () => {
  beforeEach(resetFirestore);

  it('count likes, comments and views exactly, without errors', async () => {
    const post = await seedPost();
    // Comments of deleted accounts are refused.
    await Promise.all(Array.from({ length: 30 }, (_, n) => db.doc(`users/${reader(n).id}`).set({ isBlocked: false })));

    await Promise.all([
      everywhere(60, (content, n) => content.likes.change(reader(n % 20), post.id, undefined)),
      everywhere(30, (content, n) =>
        content.comments.create(reader(n), { id: `c${n}`, postId: post.id, content: 'Hello' }),
      ),
      everywhere(60, (content, n) => content.views.visit(null, { address: `${n}`, userAgent: '' }, post.id)),
    ]);

    const likes = Object.keys(await storedAll(`posts/${post.id}/likes`));
    expect(await storedPost(post.id)).toMatchObject({
      likesCount: likes.length,
      commentsCount: 30,
      views: 60,
      popularity: popularityOf({ views: 60, likesCount: likes.length, commentsCount: 30 }),
    });
    // Three toggles each.
    expect(likes).toHaveLength(20);
  }, 60_000);

  it('keep the counters of comments and replies exact under random actions', async () => {
    const posts = await Promise.all([seedPost(), seedPost()]);
    const people = (await signInMany(6)).map(({ id }) => id);

    const { done } = await actAtRandom({
      instances,
      people,
      posts: posts.map(({ id }) => id),
      acts: 250,
      parallel: 12,
      seed: 7,
    });

    expect(Object.keys(done).length).toBeGreaterThanOrEqual(9);
    expect(await recount()).toEqual([]);
  }, 60_000);

  it('number categories without gaps, and count their posts', async () => {
    const category = await seedCategory('First');
    const created = await everywhere(9, (content, n) => content.categories.create(ADMIN, { name: `Topic ${n}` }, null));
    const input = { title: 'T', content: 'C', categoryId: category.id, isPublished: true };
    await everywhere(12, (content, n) => content.posts.create(ADMIN, `post-${n}`, input));
    await everywhere(6, (content, n) => content.posts.remove(ADMIN, `post-${n}`));

    expect(created.map(({ id }) => id).sort((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect((await stored(`categories/${category.id}`))?.postCount).toBe(6);
    expect(await stored('counters/posts')).toEqual({ total: 6, published: 6 });
    expect(Object.keys(await storedAll('searchIndex'))).toHaveLength(6);
  }, 60_000);

  it('answer one of two edits of the same state with a conflict', async () => {
    const post = await seedPost();
    const patch = (n: number) => ({ title: `Edit ${n}`, baseUpdatedAt: post.updatedAt });

    const outcomes = await Promise.allSettled(
      instances.map((content, n) => content.posts.update(ADMIN, post.id, patch(n))),
    );

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason.code).toBe('conflict');
  });
});
