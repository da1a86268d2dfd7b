// @module-tag thorough
import type { DocumentData } from 'firebase-admin/firestore';
import { beforeEach, describe, expect, it } from 'vitest';
import { encodeIssue, NEW_ISSUE } from '../newsletter-issues/newsletter-issues.converter.ts';
import { api, send } from '../testing/api.ts';
import { stored, storedAll } from '../testing/posts.ts';
import { auth, clock, db, dependencies, resetFirestore } from '../testing/server.ts';
import { signIn, type TestUser } from '../testing/users.ts';
import { createDeliver } from './deliver.ts';
import { createJobs } from './jobs.ts';
import { createRecovery } from './recovery.ts';
import { createWork } from './work.ts';

const DAY_MS = 24 * 3_600_000;

const recovery = createRecovery(dependencies);

beforeEach(async () => {
  await resetFirestore();
  clock.advance(61_000);
  await createJobs(dependencies).dataVersion.noteNewest();
});

/** Takes a backup of some collections. @returns a function that restores it */
async function snapshotOf(...collections: string[]): Promise<() => Promise<void>> {
  const found = await Promise.all(collections.map(async (path) => [path, await db.collection(path).get()] as const));
  return async () => {
    for (const [path, { docs }] of found) {
      for (const ref of await db.collection(path).listDocuments()) await ref.delete();
      for (const document of docs) await document.ref.set(document.data());
    }
  };
}

async function anIssue(status: string, fields: DocumentData = {}): Promise<void> {
  const at = clock.now();
  const issue = encodeIssue({ ...NEW_ISSUE, subject: status, content: 'Hello.' }, { createdBy: 'ada', at });
  const id = `newsletterIssues/${status}`;
  await db.doc(id).set({ ...issue, status, round: 1, ...fields });
  for (const n of [1, 2]) {
    const mail = { kind: 'issue', issueId: status, subscriberId: `s${n}`, to: `reader-${n}@example.com`, attempts: 0 };
    const times = { createdAt: at, changedAt: at, nextAt: at, expireAt: new Date(at.getTime() + DAY_MS) };
    if (status === 'sending' || status === 'queueing')
      await db.doc(`mail/${status}-s${n}`).set({ ...mail, ...times, state: n === 1 ? 'queued' : 'sending' });
  }
}

describe('queued mail in restored data', () => {
  it('is never sent automatically', async () => {
    await send('POST', '/api/newsletter/subscribe', { body: { email: 'new@example.com' } });
    await db.doc('mail/waits').set({
      kind: 'answer',
      to: 'a@example.com',
      headers: {},
      message: { subject: 'S', text: 'T', html: 'H' },
      state: 'queued',
      dueAt: clock.now(),
      waitingSince: clock.now(),
      createdAt: clock.now(),
      attempts: 0,
      expireAt: new Date(clock.now().getTime() + DAY_MS),
      fence: 0,
      reply: null,
    });
    await anIssue('sending', { isFrozen: true, counts: { ...NONE, audience: 2 } });
    await anIssue('queueing');
    await anIssue('scheduled', { scheduledAt: clock.now() });
    await anIssue('paused', { isFrozen: true });
    await db.doc('personMails/ada').set({ waiting: ['comment'], dueAt: clock.now(), choices: { comments: true } });
    const notes = [{ id: 'note', postId: 'p', at: clock.now() }];
    await db.doc('personMails/bea').set({ notes, notesDueAt: clock.now() });
    const job = { params: { id: 'b', title: 'T', message: 'M' }, about: 'T', createdBy: 'ada' };
    createJobs(dependencies).jobs.add(
      { create: (ref, data) => ref.set(data) },
      { ...job, id: 'broadcast-b', kind: 'broadcasts.mail' },
      clock.now(),
    );

    await db.doc('webhooks/w').set({ isOn: true });

    const held = await recovery.holdMail();

    expect(held).toMatchObject({ issues: 4, 'gathered comments and notes': 2, jobs: 1, webhooks: 1 });
    expect(await stored('webhooks/w')).toMatchObject({ isOn: false });
    await db.doc('webhooks/w').delete();
    expect(held.mails).toBeGreaterThan(0);
    await createDeliver(dependencies)();
    await createWork(dependencies)();
    const states = Object.values(await storedAll('mail')).map(({ state }) => state);
    expect(new Set(states)).toEqual(new Set(['submitted', 'left-out', 'unconfirmed']));
    expect(await stored('mail/waits')).toMatchObject({ state: 'left-out', reply: expect.stringMatching(/restored/) });
    expect(await stored('newsletterIssues/sending')).toMatchObject({
      status: 'paused',
      round: 2,
      counts: { audience: 2, unconfirmed: 2 },
    });
    expect(await stored('newsletterIssues/queueing')).toMatchObject({ status: 'cancelled' });
    expect(await stored('newsletterIssues/scheduled')).toMatchObject({ status: 'draft', scheduledAt: null });
    expect(await stored('newsletterIssues/paused')).toMatchObject({ status: 'paused', round: 1 });
    expect(await stored('personMails/ada')).toMatchObject({ waiting: [], dueAt: null, mailed: ['comment'] });
    expect(await stored('personMails/bea')).toMatchObject({ notes: [], notesDueAt: null, mailed: ['note'] });
    expect(await stored('jobs/broadcast-b')).toMatchObject({ status: 'failed', dueAt: null });
    expect(await recovery.holdMail()).toMatchObject({ mails: 0, jobs: 0, 'gathered comments and notes': 0 });
  });
});

const NONE = { audience: 0, submitted: 0, refused: 0, leftOut: 0, unconfirmed: 0 };

describe('accounts that were deleted after the backup', () => {
  const leave = (user: TestUser, comments: string) => api.delete(`/api/me?comments=${comments}`, user);

  it('are listed by salted ids, and are deleted again', async () => {
    const [gone, leaving, kept, stays] = await Promise.all([signIn(), signIn(), signIn(), signIn()]);
    for (const user of [gone, leaving, kept, stays]) await api.get('/api/auth/user', user);
    const restore = await snapshotOf('users', 'jobs');
    for (const user of [gone, kept]) await leave(user, 'remove');
    await api.post('/api/me/keep', undefined, kept);
    clock.advance(7 * DAY_MS + 1_000);
    await createWork(dependencies)();
    await leave(leaving, 'keep');

    const deletions = await recovery.deletions.list();

    expect(deletions.map(({ comments }) => comments).sort()).toEqual(['keep', 'remove']);
    expect(JSON.stringify(deletions)).not.toContain(gone.id);
    await restore();
    await auth.createUser({ uid: gone.id, email: gone.email });
    expect(await recovery.deletions.repeat(deletions)).toBe(2);
    expect(await recovery.deletions.repeat(deletions)).toBe(2);
    for (let runs = 0; runs < 2; runs += 1) await createWork(dependencies)();
    expect(Object.keys(await storedAll('users')).sort()).toEqual([kept.id, stays.id].sort());
    await expect(auth.getUser(gone.id)).rejects.toThrow();
  });
});
