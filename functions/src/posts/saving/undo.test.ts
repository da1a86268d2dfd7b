import { describe, expect, it } from 'vitest';
import { api } from '../../testing/api.ts';
import { seedCategory, seedPost, stored, storedAll, storedPost } from '../../testing/posts.ts';
import { clock } from '../../testing/server.ts';
import { signInEach } from '../../testing/users.ts';

const HOUR_MS = 3_600_000;
const BULK = '/api/admin/posts/bulk';

const { moderator, other } = signInEach({ moderator: { role: 'moderator' }, other: { role: 'moderator' } });

const inMs = (ms: number): string => new Date(clock.now().getTime() + ms).toISOString();
const update = (id: string, body: object, by = moderator) => api.patch(`/api/posts/${id}`, body, by);
const publish = async (id: string) => (await update(id, { isPublished: true })).body;
const bulk = (body: object) => api.post(BULK, body, moderator);

describe('undoing a publication', () => {
  it('makes the post unpublished again, so that a later publication sets its date', async () => {
    const { id } = await seedPost({ isPublished: false });
    const { updatedAt } = await publish(id);
    const undo = { isPublished: false, baseUpdatedAt: updatedAt, undo: true };

    const undone = await update(id, undo);
    const repeated = await update(id, undo);

    expect(undone.body).toMatchObject({ isPublished: false, publishedAt: null, status: 'draft' });
    expect(repeated).toMatchObject({ status: 200, body: undone.body });
    expect(await stored('counters/posts')).toEqual({ total: 1, published: 0 });
    expect(await storedAll('searchIndex')).toEqual({});
    const later = inMs(HOUR_MS);
    clock.advance(HOUR_MS);
    expect((await publish(id)).publishedAt >= later).toBe(true);
  });

  it('keeps the date of an earlier publication', async () => {
    const { id, publishedAt } = await seedPost();
    clock.advance(1_000);
    await update(id, { isPublished: false });
    clock.advance(1_000);
    const { updatedAt } = await publish(id);

    const undone = await update(id, { isPublished: false, baseUpdatedAt: updatedAt, undo: true });

    expect(undone.body).toMatchObject({ isPublished: false, publishedAt });
  });

  it('restores the schedule that it ended, unless the time has passed', async () => {
    const publishAt = inMs(HOUR_MS);
    const { id } = await seedPost({ isPublished: false, publishAt });
    const first = await publish(id);
    const body = { isPublished: false, publishAt, undo: true };
    expect((await update(id, { ...body, baseUpdatedAt: first.updatedAt })).body).toMatchObject({
      status: 'scheduled',
      publishAt,
    });

    const second = await publish(id);
    clock.advance(HOUR_MS);
    expect((await update(id, { ...body, baseUpdatedAt: second.updatedAt })).body).toMatchObject({
      status: 'draft',
      publishAt: null,
    });
  });

  it('is refused once somebody else has edited the post; plain unpublishing keeps the publication date', async () => {
    const { id } = await seedPost({ isPublished: false });
    const { updatedAt, publishedAt } = await publish(id);
    clock.advance(1_000);
    const edited = await update(id, { title: 'A second look' }, other);

    const refused = await update(id, { isPublished: false, baseUpdatedAt: updatedAt, undo: true });
    expect(refused).toMatchObject({ status: 409, body: { title: 'A second look', lastEditedBy: { id: other.id } } });
    expect(await storedPost(id)).toMatchObject({ isPublished: true });

    const plain = await update(id, { isPublished: false, baseUpdatedAt: edited.body.updatedAt });
    expect(plain.body.publishedAt).toBe(publishedAt);
  });
});

describe('undoing a change of schedule', () => {
  it('is refused if the post was rescheduled', async () => {
    const [first, second, third] = [inMs(HOUR_MS), inMs(2 * HOUR_MS), inMs(3 * HOUR_MS)];
    const { id } = await seedPost({ isPublished: false, publishAt: first });
    await update(id, { publishAt: second });
    await update(id, { publishAt: third }, other);

    expect((await update(id, { publishAt: first, basePublishAt: second, undo: true })).status).toBe(409);
    expect((await update(id, { publishAt: first, basePublishAt: third, undo: true })).body.publishAt).toBe(first);
    expect((await update(id, { publishAt: first, basePublishAt: third, undo: true })).status).toBe(200);
  });
});

describe('undoing a bulk action', () => {
  it('has no time that the post still has', async () => {
    const category = await seedCategory();
    const { id } = await seedPost({ isPublished: false, publishAt: inMs(HOUR_MS) });
    const [{ undo }] = (await bulk({ action: 'category', ids: [id], categoryId: category.id })).body.results;
    expect(undo).toEqual({ categoryId: null, baseUpdatedAt: expect.any(String) });
  });

  it('restores each changed post, reports posts that have changed since, and leaves the others unchanged', async () => {
    const [fish, birds, trees] = [await seedCategory('Fish'), await seedCategory('Birds'), await seedCategory('Trees')];
    const [one, two, three] = [
      await seedPost({ categoryId: fish.id }),
      await seedPost({ categoryId: birds.id }),
      await seedPost({ categoryId: trees.id }),
    ];
    const moved = await bulk({ action: 'category', ids: [one.id, two.id, three.id], categoryId: trees.id });
    expect(moved.body.results.map(({ undo }: { undo: object | null }) => undo)).toMatchObject([
      { categoryId: fish.id },
      { categoryId: birds.id },
      null,
    ]);
    clock.advance(1_000);
    await update(two.id, { title: 'Edited since' }, other);
    const changes = moved.body.results.flatMap(({ id, undo }: { id: string; undo: object | null }) =>
      undo ? [{ id, ...undo }] : [],
    );

    const undone = await bulk({ action: 'undo', changes });
    const again = await bulk({ action: 'undo', changes });

    expect(undone.body.results).toMatchObject([
      { id: one.id, ok: true },
      { id: two.id, ok: false, status: 409 },
    ]);
    expect(again.body.results.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, false]);
    expect(await storedPost(one.id)).toMatchObject({ categoryId: fish.id });
    expect(await storedPost(two.id)).toMatchObject({ categoryId: trees.id });
    expect((await stored(`categories/${fish.id}`))?.postCount).toBe(1);
    expect((await stored(`categories/${trees.id}`))?.postCount).toBe(2);
  });

  it('restores schedules that a publication ended', async () => {
    const publishAt = inMs(HOUR_MS);
    const [draft, planned] = [
      await seedPost({ isPublished: false }),
      await seedPost({ isPublished: false, publishAt }),
    ];
    const done = await bulk({ action: 'publish', ids: [draft.id, planned.id] });

    const changes = done.body.results.map(({ id, undo }: { id: string; undo: object }) => ({ id, ...undo }));
    await bulk({ action: 'undo', changes });

    expect(await storedPost(draft.id)).toMatchObject({ status: 'draft', publishedAt: null, publishAt: null });
    expect((await storedPost(planned.id))?.publishAt.toDate().toISOString()).toBe(publishAt);
  });

  it('has the same limit of posts as the action', async () => {
    const changes = Array.from({ length: 101 }, (_, n) => ({ id: `p${n}`, baseUpdatedAt: inMs(0) }));

    expect((await bulk({ action: 'undo', changes })).status).toBe(400);
    expect((await bulk({ action: 'undo', changes: [{ id: 'a' }] })).status).toBe(400);
  });
});
