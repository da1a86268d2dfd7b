import { beforeEach, describe, expect, it } from 'vitest';
import { api } from '../testing/api.ts';
import { noteAllNew, stored, storedAll } from '../testing/posts.ts';
import { clock, db, resetFirestore } from '../testing/server.ts';
import { signIn, type TestUser } from '../testing/users.ts';
import { createJobTable } from './jobs.repository.ts';

const DAY_MS = 24 * 3_600_000;
const jobs = createJobTable(db);

let admin: TestUser;

beforeEach(async () => {
  await resetFirestore();
  admin = await signIn({ role: 'admin' });
  await noteAllNew();
});

/** Work as it is after it was given up. */
async function giveUp(id: string, to: number): Promise<void> {
  const job = { id, kind: 'schema.migrate', params: { to }, about: 'older pictures', createdBy: 'system' };
  await jobs.create(job, clock.now());
  await db.doc(`jobs/${id}`).update({ attempts: 8 });
  await jobs.claim(id, clock.now());
  clock.advance(1_000);
}

describe('long work', () => {
  it('is listed for admins, newest first, all of it or what is unfinished', async () => {
    await giveUp('failed', 99);
    await giveUp('finished', 2);
    await api.post('/api/admin/jobs/finished/retry', undefined, admin);

    const all = await api.get('/api/admin/jobs', admin);
    const unfinished = await api.get('/api/admin/jobs?only=unfinished', admin);

    expect(all.body.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual([
      ['finished', 'done'],
      ['failed', 'failed'],
    ]);
    expect(unfinished.body).toEqual([
      {
        id: 'failed',
        kind: 'schema.migrate',
        about: 'older pictures',
        status: 'failed',
        done: 0,
        total: null,
        attempts: 8,
        reason: 'It was interrupted at the same place each time',
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        finishedAt: null,
      },
    ]);
    expect((await api.get('/api/admin/jobs?limit=1', admin)).body).toHaveLength(1);
    expect([unfinished.reads, (await api.get('/api/admin/jobs?limit=51', admin)).status]).toEqual([1, 400]);
  });

  it('that no version wrote hides no other', async () => {
    await giveUp('failed', 99);
    await giveUp('unreadable', 99);
    await db.doc('jobs/unreadable').update({ status: 'paused' });

    const { body } = await api.get('/api/admin/jobs?only=unfinished', admin);

    expect(body.map(({ id }: { id: string }) => id)).toEqual(['failed']);
  });

  it('that is to begin later is waiting', async () => {
    const notBefore = new Date(clock.now().getTime() + 60_000);
    const job = { id: 'later', kind: 'schema.migrate', params: { to: 2 }, about: null, createdBy: 'system', notBefore };
    await jobs.create(job, clock.now());

    expect((await api.get('/api/admin/jobs', admin)).body).toMatchObject([{ status: 'waiting', done: 0 }]);
    clock.advance(60_000);
    expect((await api.get('/api/admin/jobs', admin)).body).toMatchObject([{ status: 'running' }]);
  });

  it('that was given up goes on at once when an admin says so, which is noted once', async () => {
    await giveUp('schema', 2);

    const answer = await api.post('/api/admin/jobs/schema/retry', undefined, admin);
    const again = await api.post('/api/admin/jobs/schema/retry', undefined, admin);

    expect([answer.status, answer.body.status, answer.body.reason]).toEqual([200, 'done', null]);
    expect(again.body).toEqual(answer.body);
    expect(Object.values(await storedAll('audit'))).toEqual([
      expect.objectContaining({
        actorId: admin.id,
        action: 'job.retry',
        target: 'jobs/schema',
        before: { status: 'failed', reason: 'It was interrupted at the same place each time' },
        after: { status: 'running' },
      }),
    ]);
    const { finishedAt, expireAt } = (await stored('jobs/schema')) ?? {};
    expect(expireAt.toMillis() - finishedAt.toMillis()).toBe(30 * DAY_MS);
  });

  it('says why it fails again', async () => {
    await giveUp('newer', 99);

    const answer = await api.post('/api/admin/jobs/newer/retry', undefined, admin);

    expect(answer.body).toMatchObject({
      status: 'running',
      attempts: 1,
      reason: 'this code has no upgrade to version 99',
    });
    expect((await stored('jobs/newer'))?.expireAt).toBeUndefined();
  });

  it('is nothing for moderators, and unknown work is not found', async () => {
    await giveUp('failed', 2);
    const moderator = await signIn({ role: 'moderator' });

    expect((await api.get('/api/admin/jobs', moderator)).status).toBe(403);
    expect((await api.post('/api/admin/jobs/failed/retry', undefined, moderator)).status).toBe(403);
    expect((await api.post('/api/admin/jobs/unknown/retry', undefined, admin)).status).toBe(404);

    expect((await stored('jobs/failed'))?.status).toBe('failed');
    expect(await storedAll('audit')).toEqual({});
  });

  it('goes once its time has passed, what failed after 90 days and what is done after 30', async () => {
    await giveUp('failed', 99);
    await giveUp('done', 2);
    await api.post('/api/admin/jobs/done/retry', undefined, admin);

    clock.advance(31 * DAY_MS);
    expect(await jobs.clearExpired(clock.now())).toBe(1);
    expect(Object.keys(await storedAll('jobs'))).toEqual(['failed']);
    clock.advance(60 * DAY_MS);
    expect(await jobs.clearExpired(clock.now())).toBe(1);
  });
});
