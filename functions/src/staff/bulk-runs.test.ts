import { BULK_POSTS_MAX, BULK_RUN_MAX, type BulkRun } from '@inkwell/shared/bulk-actions';
import { CONFLICT_MARKERS } from '@inkwell/shared/conflict-markers';
import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../common/ids.ts';
import { createContent } from '../compose/content.ts';
import { createJobs } from '../compose/jobs.ts';
import { createSweep } from '../compose/sweep.ts';
import { createJobTable } from '../jobs/jobs.repository.ts';
import { createRunner } from '../jobs/runner.ts';
import { createPictureTable } from '../pictures/pictures.repository.ts';
import { api, send, type TestAnswer } from '../testing/api.ts';
import { seedCategory, seedPost, stored, storedActs, storedAll, storedPost } from '../testing/posts.ts';
import { clock, db, dependencies } from '../testing/server.ts';
import { signIn, signInEach, storeRecord } from '../testing/users.ts';
import { createUserRepository } from '../users/users.repository.ts';
import { type BulkActionService, createBulkActionService } from './bulk-actions.service.ts';
import { runJob, runJobId, runKind } from './bulk-run.job.ts';
import { createBulkRunSteps } from './bulk-run-steps.service.ts';
import { createBulkRunRepository } from './bulk-runs.repository.ts';

const PATH = '/api/admin/posts/bulk/runs';
const MINUTE_MS = 60_000;
/** More posts than one call, and than one step, changes. */
const MANY = BULK_POSTS_MAX + 1;

const table = createJobTable(db);
const runs = createBulkRunRepository(db, table);
const users = createUserRepository(db, createPictureTable(db));
const bulkActions = createBulkActionService({ ...createContent({ db, clock }), onError: () => undefined });
const steps = createBulkRunSteps({ runs, bulkActions, users });

const { moderator } = signInEach({ moderator: { role: 'moderator' } });

beforeEach(async () => {
  await createJobs(dependencies).dataVersion.noteNewest();
});

const begin = (body: object, user = moderator, key?: string) =>
  send('POST', PATH, { body, user, ...(key !== undefined && { headers: { 'idempotency-key': key } }) });
const want = (id: string, wanted: 'stopped' | 'undone', user = moderator) =>
  api.patch(`${PATH}/${id}`, { wanted }, user);
/** The run once its job has ended; a request works on it for only a few seconds. */
async function ended(answer: TestAnswer, user = moderator): Promise<BulkRun> {
  expect(answer.status).toBeLessThan(300);
  for (;;) {
    const { body } = await api.get(`${PATH}/${answer.body.id}`, user);
    if (body.status !== 'running') return body;
    await createJobs(dependencies).runner.run(MINUTE_MS);
  }
}
const seedMany = (count: number, fields: Parameters<typeof seedPost>[0] = {}) =>
  Promise.all(Array.from({ length: count }, () => seedPost(fields)));
const statuses = async () => Object.values(await storedAll('posts')).map(({ status }) => status);
const countOf = async (status: string) => (await statuses()).filter((one) => one === status).length;

describe('a run on named posts', () => {
  it('changes these, each once, and is undone as a whole', async () => {
    const [one, two, other] = await seedMany(3, { isPublished: false });
    const ids = [one?.id, two?.id, one?.id];

    const { status, body } = await begin({ action: 'publish', ids });

    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'done', total: 2, done: 2, changed: 2, failed: 0 });
    expect(await storedPost(other?.id ?? '')).toMatchObject({ status: 'draft' });
    expect(await countOf('published')).toBe(2);

    const undone = await want(body.id, 'undone');

    expect(undone.body).toMatchObject({ isUndo: true, status: 'done', changed: 2 });
    expect(await countOf('draft')).toBe(3);
  });

  it('is continued by the same call if it was interrupted, and undone as a whole', async () => {
    const posts = await seedMany(26, { isPublished: false });
    const ids = posts.map(({ id }) => id);
    const body = { action: 'publish', ids };
    const run = { id: newId('bulk-run', moderator.id, 'a key'), ownerId: moderator.id, action: 'publish' as const };
    await runs.create({ ...run, categoryId: null }, ids, { job: null, at: clock.now() });
    await steps.step(run.id, false, 0);
    expect(await countOf('published')).toBe(25);

    const answer = await begin(body, moderator, 'a key');

    expect(answer.body).toMatchObject({ id: run.id, status: 'done', changed: 26 });
    expect((await want(run.id, 'undone')).body).toMatchObject({ status: 'done', changed: 26 });
    expect(await countOf('draft')).toBe(26);
  });

  it('is refused with a filter too, with neither, without posts and with too many', async () => {
    const id = 'a'.repeat(20);
    for (const which of [
      { ids: [id], filter: {}, count: 1 },
      {},
      { filter: {} },
      { ids: [] },
      { ids: Array(101).fill(id) },
    ]) {
      expect(await begin({ action: 'publish', ...which })).toMatchObject({ status: 400 });
    }
    expect(await storedAll('bulkRuns')).toEqual({});
  });
});

/** Stores a run on these posts with its job, which has not started. */
async function accept(ids: readonly string[], action: BulkRun['action'] = 'publish', user = moderator) {
  const run = { id: `run-${action}`, ownerId: user.id, action, categoryId: null };
  const job = runJob({ ...run, total: ids.length }, false);
  expect(await runs.create(run, ids, { job, at: clock.now() })).toBe('created');
  return run.id;
}

describe('a run on all matching posts', () => {
  it('changes at most 100 before it answers, each like the call for a single post, and can be undone', async () => {
    const [fish, birds] = [await seedCategory('Fish'), await seedCategory('Birds')];
    const [draft, planned, published] = [
      await seedPost({ isPublished: false, categoryId: fish.id }),
      await seedPost({
        isPublished: false,
        categoryId: fish.id,
        publishAt: new Date(clock.now().getTime() + 3_600_000).toISOString(),
      }),
      await seedPost({ categoryId: fish.id }),
    ];
    await seedPost({ isPublished: false, categoryId: birds.id });

    const body = { action: 'publish', filter: { categoryId: fish.id }, count: 3 };
    const answer = await begin(body);

    expect(answer.body).toMatchObject({
      action: 'publish',
      isUndo: false,
      status: 'done',
      total: 3,
      done: 3,
      changed: 2,
      failed: 0,
      failures: [],
    });
    expect((await stored(`categories/${fish.id}`))?.postCount).toBe(3);
    expect(await storedAll('jobs')).toEqual({});
    const acts = (await storedActs()).filter(({ actorId }) => actorId === moderator.id);
    expect(acts.map(({ action }) => action).sort()).toEqual(['post.publish', 'post.publish', 'post.schedule']);

    const undone = await want(answer.body.id, 'undone');
    const again = await want(answer.body.id, 'undone');

    expect(undone.body).toMatchObject({ isUndo: true, status: 'done', changed: 2, failed: 0 });
    expect(again.body).toEqual(undone.body);
    expect((await storedPost(draft.id))?.status).toBe('draft');
    expect((await storedPost(planned.id))?.status).toBe('scheduled');
    expect((await storedPost(published.id))?.status).toBe('published');
    expect(await stored('counters/posts')).toEqual({ total: 4, published: 1 });
  });

  it("restores each post's earlier category, except for posts edited since", async () => {
    const [fish, birds] = [await seedCategory('Fish'), await seedCategory('Birds')];
    const [one, two, three] = [await seedPost(), await seedPost({ categoryId: fish.id }), await seedPost()];
    const { body } = await begin({
      action: 'category',
      categoryId: birds.id,
      filter: { status: 'published' },
      count: 3,
    });
    clock.advance(1_000);
    await api.patch(`/api/posts/${three.id}`, { title: 'Edited since' }, moderator);

    const undone = await want(body.id, 'undone');

    expect(undone.body).toMatchObject({ changed: 2, failed: 1, failures: [{ id: three.id, message: 'Conflict' }] });
    const categoryOf = async ({ id }: { id: string }) => (await storedPost(id))?.categoryId;
    expect([await categoryOf(one), await categoryOf(two), await categoryOf(three)]).toEqual([null, fish.id, birds.id]);
  });

  it('moves to the trash and restores, and each undoes the other', { tags: 'thorough' }, async () => {
    const [one, two] = await seedMany(2);
    const deleted = await begin({ action: 'delete', filter: { q: 'harbour' }, count: 2 });
    expect(await statuses()).toEqual(['trash', 'trash']);
    expect((await want(deleted.body.id, 'undone')).body).toMatchObject({ changed: 2, failed: 0 });
    expect(await statuses()).toEqual(['draft', 'draft']);

    await begin({ action: 'delete', filter: {}, count: 2 });
    const restored = await begin({ action: 'undelete', filter: { status: 'trash' }, count: 2 });
    expect(restored.body).toMatchObject({ status: 'done', changed: 2 });
    clock.advance(1_000);
    await api.patch(`/api/posts/${two?.id}`, { title: 'Edited since' }, moderator);

    expect((await want(restored.body.id, 'undone')).body).toMatchObject({ changed: 1, failed: 1 });
    expect((await storedPost(one?.id ?? ''))?.status).toBe('trash');
    expect((await storedPost(two?.id ?? ''))?.status).toBe('draft');
  });

  it('reports posts where it fails, and changes the others', async () => {
    const { mine, theirs, end } = CONFLICT_MARKERS;
    const bad = await seedPost({ isPublished: false, content: `Boats.\n\n${mine}\nearly\n${theirs}\nlate\n${end}` });
    await seedPost({ isPublished: false });

    const { body } = await begin({ action: 'publish', filter: { status: 'draft' }, count: 2 });

    expect(body).toMatchObject({ status: 'done', done: 2, changed: 1, failed: 1, failures: [{ id: bad.id }] });
  });

  it('happens once for each key, even for parallel repeats', async () => {
    await seedMany(3, { isPublished: false });
    const body = { action: 'publish', filter: { status: 'draft' }, count: 3 };

    const first = await begin(body, moderator, 'one key');
    const repeats = await Promise.all([1, 2, 3].map(() => begin(body, moderator, 'one key')));

    for (const { status, body: run } of repeats) expect([status, run]).toEqual([201, first.body]);
    expect((await begin(body, moderator, 'another key')).status).toBe(409);
    expect(Object.keys(await storedAll('bulkRuns'))).toHaveLength(1);
    const acts = (await storedActs()).filter(({ actorId }) => actorId === moderator.id);
    expect(acts).toHaveLength(3);
  });

  it('is refused with the number if it differs from what the person saw', async () => {
    await seedMany(2, { isPublished: false });

    const answer = await begin({ action: 'delete', filter: {}, count: 3 });

    expect([answer.status, answer.text]).toEqual([409, 'Not 3 but 2 posts match now']);
    expect(await statuses()).toEqual(['draft', 'draft']);
  });

  it.each([
    ['no posts', { action: 'publish', filter: {}, count: 0 }],
    ['too many', { action: 'publish', filter: {}, count: BULK_RUN_MAX + 1 }],
    ['no filter', { action: 'publish', count: 1 }],
    ['an unknown action', { action: 'undo', filter: {}, count: 1 }],
    ['a missing category', { action: 'category', filter: {}, count: 1 }],
    ['an unknown category', { action: 'category', categoryId: 99, filter: {}, count: 1 }],
    ['a long search', { action: 'publish', filter: { q: 'x'.repeat(201) }, count: 1 }],
    ['a malformed author', { action: 'publish', filter: { authorId: 'a/b' }, count: 1 }],
    ['a malformed status', { action: 'publish', filter: { status: ['draft'] }, count: 1 }],
    [
      'three filters with words',
      { action: 'publish', filter: { q: 'a', status: 'draft', categoryId: 1, authorId: 'a' }, count: 1 },
    ],
    ['restoring what is not in the trash', { action: 'undelete', filter: {}, count: 1 }],
    ['publishing from the trash', { action: 'publish', filter: { status: 'trash' }, count: 1 }],
  ])('refuses %s', async (_name, body) => {
    await seedPost({ isPublished: false });

    expect((await begin(body)).status).toBe(400);
    expect(await storedAll('bulkRuns')).toEqual({});
    expect(await statuses()).toEqual(['draft']);
  });

  it('is refused if only a part of the posts can be searched', async () => {
    const { id } = await seedPost({ title: 'Common words' });
    const post = (await stored(`posts/${id}`)) ?? {};
    const batch = db.batch();
    for (let n = 0; n < 201; n += 1) batch.set(db.doc(`posts/copy-${n}`), post);
    await batch.commit();

    expect((await begin({ action: 'unpublish', filter: { q: 'common words' }, count: 202 })).status).toBe(400);
  });

  it('is only for its owner', async () => {
    await seedPost({ isPublished: false });
    const body = { action: 'publish', filter: {}, count: 1 };
    const { id } = (await begin(body)).body;

    for (const other of [await signIn({ role: 'moderator' }), await signIn({ role: 'admin' })]) {
      expect((await api.get(`${PATH}/${id}`, other)).status).toBe(404);
      expect((await want(id, 'undone', other)).status).toBe(404);
      expect((await want(id, 'stopped', other)).status).toBe(404);
    }
    expect((await want('unknown', 'undone')).status).toBe(404);
    expect(await statuses()).toEqual(['published']);
    expect((await api.get(`${PATH}/${id}`, moderator)).body).toMatchObject({ id, status: 'done' });
  });

  it('is stored for a day', { tags: 'thorough' }, async () => {
    await seedPost();
    const { id } = (await begin({ action: 'unpublish', filter: {}, count: 1 })).body;
    clock.advance(24 * 60 * MINUTE_MS);

    await createSweep(dependencies)();

    expect((await api.get(`${PATH}/${id}`, moderator)).status).toBe(404);
    expect([await storedAll('bulkRuns'), await storedAll('bulkRunShards')]).toEqual([{}, {}]);
  });
});

describe('a run on more than 100 posts', { tags: 'thorough' }, () => {
  it('is a job, and so is its undo', async () => {
    await seedMany(MANY - 1, { isPublished: false });
    const published = await seedPost();

    const run = await ended(await begin({ action: 'publish', filter: {}, count: MANY }));

    expect(run).toMatchObject({ status: 'done', total: MANY, done: MANY, changed: MANY - 1, failed: 0 });
    const job = await table.find(runJobId(moderator.id));
    expect(job).toMatchObject({ kind: 'posts.bulk', status: 'done', done: MANY, total: MANY });
    expect(job?.about).toBe('publishing 101 posts');
    expect(await countOf('published')).toBe(MANY);

    const undone = await ended(await want(run.id, 'undone'));

    expect(undone).toMatchObject({ isUndo: true, status: 'done', changed: MANY - 1, failed: 0 });
    expect((await table.find(runJobId(moderator.id)))?.about).toBe('taking back publishing 101 posts');
    expect(await countOf('draft')).toBe(MANY - 1);
    expect((await storedPost(published.id))?.status).toBe('published');
  });

  it('stops after the posts that it is currently changing, and undoes those too', async () => {
    const ids = (await seedMany(MANY, { isPublished: false })).map(({ id }) => id);
    const id = await accept(ids);
    expect(await steps.step(id, false, 0)).toEqual({ count: 25, next: 25 });

    expect((await want(id, 'undone')).status).toBe(409);
    const stopped = await want(id, 'stopped');
    const again = await want(id, 'stopped');

    expect(stopped.body).toMatchObject({ status: 'stopped', done: 25, changed: 25, total: MANY });
    expect(again.body).toEqual(stopped.body);
    expect(await table.find(runJobId(moderator.id))).toMatchObject({ status: 'done' });
    expect(await countOf('published')).toBe(25);
    expect(await ended(await want(id, 'undone'))).toMatchObject({ status: 'done', changed: 25, done: MANY });
    expect(await countOf('published')).toBe(0);
  });

  it('is one at a time for an account; other accounts and fewer posts do not wait', async () => {
    const ids = (await seedMany(MANY, { isPublished: false })).map(({ id }) => id);
    const other = await signIn({ role: 'moderator' });
    await accept(ids);
    const all = { action: 'unpublish', filter: {}, count: MANY };

    const refused = await begin(all);

    expect([refused.status, refused.text]).toEqual([409, 'Your last change of many posts is still running']);
    expect(await ended(await begin(all, other), other)).toMatchObject({ status: 'done', done: MANY });
    await seedPost({ title: 'Alone', isPublished: false });
    expect((await begin({ action: 'publish', filter: { q: 'alone' }, count: 1 })).body).toMatchObject({ changed: 1 });
  });

  it('ends when its owner may no longer manage posts', async () => {
    const ids = (await seedMany(MANY, { isPublished: false })).map(({ id }) => id);
    const id = await accept(ids);
    await steps.step(id, false, 0);
    await storeRecord(moderator, { role: 'user' });

    expect(await steps.step(id, false, 25)).toEqual({ count: 0, next: null });

    expect(await runs.find(id)).toMatchObject({ endedAs: 'stopped', done: 25 });
    expect(await countOf('published')).toBe(25);
  });

  it('shows that it was given up, and an admin can continue it', async () => {
    const ids = (await seedMany(MANY, { isPublished: false })).map(({ id }) => id);
    const id = await accept(ids);
    await steps.step(id, false, 0);
    await db.doc(`jobs/${runJobId(moderator.id)}`).update({ attempts: 8 });
    await table.claim(runJobId(moderator.id), clock.now());
    expect((await api.get(`${PATH}/${id}`, moderator)).body).toMatchObject({ status: 'failed', done: 25 });

    await api.post(`/api/admin/jobs/${runJobId(moderator.id)}/retry`, undefined, await signIn({ role: 'admin' }));

    expect(await ended(await api.get(`${PATH}/${id}`, moderator))).toMatchObject({ status: 'done', done: MANY });
    expect(await countOf('published')).toBe(MANY);
  });
});

describe('a run whose process is killed', { tags: 'thorough' }, () => {
  /** Dies after it has changed some posts, before it records that. */
  async function runUntilKilled(posts: number): Promise<void> {
    let die = () => {};
    const death = new Promise<void>((resolve) => (die = resolve));
    const changeEach: BulkActionService['changeEach'] = async (actor, changes, kept) => {
      await bulkActions.changeEach(actor, new Map([...changes].slice(0, posts)), kept);
      die();
      return new Promise(() => {});
    };
    const workers = [runKind(createBulkRunSteps({ runs, bulkActions: { changeEach }, users }))];
    const runner = createRunner({ jobs: table, workers, isReady: async () => true, clock, log: dependencies.log });
    await Promise.race([runner.run(MINUTE_MS), death]);
  }

  const continueIt = async () => {
    clock.advance(MINUTE_MS);
    await createJobs(dependencies).runner.run(MINUTE_MS);
  };

  it('changes each post once, keeps every earlier state, and can be undone after another kill', async () => {
    const ids = (await seedMany(30, { isPublished: false })).map(({ id }) => id);
    const id = await accept(ids);
    await runUntilKilled(7);
    expect(await countOf('published')).toBe(7);
    // Changes that somebody reverted in the meantime stay reverted.
    await api.patch(`/api/posts/${ids[0]}`, { isPublished: false }, await signIn({ role: 'moderator' }));

    await continueIt();

    expect((await api.get(`${PATH}/${id}`, moderator)).body).toMatchObject({
      status: 'done',
      done: 30,
      changed: 30,
      failed: 0,
    });
    expect(await countOf('published')).toBe(29);
    const acts = (await storedActs()).filter(
      ({ actorId, action }) => actorId === moderator.id && action === 'post.publish',
    );
    expect(acts).toHaveLength(30);

    const total = ids.length;
    const job = runJob({ id, ownerId: moderator.id, action: 'publish', total }, true);
    expect(await runs.beginUndo(id, { job, at: clock.now() })).toBe('begun');
    await runUntilKilled(11);
    await continueIt();

    expect(await runs.find(id)).toMatchObject({ isUndo: true, endedAs: 'done', done: 30, changed: 30, failed: 0 });
    expect(await countOf('draft')).toBe(30);
    expect(await stored('counters/posts')).toEqual({ total: 30, published: 0 });
  });

  it('deletes and restores each post once', async () => {
    const ids = (await seedMany(6)).map(({ id }) => id);
    const id = await accept(ids, 'delete');
    await runUntilKilled(3);
    await continueIt();

    expect(await runs.find(id)).toMatchObject({ endedAs: 'done', done: 6, changed: 6, failed: 0 });
    expect(await stored('counters/posts')).toEqual({ total: 0, published: 0 });
  });
});
