import { beforeEach, describe, expect, it } from 'vitest';
import { createJobs } from '../compose/jobs.ts';
import { api } from '../testing/api.ts';
import { stored, storedAll } from '../testing/posts.ts';
import { clock, db, dependencies } from '../testing/server.ts';
import { signInEach } from '../testing/users.ts';
import { createJobTable } from './jobs.repository.ts';

const DAY_MS = 24 * 3_600_000;
const jobs = createJobTable(db);

const { admin } = signInEach({ admin: { role: 'admin' } });

beforeEach(async () => {
  // Without this, the job of an upgrade would be in the list.
  await createJobs(dependencies).dataVersion.noteNewest();
});

const FAILING = { kind: 'schema.migrate', params: { to: 99 } };
const EASY = {
  kind: 'comments.moderate',
  params: { userId: 'nobody', actorId: 'admin', isHidden: true, reason: null, after: '0' },
};

/** Stores a job that was given up. */
async function giveUp(id: string, work: typeof FAILING | typeof EASY): Promise<void> {
  await jobs.create({ ...work, id, about: 'older pictures', createdBy: 'system' }, clock.now());
  await db.doc(`jobs/${id}`).update({ attempts: 8 });
  await jobs.claim(id, clock.now());
  clock.advance(1_000);
}

describe('a job', () => {
  it('is listed for admins, newest first, with or without finished ones', async () => {
    await giveUp('failed', FAILING);
    await giveUp('finished', EASY);
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

  it('that is invalid does not hide others', async () => {
    await giveUp('failed', FAILING);
    await giveUp('unreadable', FAILING);
    await db.doc('jobs/unreadable').update({ status: 'paused' });

    const { body } = await api.get('/api/admin/jobs?only=unfinished', admin);

    expect(body.map(({ id }: { id: string }) => id)).toEqual(['failed']);
  });

  it('that starts later is listed as waiting', async () => {
    const notBefore = new Date(clock.now().getTime() + 60_000);
    const job = { ...EASY, id: 'later', about: null, createdBy: 'system', notBefore };
    await jobs.create(job, clock.now());

    expect((await api.get('/api/admin/jobs', admin)).body).toMatchObject([{ status: 'waiting', done: 0 }]);
    clock.advance(60_000);
    expect((await api.get('/api/admin/jobs', admin)).body).toMatchObject([{ status: 'running' }]);
  });

  it('that was given up continues at once when an admin retries it, with one audit entry', async () => {
    await giveUp('easy', EASY);

    const answer = await api.post('/api/admin/jobs/easy/retry', undefined, admin);
    const again = await api.post('/api/admin/jobs/easy/retry', undefined, admin);

    expect([answer.status, answer.body.status, answer.body.reason]).toEqual([200, 'done', null]);
    expect(again.body).toEqual(answer.body);
    expect(Object.values(await storedAll('audit'))).toEqual([
      expect.objectContaining({
        actorId: admin.id,
        action: 'job.retry',
        target: 'jobs/easy',
        before: { status: 'failed', reason: 'It was interrupted at the same place each time' },
        after: { status: 'running' },
      }),
    ]);
    const { finishedAt, expireAt } = (await stored('jobs/easy')) ?? {};
    expect(expireAt.toMillis() - finishedAt.toMillis()).toBe(30 * DAY_MS);
  });

  it('shows the reason of another failure', async () => {
    await giveUp('newer', FAILING);

    const answer = await api.post('/api/admin/jobs/newer/retry', undefined, admin);

    expect(answer.body).toMatchObject({
      status: 'running',
      attempts: 1,
      reason: 'this code has no upgrade to version 99',
    });
    expect((await stored('jobs/newer'))?.expireAt).toBeUndefined();
  });

  it('does not find unknown jobs', async () => {
    await giveUp('failed', EASY);

    expect((await api.post('/api/admin/jobs/unknown/retry', undefined, admin)).status).toBe(404);

    expect((await stored('jobs/failed'))?.status).toBe('failed');
    expect(await storedAll('audit')).toEqual({});
  });

  it('is deleted 90 days after it failed or 30 days after it was done', async () => {
    await giveUp('failed', FAILING);
    await giveUp('done', EASY);
    await api.post('/api/admin/jobs/done/retry', undefined, admin);

    clock.advance(31 * DAY_MS);
    expect(await jobs.clearExpired(clock.now())).toBe(1);
    expect(Object.keys(await storedAll('jobs'))).toEqual(['failed']);
    clock.advance(60 * DAY_MS);
    expect(await jobs.clearExpired(clock.now())).toBe(1);
  });
});
