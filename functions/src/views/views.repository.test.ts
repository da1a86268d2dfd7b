import { beforeEach, describe, expect, it } from 'vitest';
import { nothingUnderWay } from '../common/under-way.ts';
import { createCounterShardRepository } from '../posts/counters/counter-shards.repository.ts';
import { seedPost, storedPost } from '../testing/posts.ts';
import { db, resetFirestore } from '../testing/server.ts';
import { createViewRepository, type VisitKind } from './views.repository.ts';

beforeEach(resetFirestore);

const EVERY_MS = 300;
const counted = (): VisitKind => 'counted';

/** A repository that counts its writes and can be made to fail. */
function repository() {
  const writes: number[] = [];
  const state = { isDown: false };
  const batch = () => {
    const made = db.batch();
    const commit = made.commit.bind(made);
    made.commit = () => {
      writes.push(performance.now());
      return state.isDown ? Promise.reject(new Error('down')) : commit();
    };
    return made;
  };
  const watched = new Proxy(db, {
    get: (target, name) =>
      name === 'batch' ? batch : (Reflect.get(target, name).bind?.(target) ?? Reflect.get(target, name)),
  });
  const searchIndex = { followPopularity: async () => undefined };
  const shards = createCounterShardRepository(watched, { searchIndex, pace: { crowdMs: 0, foldMs: 0 } });
  return { views: createViewRepository(watched, { shards, everyMs: EVERY_MS }), writes, state };
}

describe('visits of a crowded post', { tags: 'thorough' }, () => {
  it('are written together at a limited rate, and only the visit that writes waits', async () => {
    const post = await seedPost();
    const { views, writes } = repository();
    const begunAt = performance.now();
    await views.visit(post.id, counted);

    const waiting = views.visit(post.id, counted);
    const joining = await Promise.all(Array.from({ length: 50 }, () => views.visit(post.id, counted)));

    expect(new Set(joining)).toEqual(new Set(['counted']));
    expect(await storedPost(post.id)).toMatchObject({ views: 1 });
    expect(await waiting).toBe('counted');
    expect(await storedPost(post.id)).toMatchObject({ views: 52 });
    expect(writes).toHaveLength(2);
    // The rate limits the starts of writes, however long each takes.
    expect((writes[1] ?? 0) - begunAt).toBeGreaterThanOrEqual(EVERY_MS - 1);
  });

  it('that were acknowledged are written with the next ones after a failure of Firestore', {
    tags: 'thorough',
  }, async () => {
    const post = await seedPost();
    const { views, state } = repository();
    await views.visit(post.id, counted);
    state.isDown = true;
    const waiting = views.visit(post.id, counted);
    const refused = expect(waiting).rejects.toThrow('down');
    await Promise.all(Array.from({ length: 9 }, () => views.visit(post.id, counted)));
    await refused;

    state.isDown = false;
    await views.visit(post.id, counted);

    // The first visit, the nine acknowledged ones, and the last one; not the failed one.
    expect(await storedPost(post.id)).toMatchObject({ views: 1 + 9 + 1 });
  });

  it('that were acknowledged are written by an instance that shuts down, even without further visits', async () => {
    const post = await seedPost();
    const { views, state } = repository();
    state.isDown = true;
    const waiting = views.visit(post.id, counted);
    const refused = expect(waiting).rejects.toThrow('down');
    await Promise.all(Array.from({ length: 9 }, () => views.visit(post.id, counted)));
    await refused;

    state.isDown = false;
    await nothingUnderWay();

    expect(await storedPost(post.id)).toMatchObject({ views: 9 });
  });

  it('do not wait for those of another post', async () => {
    const [post, other] = [await seedPost(), await seedPost()];
    const { views, writes } = repository();

    await Promise.all([views.visit(post.id, counted), views.visit(other.id, counted)]);

    expect(Math.abs((writes[1] ?? 0) - (writes[0] ?? 0))).toBeLessThan(EVERY_MS / 2);
  });
});
