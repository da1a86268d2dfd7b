import { STAFF_LIST_LIMITS } from '@inkwell/shared/staff-lists';
import { describe, expect, it } from 'vitest';
import { createPublish } from '../compose/publish.ts';
import { api } from '../testing/api.ts';
import { seedPost } from '../testing/posts.ts';
import { clock, db, dependencies } from '../testing/server.ts';
import { signIn, signInEach } from '../testing/users.ts';

const AUTHORS = '/api/admin/posts/authors';
const ACTORS = '/api/admin/activity/people';

const { admin, moderator } = signInEach({
  admin: { role: 'admin', displayName: 'Zoe' },
  moderator: { role: 'moderator', displayName: 'Max' },
});

/** The caller’s own record, which every call reads. */
const CALLER = 1;
/** Two accounts of staff, and no guest authors with their number. */
const CHOICES = 2 + 2;
const costOf = ({ headers }: { headers: Headers }) => Number(headers.get('x-firestore-reads'));
const idsOf = (people: { id: string }[]) => people.map(({ id }) => id).sort();

describe('the people in a filter', () => {
  it('are all authors of posts, including former staff, for two reads each at most', async () => {
    const former = await signIn({ displayName: 'Ada' });
    const writers = [admin, moderator, former];
    for (const { id: authorId } of writers) for (let n = 0; n < 4; n += 1) await seedPost({ authorId });

    await api.get(AUTHORS, moderator);
    const answer = await api.get(AUTHORS, moderator);

    expect(idsOf(answer.body)).toEqual(idsOf(writers));
    expect(answer.body).toContainEqual(expect.objectContaining({ displayName: 'Ada', email: null }));
    expect(costOf(answer)).toBeLessThanOrEqual(2 * writers.length + 2 + CHOICES + CALLER);
  });

  it('include authors who were never the first author of a published post', async () => {
    const guest = await api.post('/api/admin/authors', { name: 'Grace' }, admin);
    await seedPost({ authorId: admin.id, authorIds: [admin.id, guest.body.id] });

    expect(idsOf((await api.get(AUTHORS, moderator)).body)).toEqual(idsOf([admin, guest.body, moderator]));
  });

  it('are at most 200', async () => {
    const batch = db.batch();
    for (let n = 0; n < 205; n += 1) batch.set(db.doc(`authors/guest-${n}`), { postCount: 1 });
    await batch.commit();

    expect((await api.get(AUTHORS, moderator)).body).toHaveLength(STAFF_LIST_LIMITS.people);
  });

  it('include authors who have only drafts, and are never the first author', async () => {
    const guest = await api.post('/api/admin/authors', { name: 'Grace' }, admin);
    await seedPost({ authorId: admin.id, authorIds: [admin.id, guest.body.id, moderator.id], isPublished: false });

    expect(idsOf((await api.get(AUTHORS, moderator)).body)).toEqual(idsOf([admin, guest.body, moderator]));
  });

  it('are all accounts that acted, and actors without an account', async () => {
    const publishAt = new Date(clock.now().getTime() + 60_000).toISOString();
    await api.post('/api/posts', { title: 'T', content: 'C', publishAt }, moderator);
    await api.post('/api/categories', { name: 'Travel' }, admin);
    clock.advance(120_000);
    await createPublish(dependencies)();

    const { body } = await api.get(ACTORS, admin);
    const answer = await api.get(ACTORS, admin);

    const people = body.map(({ actorId, actor }: { actorId: string; actor: { displayName: string } | null }) => [
      actorId,
      actor?.displayName ?? null,
    ]);
    expect(people).toContainEqual([admin.id, 'Zoe']);
    expect(people).toContainEqual([moderator.id, 'Max']);
    expect(people).toContainEqual(['scheduler', null]);
    expect(costOf(answer)).toBe(body.length + 1 + CALLER);
  });
});

describe('recent activity', () => {
  it('names the person who published a post, not its author', async () => {
    const { id } = await seedPost({ title: 'Roads', isPublished: false, authorId: moderator.id });
    await api.patch(`/api/posts/${id}`, { isPublished: true }, admin);
    const publishAt = new Date(clock.now().getTime() + 60_000).toISOString();
    const planned = await seedPost({ title: 'Rails', isPublished: false, authorId: admin.id });
    await api.patch(`/api/posts/${planned.id}`, { publishAt }, moderator);
    clock.advance(120_000);
    await createPublish(dependencies)();

    const { body } = await api.get('/api/admin/analytics', admin);

    const lines = body.recentActivity.map(({ description }: { description: string }) => description);
    expect(lines).toContain('Zoe published "Roads"');
    expect(lines).toContain('"Rails" was published on schedule, as planned by Max');
  });
});
