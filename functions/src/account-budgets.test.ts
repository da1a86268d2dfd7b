import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAnalyticsRepository } from './analytics/analytics.repository.ts';
import { createMeter, withMeter } from './common/meter.ts';
import { createJobs } from './compose/jobs.ts';
import { createJobTable } from './jobs/jobs.repository.ts';
import { apiAlone as api, send } from './testing/api.ts';
import { aComment, storeComments } from './testing/comments.ts';
import { costOf } from './testing/costs.ts';
import { seedPost, storedAll } from './testing/posts.ts';
import { auth, clock, db, dependencies, resetFirestore } from './testing/server.ts';
import { signIn, signInMany, type TestUser } from './testing/users.ts';

/*
 * Budgets of the calls for accounts, notifications, newsletter and administration, as in budgets.test.ts.
 * docs/costs.md contains the same numbers.
 */

let admin: TestUser;
let reader: TestUser;

const start = async () => {
  await resetFirestore();
  // So that no call begins an upgrade.
  await createJobs(dependencies).dataVersion.noteNewest();
  clock.advance(61_000);
  [admin, reader] = [await signIn({ role: 'admin' }), await signIn()];
};

describe('reading calls', () => {
  beforeAll(async () => {
    await start();
    await signInMany(18);
    for (let n = 0; n < 12; n += 1) {
      await api.post('/api/notifications', { title: `${n}`, message: 'M' }, admin);
      await api.post('/api/newsletter/subscribe', { email: `${n}@example.com` });
    }
    await Promise.all([api.get('/api/stats'), api.get('/api/admin/analytics', admin)]);
  });

  it.each([
    ["the caller's account", '/api/auth/user', 0],
    ['a poll of notifications', '/api/notifications', 2],
    ["the caller's notification settings", '/api/notifications/choices', 1],
    ['the number of accounts', '/api/users/count', 0],
    ['the figures of the home page', '/api/stats', 0],
    ['analytics', '/api/admin/analytics', 0],
    ['a page of accounts', '/api/admin/users?limit=10', 10 + 1],
    ['a page of broadcasts of one sender', '/api/admin/notifications?limit=10', 10 + 1 + 1],
    ['a page of subscribers', '/api/admin/newsletter/subscribers?limit=10', 10 + 1],
    ['found subscribers', '/api/admin/newsletter/subscribers/search?limit=10', 10 + 1],
    ['the growth of the newsletter', '/api/admin/newsletter/growth', 12 + 4],
    ["the caller's subscription", '/api/newsletter/own', 0],
    ['how mails leave', '/api/admin/mail', 1 + 1 + 1],
    ['the sender of mails', '/api/admin/mail/sender', 0],
    ['a page of suppressed addresses', '/api/admin/mail/suppressions?limit=10', 1 + 1],
    ['unfinished work', '/api/admin/jobs?only=unfinished', 1],
    ['the storage status', '/api/admin/firebase-status', 2],
    ['the API reference', '/api/openapi.json', 0],
  ])('%s', async (_, path, reads) => {
    expect(costOf(await api.get(path, path.endsWith('.json') ? undefined : admin))).toEqual({ reads, writes: 0 });
  });
});

describe('figures that are refreshed once a minute', () => {
  beforeAll(async () => {
    await start();
    // The app meters its database from the moment it is created.
    await api.get('/api/login');
  });

  it.each([
    ['likes and comments of the admin panel', 'reactions', 2],
    ['its figures for this month and for now', 'recent', 4],
  ] as const)('%s', async (_, name, reads) => {
    const repository = createAnalyticsRepository(db);
    const meter = createMeter();

    await withMeter(meter, () => repository[name](new Date(0), new Date()));

    expect(meter).toEqual({ reads, writes: 0 });
  });

  it('the figures of the home page, once a minute for all instances', async () => {
    const meter = createMeter();

    await withMeter(meter, () => createAnalyticsRepository(db).figures(new Date(0), 60_000));

    expect(meter).toEqual({ reads: 6, writes: 1 });
  });
});

describe('writing calls', () => {
  beforeEach(start);

  it('the first call of an account, and a profile change', async () => {
    const newcomer = await signIn({ hasRecord: false });

    // Whether the address is that of a blocked account that was deleted.
    expect(costOf(await api.get('/api/auth/user', newcomer))).toEqual({ reads: 1, writes: 1 });
    const path = `/api/users/${reader.id}`;
    expect(costOf(await api.patch(path, { lastName: 'Lovelace' }, reader))).toEqual({ reads: 2, writes: 1 });
    expect(costOf(await api.patch(path, { lastName: 'Lovelace' }, reader))).toEqual({ reads: 2, writes: 0 });
  });

  it('an account that leaves, is kept, and is deleted by an administrator', async () => {
    const [person, admin] = [await signIn(), await signIn({ role: 'admin' })];

    expect(costOf(await api.delete('/api/me', person))).toEqual({ reads: 1, writes: 2 });
    expect(costOf(await api.delete('/api/me', person))).toEqual({ reads: 1, writes: 0 });
    expect(costOf(await api.post('/api/me/keep', undefined, person))).toEqual({ reads: 1, writes: 1 });
    expect(costOf(await api.delete(`/api/admin/users/${person.id}`, admin))).toEqual({ reads: 2, writes: 3 });
    expect(costOf(await api.get('/api/me/export', admin))).toEqual({ reads: 1, writes: 0 });
  });

  it('a profile picture: its name, then the profile', async () => {
    const input = { fileName: 'me.png', contentType: 'image/png' };
    const slot = await api.post('/api/users/me/picture-slot', input, reader);
    const { origin, name } = dependencies.config.publicBucket;
    await (await dependencies.bucket()).file(slot.body.objectName).save('bytes', { resumable: false });
    const profileImageUrl = `${origin}/v0/b/${name}/o/${encodeURIComponent(slot.body.objectName)}?alt=media`;

    expect(costOf(slot)).toEqual({ reads: 1, writes: 3 });
    const answer = await api.patch(`/api/users/${reader.id}`, { profileImageUrl }, reader);
    expect(costOf(answer)).toEqual({ reads: 3, writes: 2 });
  });

  it('retrying a job that was given up', async () => {
    const jobs = createJobTable(db);
    const job = { id: 'failed', kind: 'unknown', params: {}, about: null, createdBy: 'system' };
    await jobs.create(job, clock.now());
    await db.doc('jobs/failed').update({ status: 'failed', dueAt: null });
    const retry = () => api.post('/api/admin/jobs/failed/retry', undefined, admin);

    expect(costOf(await retry())).toEqual({ reads: 5, writes: 4 });
    expect(costOf(await retry())).toEqual({ reads: 4, writes: 0 });
  });

  it('roles and blocks', async () => {
    const change = (role: string) => api.patch(`/api/admin/users/${reader.id}/role`, { role }, admin);
    const block = () => api.post(`/api/admin/users/${reader.id}/block`, undefined, admin);

    expect(costOf(await change('moderator'))).toEqual({ reads: 2, writes: 2 });
    expect(costOf(await change('moderator'))).toEqual({ reads: 2, writes: 0 });
    const give = (writing: string) => api.patch(`/api/admin/users/${reader.id}/writing`, { writing }, admin);
    expect(costOf(await give('author'))).toEqual({ reads: 2, writes: 2 });
    expect(costOf(await give('author'))).toEqual({ reads: 2, writes: 0 });
    // With the job that makes scheduled posts drafts and ends reviews, for whom there are none.
    expect(costOf(await block())).toEqual({ reads: 9, writes: 5 });
    expect(costOf(await block())).toEqual({ reads: 2, writes: 0 });
  });

  it('notifications', async () => {
    const sent = await api.post('/api/notifications', { title: 'T', message: 'M' }, admin);
    const read = () => api.patch(`/api/notifications/${sent.body.id}/read`, undefined, reader);

    expect(costOf(sent)).toEqual({ reads: 2, writes: 3 });
    expect(costOf(await read())).toEqual({ reads: 1, writes: 1 });
    expect(costOf(await read())).toEqual({ reads: 1, writes: 0 });
    expect(costOf(await api.patch('/api/notifications/read-all', undefined, reader))).toEqual({ reads: 3, writes: 1 });
    expect(costOf(await api.patch('/api/notifications/read-all', undefined, reader))).toEqual({ reads: 3, writes: 0 });
  });

  it('personal notifications', async () => {
    const { id } = await seedPost();
    await storeComments([aComment({ id: 'c', postId: id, authorId: 'somebody' })]);
    const notification = {
      id: 'n',
      kind: 'reply',
      postId: id,
      postTitle: 'T',
      threadId: 'c',
      at: clock.now(),
      isRead: false,
    };
    await db.doc(`personalNotifications/${reader.id}`).set({ items: [{ ...notification, comments: [] }] });
    const change = () => api.patch('/api/notifications/choices', { replies: false }, reader);

    expect(costOf(await change())).toEqual({ reads: 1, writes: 1 });
    expect(costOf(await api.patch('/api/comments/c/subscription', { muted: true }, reader))).toEqual({
      reads: 3,
      writes: 1,
    });
    expect(costOf(await api.patch('/api/notifications/n/read', undefined, reader))).toEqual({ reads: 2, writes: 1 });
    expect(costOf(await api.patch('/api/notifications/n/read', undefined, reader))).toEqual({ reads: 2, writes: 0 });
  });

  it('settings', async () => {
    const change = () => api.patch('/api/admin/settings', { comments: { holdFirst: 1 } }, admin);

    expect(costOf(await api.get('/api/admin/settings', admin))).toEqual({ reads: 1, writes: 0 });
    expect(costOf(await change())).toEqual({ reads: 1, writes: 2 });
    expect(costOf(await change())).toEqual({ reads: 1, writes: 0 });
    await api.patch('/api/admin/settings', { comments: { holdFirst: 0 } }, admin);
  });

  it('the newsletter', async () => {
    const subscribe = () => api.post('/api/newsletter/subscribe', { email: 'ada@example.com' });
    const first = await subscribe();
    const text = Object.values(await storedAll('mail'))[0]?.message.text;
    const tokenOf = (page: string) => new RegExp(`${page}#token=(\\S+)`).exec(text)?.[1];

    // One document for the limit of the address, one for that of all mails, one for that of the recipient.
    // The delivery of the mail reads 4 and writes 2.
    expect(costOf(first)).toEqual({ reads: 6 + 4, writes: 5 + 2 });
    expect(costOf(await subscribe())).toEqual({ reads: 4, writes: 1 });
    expect(costOf(await api.post('/api/newsletter/confirm', { token: tokenOf('confirm') }))).toEqual({
      reads: 1,
      writes: 1,
    });
    const leave = () => api.post('/api/newsletter/unsubscribe', { token: tokenOf('unsubscribe') });
    expect(costOf(await leave())).toEqual({ reads: 1, writes: 3 });
    expect(costOf(await leave())).toEqual({ reads: 1, writes: 0 });
  });

  it('invitations', async () => {
    const invite = () => api.post('/api/admin/invitations', { email: reader.email, writing: 'author' }, admin);
    await auth.updateUser(reader.id, { emailVerified: true });

    // One document for the daily limit.
    expect(costOf(await invite())).toEqual({ reads: 5 + 4, writes: 4 + 2 });
    expect(costOf(await api.get('/api/admin/invitations?limit=10', admin))).toEqual({ reads: 3, writes: 0 });
    const [mail] = Object.values(await storedAll('mail')).filter(({ to }) => to === reader.email);
    const token = /invitation#token=(\S+)/.exec(mail?.message.text)?.[1];
    expect(costOf(await api.post('/api/invitations/open', { token }, reader))).toEqual({ reads: 2, writes: 0 });
    const accept = () => api.post('/api/invitations/accept', { token }, reader);
    expect(costOf(await accept())).toEqual({ reads: 3, writes: 4 });
    expect(costOf(await accept())).toEqual({ reads: 3, writes: 0 });
    const other = await api.post('/api/admin/invitations', { email: 'eve@example.com', writing: 'author' }, admin);
    expect(costOf(await api.delete(`/api/admin/invitations/${other.body.id}`, admin))).toEqual({ reads: 1, writes: 2 });
  });

  it('a migration with nothing to do', async () => {
    const answer = await send('POST', '/api/admin/migrate-to-firebase', { user: admin });

    expect(costOf(answer)).toEqual({ reads: 3, writes: 2 });
  });
});
