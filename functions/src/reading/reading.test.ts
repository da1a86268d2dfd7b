import { READING_LIMITS } from '@inkwell/shared/reading';
import { describe, expect, it } from 'vitest';
import { api } from '../testing/api.ts';
import { costOf } from '../testing/costs.ts';
import { seedPost, stored } from '../testing/posts.ts';
import { clock, db } from '../testing/server.ts';
import { signIn, signInEach } from '../testing/users.ts';

const { reader } = signInEach({ reader: {} });

const place = (postId: string, fields: object = {}) => ({
  postId,
  block: 4,
  blocks: 20,
  isDone: false,
  at: clock.now().toISOString(),
  ...fields,
});
const note = (...places: object[]) => api.put('/api/reading', { places }, reader);
const places = async () => (await api.get('/api/reading', reader)).body;

describe('a reading position', () => {
  it('is the latest one in each post, from any device', async () => {
    const early = clock.now().toISOString();
    clock.advance(60_000);
    expect((await note(place('a', { block: 9 }), place('b', { at: early }))).status).toBe(204);

    // A device that was offline sends its position later.
    await note(place('a', { block: 2, at: early }));

    expect(await places()).toMatchObject([{ postId: 'a', block: 9 }, place('b', { at: early })]);
  });

  it('is not later than now, and is kept for 200 posts', async () => {
    await db.doc(`reading/${reader.id}`).set({
      posts: Array.from({ length: READING_LIMITS.posts }, (_, n) => ({
        id: `p${n}`,
        block: 1,
        blocks: 2,
        isDone: false,
        at: new Date(1_000_000 - n),
      })),
    });

    await note(place('new', { at: '2999-01-01T00:00:00.000Z' }));

    const found = await places();
    expect(found).toHaveLength(READING_LIMITS.posts);
    expect(found[0]).toMatchObject({ postId: 'new' });
    expect(Date.parse(found[0].at)).toBeLessThanOrEqual(clock.now().getTime());
    expect(found.at(-1)).toMatchObject({ postId: 'p198' });
  });

  it('leads to unfinished posts that are still published', async () => {
    const [begun, done, hidden, opened] = [await seedPost(), await seedPost(), await seedPost(), await seedPost()];
    await note(place(begun.id), place(done.id, { isDone: true }), place(hidden.id), place(opened.id, { block: 0 }));
    clock.advance(1_000);
    const { id } = await seedPost();
    await note(place(id));
    await api.patch(`/api/posts/${hidden.id}`, { isPublished: false }, await signIn({ role: 'admin' }));

    expect((await api.get('/api/reading/posts', reader)).body).toMatchObject([{ id }, { id: begun.id }]);
    expect((await api.get('/api/reading/posts?limit=1', reader)).body).toMatchObject([{ id }]);
  });

  it('refuses invalid positions', async () => {
    for (const bad of [place('a', { block: -1 }), place('a', { blocks: 0 }), place('a', { at: 'now' }), {}])
      expect((await note(bad)).status).toBe(400);
    expect((await note()).status).toBe(400);
    expect(await stored(`reading/${reader.id}`)).toBeNull();
  });

  it('costs one document, and a repeat writes nothing', async () => {
    const same = place('a');
    expect(costOf(await note(same))).toEqual({ reads: 1, writes: 1 });
    expect(costOf(await note(same))).toEqual({ reads: 1, writes: 0 });
    expect(costOf(await api.get('/api/reading', reader))).toEqual({ reads: 1, writes: 0 });
  });
});
