import { beforeEach, describe, expect, it } from 'vitest';
import { createContent } from '../compose/content.ts';
import { createWork } from '../compose/work.ts';
import { api, nextOf } from '../testing/api.ts';
import { NEWSROOM, titlesToldTo } from '../testing/newsroom.ts';
import { emptyTrash, seedPost, stored, storedActs, storedAll, storedPost } from '../testing/posts.ts';
import { clock, db, dependencies } from '../testing/server.ts';
import { signInEach, type TestUser } from '../testing/users.ts';
import { createReviewRepository } from './reviews.repository.ts';

const { ada, grace, mary, percy, reader } = signInEach(NEWSROOM);
/** A draft by Ada. */
let id: string;

beforeEach(async () => {
  clock.advance(61_000);
  ({ id } = await seedPost({ title: 'Harbour', isPublished: false, authorId: ada.id }));
});

const path = (end = '') => `/api/posts/${id}/review${end}`;
const submit = (by = ada, note?: string) => api.post(path(), note === undefined ? undefined : { note }, by);
const take = (by = mary) => api.post(path('/take'), undefined, by);
const giveBack = (by = mary, note?: string) => api.post(path('/return'), { note }, by);
const withdraw = (by = ada) => api.post(path('/withdraw'), undefined, by);
const stateOf = async (by = mary) => (await api.get(path(), by)).body.state;
const waiting = async () =>
  (await api.get('/api/admin/reviews', mary)).body.map((item: { post: { id: string } }) => item.post.id);
const stepsOf = async () => (await api.get(path(), mary)).body.history.map(({ step }: { step: string }) => step);

const told = (person: TestUser) => titlesToldTo(person, 'reviews');

describe('a post in review', () => {
  it('passes from its author to staff and back, with notes, and its history stays', async () => {
    const submitted = await submit(ada, '  Please look.  ');
    expect(submitted.status).toBe(200);
    expect(submitted.body).toMatchObject({
      state: 'in-review',
      submittedBy: { displayName: 'Ada Lovelace' },
      takenBy: null,
    });
    const { since } = submitted.body;
    expect(since).toBe((await storedPost(id))?.inReviewSince.toDate().toISOString());
    expect((await take()).body).toMatchObject({ state: 'in-review', takenBy: { displayName: 'Mary Shelley' } });
    clock.advance(1_000);
    const returned = (await giveBack(mary, 'Shorter')).body;
    expect(returned).toMatchObject({ state: 'returned', takenBy: null, submittedBy: null });
    expect((await submit()).body.state).toBe('in-review');
    expect((await withdraw()).body).toMatchObject({ state: 'draft', since: null });

    expect((await api.get(path(), ada)).body.history).toMatchObject([
      { step: 'submit', by: { displayName: 'Ada Lovelace', email: ada.email }, note: 'Please look.', at: since },
      { step: 'take', by: { displayName: 'Mary Shelley', email: null }, note: null },
      { step: 'return', note: 'Shorter', at: returned.since },
      { step: 'submit', note: null },
      { step: 'withdraw' },
    ]);
    expect((await storedActs()).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['post.submit', 'post.take', 'post.return', 'post.withdraw']),
    );
  });

  it('is listed for staff, longest waiting first, page by page with the total', async () => {
    const ids = [id];
    for (const title of ['B', 'C']) ids.push((await seedPost({ title, isPublished: false, authorId: ada.id })).id);
    for (const one of [...ids].reverse()) {
      clock.advance(1_000);
      await api.post(`/api/posts/${one}/review`, undefined, ada);
    }
    await take();

    const first = await api.get('/api/admin/reviews?limit=2', mary);
    const second = await api.get(nextOf(first) ?? '', mary);

    expect(first.headers.get('x-total-count')).toBe('3');
    expect([...first.body, ...second.body].map(({ post }: { post: { id: string } }) => post.id)).toEqual(
      [...ids].reverse(),
    );
    const since = (await storedPost(id))?.inReviewSince.toDate().toISOString();
    expect(first.body[0].takenBy).toBeNull();
    expect(second.body).toMatchObject([
      { post: { title: 'Harbour' }, since, submittedBy: { id: ada.id }, takenBy: { displayName: 'Mary Shelley' } },
    ]);
  });

  it('is not found among posts stored before reviews existed', async () => {
    const {
      inReviewSince: _,
      submittedBy: _by,
      reviewTakenBy: _taken,
      returnedAt: _at,
      ...older
    } = (await storedPost(id)) ?? {};
    await db.doc(`posts/${id}`).set(older);

    expect(await waiting()).toEqual([]);
    expect((await api.get(path(), ada)).body).toEqual({
      state: 'draft',
      since: null,
      submittedBy: null,
      takenBy: null,
      history: [],
    });
    expect((await submit()).body.state).toBe('in-review');
    expect(await waiting()).toEqual([id]);
  });
});

describe('a review', () => {
  const calls = [
    ['reads', 'GET', ''],
    ['submits', 'POST', ''],
    ['takes', 'POST', '/take'],
    ['returns', 'POST', '/return'],
    ['withdraws', 'POST', '/withdraw'],
  ] as const;

  it.each(calls)('is refused to everybody who is not involved: %s', async (_what, method, end) => {
    const call = (by?: TestUser) => (method === 'GET' ? api.get(path(end), by) : api.post(path(end), undefined, by));
    const before = [await storedPost(id), await storedAll('reviews'), await storedActs()];

    const isForStaff = end === '/take' || end === '/return';
    // Another author does not learn that the post exists.
    expect((await call(grace)).status).toBe(isForStaff ? 403 : 404);
    if (isForStaff) expect((await call(ada)).status).toBe(403);
    if (method === 'POST' && !isForStaff) expect((await call(mary)).status).toBe(403);

    expect([await storedPost(id), await storedAll('reviews'), await storedActs()]).toEqual(before);
  });

  it('of a published post is seen only by its authors and staff', async () => {
    await seedPost({ isPublished: true, authorId: ada.id }).then((post) => (id = post.id));

    expect((await api.get(path(), grace)).status).toBe(403);
    expect((await api.get(path(), ada)).body.state).toBe('published');
    expect((await submit()).status).toBe(409);
    expect((await submit(grace)).status).toBe(403);
    expect((await withdraw(grace)).status).toBe(403);
  });

  it('is not found for unknown posts', async () => {
    expect((await api.get('/api/posts/absent/review', mary)).status).toBe(404);
    expect((await api.post('/api/posts/absent/review', undefined, ada)).status).toBe(404);
  });

  it('refuses a note that is too long', async () => {
    expect((await submit(ada, 'x'.repeat(2_001))).status).toBe(400);
    expect(await stateOf()).toBe('draft');
  });

  it.each([
    ['withdrawn', () => withdraw()],
    ['taken', () => take()],
    ['returned', () => giveBack()],
  ])('of a draft is not %s: the answer contains its state', async (_what, call) => {
    const { status, body } = await call();

    expect([status, body.state]).toEqual([409, 'draft']);
    expect(await storedAll('reviews')).toEqual({});
  });

  it('can be submitted by any of several authors, including staff', async () => {
    id = (await seedPost({ isPublished: false, authorIds: [ada.id, mary.id] })).id;

    expect((await submit(mary)).body).toMatchObject({ state: 'in-review', submittedBy: { id: mary.id } });
    expect((await withdraw(ada)).body.state).toBe('draft');
  });
});

describe('a step', () => {
  it('changes nothing more when repeated', { tags: 'thorough' }, async () => {
    await submit(ada, 'Please');
    expect((await submit(ada, 'Please')).body.history).toHaveLength(1);
    await take();
    expect((await take()).body.history).toHaveLength(2);
    await giveBack(mary, 'Shorter');
    expect((await giveBack(mary, 'Shorter')).body.history).toHaveLength(3);
    expect((await giveBack(percy, 'Longer')).status).toBe(409);
    await submit();
    await withdraw();
    expect((await withdraw()).body).toMatchObject({ state: 'draft' });

    expect(await stepsOf()).toEqual(['submit', 'take', 'return', 'submit', 'withdraw']);
  });

  it('is made once by parallel calls, and the second of two members of staff learns who has the post', {
    tags: 'thorough',
  }, async () => {
    const submits = await Promise.all([submit(), submit(), submit()]);
    expect(submits.map(({ status }) => status)).toEqual([200, 200, 200]);

    const takes = await Promise.all([take(mary), take(percy)]);

    expect(takes.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = takes.find(({ status }) => status === 409)?.body;
    expect(refused.takenBy.displayName).toMatch(/Shelley/);
    expect(await stepsOf()).toEqual(['submit', 'take']);
  });

  it('of two conflicting ones is refused: withdrawing while staff publish', { tags: 'thorough' }, async () => {
    await submit();

    const [withdrawn, published] = await Promise.all([
      withdraw(),
      api.patch(`/api/posts/${id}`, { isPublished: true }, mary),
    ]);

    expect(published.status).toBe(200);
    expect([200, 409]).toContain(withdrawn.status);
    expect(await stepsOf()).toEqual(['submit', withdrawn.status === 200 ? 'withdraw' : 'publish']);
    expect(await stateOf()).toBe('published');
    expect(await waiting()).toEqual([]);
  });

  it('is kept among the newest 100', async () => {
    for (let round = 0; round < 3; round += 1) await submit().then(() => withdraw());
    const { steps } = (await stored(`reviews/${id}`)) ?? {};
    await db.doc(`reviews/${id}`).update({
      steps: Array.from({ length: 40 }, () => steps)
        .flat()
        .slice(0, 100),
    });

    expect((await submit()).body.history).toHaveLength(100);
  });
});

describe('a staff action', () => {
  const inTwoDays = () => new Date(clock.now().getTime() + 2 * 86_400_000).toISOString();

  it.each([
    ['publish', 'published', () => api.patch(`/api/posts/${id}`, { isPublished: true }, percy)],
    ['schedule', 'scheduled', () => api.patch(`/api/posts/${id}`, { publishAt: inTwoDays() }, percy)],
  ])('%s ends the review', async (step, state, call) => {
    await submit();
    await take();

    expect((await call()).status).toBe(200);

    expect(await stateOf()).toBe(state);
    expect(await stepsOf()).toEqual(['submit', 'take', step]);
    expect(await waiting()).toEqual([]);
    expect(await told(ada)).toContain(`Percy Shelley ${state === 'published' ? 'published' : 'scheduled'} your post`);
  });

  it('saving without publishing keeps the post in review', async () => {
    await submit();

    expect((await api.patch(`/api/posts/${id}`, { title: 'New' }, mary)).body.inReviewSince).not.toBeNull();

    expect(await stateOf()).toBe('in-review');
  });

  it('deletion ends the review: the restored post is a draft that can be submitted again', async () => {
    await submit();
    await take();
    await api.delete(`/api/posts/${id}`, percy);
    expect(await waiting()).toEqual([]);
    expect((await take()).status).toBe(404);

    await api.post(`/api/posts/${id}/undelete`, undefined, mary);

    expect(await stateOf()).toBe('draft');
    expect(await stepsOf()).toEqual(['submit', 'take', 'end']);
    await createWork(dependencies)();
    expect(await told(mary)).toContain('Percy Shelley ended the review of a post');
    expect(await told(ada)).toContain('Percy Shelley ended the review of a post');
    expect((await submit()).status).toBe(200);
  });

  it('publishing many posts ends the review', async () => {
    await submit();

    await api.post('/api/admin/posts/bulk', { action: 'publish', ids: [id] }, mary);

    expect(await stepsOf()).toEqual(['submit', 'publish']);
    expect(await waiting()).toEqual([]);
  });

  it('permanent removal leaves nothing of the review', async () => {
    await submit();
    await api.delete(`/api/posts/${id}`, mary);

    await emptyTrash();

    expect(await storedAll('reviews')).toEqual({});
  });
});

describe('a person who may no longer write', () => {
  const change = (writing: string) => api.patch(`/api/admin/users/${ada.id}/writing`, { writing }, percy);

  it.each([
    ['whose right is withdrawn', () => change('none')],
    ['who is blocked', () => api.post(`/api/admin/users/${ada.id}/block`, undefined, percy)],
  ])("has nothing in review: %s; other people's submissions stay", async (_, lose) => {
    const other = await seedPost({ isPublished: false, authorIds: [ada.id, grace.id] });
    await submit();
    await api.post(`/api/posts/${other.id}/review`, undefined, grace);

    expect((await lose()).status).toBe(200);

    expect(await waiting()).toEqual([other.id]);
    expect(await stepsOf()).toEqual(['submit', 'end']);
  });

  it('keeps posts in review with a lower right to write', async () => {
    await change('author');
    await submit();

    await change('contributor');

    expect(await waiting()).toEqual([id]);
  });

  it('has no review that ends twice', async () => {
    await submit();
    const reviews = createReviewRepository(db);
    const by = { actorId: percy.id, at: clock.now() };

    expect(await reviews.endOf(ada.id, by)).toEqual([id]);
    expect(await reviews.endOf(ada.id, by)).toEqual([]);
    expect(await stepsOf()).toEqual(['submit', 'end']);
  });

  it("has reviews that end even if many posts keep the submitter's id", {
    tags: 'thorough',
  }, async () => {
    await submit();
    const batch = db.batch();
    for (let n = 0; n < 100; n += 1)
      batch.set(db.doc(`posts/0-${n}`), { submittedBy: ada.id, trashedAt: clock.now(), deletedAt: null });
    await batch.commit();

    await change('none');

    expect(await waiting()).toEqual([]);
  });

  it('are refused what only staff may do, even if they were staff when the call began', async () => {
    await submit();
    const { reviews } = createContent({ db, clock }).studio;
    const past = { id: ada.id, role: 'moderator' } as const;

    for (const late of [reviews.take(past, id), reviews.return(past, id, null)])
      await expect(late).rejects.toMatchObject({ code: 'forbidden' });
    expect(await stepsOf()).toEqual(['submit']);
  });

  it('cannot submit anything once blocked, even with a call that began before', async () => {
    const reviews = createReviewRepository(db);
    const wanted = { step: 'submit', actorId: ada.id, note: null, at: clock.now() } as const;
    await api.post(`/api/admin/users/${ada.id}/block`, undefined, percy);

    const late = reviews.make(id, wanted, (account) => {
      if (account === null) throw new Error('blocked');
    });

    await expect(late).rejects.toThrow('blocked');
    expect(await waiting()).toEqual([]);
  });
});

describe('people', () => {
  it('are notified of each step: staff of submissions, authors of the rest, and nobody of their own', async () => {
    await submit();
    expect(await told(mary)).toEqual(['Ada Lovelace submitted a post for review']);
    expect(await told(percy)).toEqual(['Ada Lovelace submitted a post for review']);
    await take();
    await giveBack();
    expect(await told(ada)).toEqual(['Mary Shelley returned your post', 'Mary Shelley took your post for review']);
    await submit();
    await take(percy);
    await withdraw();

    expect((await told(percy))[0]).toBe('Ada Lovelace withdrew a post from review');
    expect((await told(mary))[0]).toBe('Ada Lovelace submitted a post for review');
    expect(await told(reader)).toEqual([]);
    expect((await api.get('/api/notifications', ada)).body[0]).toMatchObject({
      message: 'Harbour',
      link: `/create-post?edit=${id}`,
    });
  });

  it('do not get notifications that they turned off, or any once they may not write', async () => {
    await api.patch('/api/notifications/choices', { reviews: false }, mary);
    await submit();
    await db.doc(`users/${ada.id}`).update({ writing: 'none' });
    await take();

    expect(await told(mary)).toEqual([]);
    expect(await told(percy)).toHaveLength(1);
    expect(await told(ada)).toEqual([]);
  });

  it('are notified once of interrupted notifications', { tags: 'thorough' }, async () => {
    await submit();
    await told(mary);
    const { steps } = (await stored(`reviews/${id}`)) ?? {};
    await db.doc(`reviews/${id}`).update({ due: [steps[0].id], isNotificationDue: true });
    await db.doc(`personalNotifications/${percy.id}`).delete();

    await createWork(dependencies)();

    expect(await told(percy)).toHaveLength(1);
    expect(await told(mary)).toHaveLength(1);
  });
});
