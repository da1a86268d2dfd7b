import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAnalyticsRepository } from './analytics/analytics.repository.ts';
import { createMeter, withMeter } from './common/meter.ts';
import { createJobs } from './compose/jobs.ts';
import { createJobTable } from './jobs/jobs.repository.ts';
import { apiAlone as api } from './testing/api.ts';
import { aComment, storeComments } from './testing/comments.ts';
import { costOf, expectCost } from './testing/costs.ts';
import { seedPost, storedAll } from './testing/posts.ts';
import { auth, clock, db, dependencies, resetFirestore } from './testing/server.ts';
import { signIn, signInMany, type TestUser, tokenOf } from './testing/users.ts';

/* Budgets of the calls for accounts, notifications, newsletter and administration, as in budgets.test.ts. */

let admin: TestUser;
let reader: TestUser;

const start = async () => {
  await resetFirestore();
  // Keeps calls from starting an upgrade.
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
    ['/api/auth/user', 'usually'],
    ['/api/notifications'],
    ['/api/notifications/choices'],
    ['/api/users/count', 'usually'],
    ['/api/stats', 'usually'],
    ['/api/admin/analytics', 'usually'],
    ['/api/admin/users?limit=10', 'usually', { 'each entry': 10 }],
    ['/api/admin/notifications?limit=10', { 'each entry': 10, 'each sender': 1 }],
    ['/api/admin/newsletter/subscribers?limit=10', { 'each entry': 10 }],
    ['/api/admin/newsletter/subscribers/search?limit=10', { 'each entry': 10 }],
    ['/api/admin/newsletter/growth'],
    ['/api/newsletter/own', 'without a verified address'],
    ['/api/admin/mail'],
    ['/api/admin/mail/sender', 'usually'],
    // An empty page.
    ['/api/admin/mail/suppressions?limit=10', { 'each entry': 1 }],
    ['/api/admin/jobs?only=unfinished', { 'each entry': 1 }],
    ['/api/admin/firebase-status'],
  ] as const)('%s', async (path, ...terms) => {
    expectCost(await api.get(path, admin), ...terms);
  });

  it('the API reference', async () => {
    expect(costOf(await api.get('/api/openapi.json'))).toEqual({ reads: 0, writes: 0 });
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

    // Whether the address belongs to a blocked account that was deleted.
    expectCost(await api.get('/api/auth/user', newcomer), 'new');
    const path = `/api/users/${reader.id}`;
    expectCost(await api.patch(path, { lastName: 'Lovelace' }, reader), 'usually');
    expectCost(await api.patch(path, { lastName: 'Lovelace' }, reader), 'no change');
  });

  it('an account that is leaving, is kept, and is deleted by an administrator', async () => {
    const [person, admin] = [await signIn(), await signIn({ role: 'admin' })];

    expectCost(await api.delete('/api/me', person), 'usually');
    expectCost(await api.delete('/api/me', person), 'a repeat');
    expectCost(await api.post('/api/me/keep', undefined, person));
    expectCost(await api.delete(`/api/admin/users/${person.id}`, admin));
    expectCost(await api.get('/api/me/export', admin), 'usually');
  });

  it('a profile picture: its name, then the profile', async () => {
    const input = { fileName: 'me.png', contentType: 'image/png' };
    const slot = await api.post('/api/users/me/picture-slot', input, reader);
    const { origin, name } = dependencies.config.publicBucket;
    await (await dependencies.bucket()).file(slot.body.objectName).save('bytes', { resumable: false });
    const profileImageUrl = `${origin}/v0/b/${name}/o/${encodeURIComponent(slot.body.objectName)}?alt=media`;

    expectCost(slot);
    // One of each for the picture.
    expectCost(await api.patch(`/api/users/${reader.id}`, { profileImageUrl }, reader), 'usually', [1, 1]);
  });

  it('retrying a job that was given up', async () => {
    const jobs = createJobTable(db);
    const job = { id: 'failed', kind: 'unknown', params: {}, about: null, createdBy: 'system' };
    await jobs.create(job, clock.now());
    await db.doc('jobs/failed').update({ status: 'failed', dueAt: null });
    const retry = () => api.post('/api/admin/jobs/failed/retry', undefined, admin);

    expectCost(await retry(), 'usually');
    expectCost(await retry(), 'a repeat');
  });

  it('roles and blocks', async () => {
    const change = (role: string) => api.patch(`/api/admin/users/${reader.id}/role`, { role }, admin);
    const block = () => api.post(`/api/admin/users/${reader.id}/block`, undefined, admin);

    expectCost(await change('moderator'), 'usually');
    expectCost(await change('moderator'), 'a repeat');
    const give = (writing: string) => api.patch(`/api/admin/users/${reader.id}/writing`, { writing }, admin);
    expectCost(await give('author'), 'usually');
    expectCost(await give('author'), 'a repeat');
    // Includes the job that turns scheduled posts into drafts and ends reviews, although there are none here.
    expectCost(await block(), 'usually', { 'a lost right to write': 1 }, [1]);
    expectCost(await block(), 'a repeat');
  });

  it('notifications', async () => {
    const sent = await api.post('/api/notifications', { title: 'T', message: 'M' }, admin);
    const read = () => api.patch(`/api/notifications/${sent.body.id}/read`, undefined, reader);

    expectCost(sent);
    expectCost(await read(), 'a broadcast');
    expectCost(await read(), 'a broadcast again');
    expectCost(await api.patch('/api/notifications/read-all', undefined, reader), 'usually');
    expectCost(await api.patch('/api/notifications/read-all', undefined, reader), 'a repeat');
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

    expectCost(await change());
    expectCost(await api.patch('/api/comments/c/subscription', { muted: true }, reader));
    expectCost(await api.patch('/api/notifications/n/read', undefined, reader), 'a personal one');
    expectCost(await api.patch('/api/notifications/n/read', undefined, reader), 'a personal one again');
  });

  it('settings', async () => {
    const change = () => api.patch('/api/admin/settings', { comments: { holdFirst: 1 } }, admin);

    expectCost(await api.get('/api/admin/settings', admin));
    expectCost(await change(), 'usually');
    expectCost(await change(), 'no change');
    await api.patch('/api/admin/settings', { comments: { holdFirst: 0 } }, admin);
  });

  it('the newsletter', async () => {
    const subscribe = () => api.post('/api/newsletter/subscribe', { email: 'ada@example.com' });
    const first = await subscribe();
    const text = Object.values(await storedAll('mail'))[0]?.message.text;
    const tokenOf = (page: string) => new RegExp(`${page}#token=(\\S+)`).exec(text)?.[1];

    // One document each for the limits of the address, of all emails and of the recipient.
    expectCost(first, 'usually', { 'its delivery': 1 });
    expectCost(await subscribe(), 'within an hour');
    expectCost(await api.post('/api/newsletter/confirm', { token: tokenOf('confirm') }));
    const leave = () => api.post('/api/newsletter/unsubscribe', { token: tokenOf('unsubscribe') });
    expectCost(await leave(), 'after confirming');
    expectCost(await leave(), 'a repeat');
  });

  it('invitations', async () => {
    const invite = () => api.post('/api/admin/invitations', { email: reader.email, writing: 'author' }, admin);
    await auth.updateUser(reader.id, { emailVerified: true });

    // One document for the daily limit.
    expectCost(await invite(), { 'its delivery': 1 });
    expectCost(await api.get('/api/admin/invitations?limit=10', admin), {
      'each entry': 1,
      'each admin who sent some': 1,
    });
    const [mail] = Object.values(await storedAll('mail')).filter(({ to }) => to === reader.email);
    const token = /invitation#token=([^&\s]+)/.exec(mail?.message.text)?.[1];
    expectCost(await api.post('/api/invitations/open', { token }, reader));
    const accept = () => api.post('/api/invitations/accept', { token }, reader);
    expectCost(await accept(), 'usually');
    expectCost(await accept(), 'a repeat');
    const { email } = await signIn();
    await api.post('/api/admin/invitations', { email, writing: 'author' }, admin);
    const { uid } = await auth.getUserByEmail(email);
    await auth.deleteUser(uid);
    clock.advance(1_000);
    await auth.importUsers([{ uid, email, metadata: { creationTime: clock.now().toUTCString() } }]);
    await auth.updateUser(uid, { password: 'Inkwell#2026' });
    const newcomer = { id: uid, email, displayName: '', token: await tokenOf(email) };
    const [theirs] = Object.values(await storedAll('mail')).filter(({ to }) => to === email);
    const proof = /invitation#token=([^&\s]+)/.exec(theirs?.message.text)?.[1];
    expectCost(await api.post('/api/invitations/accept', { token: proof }, newcomer), 'with an unconfirmed address');
    const other = await api.post('/api/admin/invitations', { email: 'eve@example.com', writing: 'author' }, admin);
    expectCost(await api.delete(`/api/admin/invitations/${other.body.id}`, admin));
  });

  it('a migration with nothing to do', async () => {
    expectCost(await api.post('/api/admin/migrate-to-firebase', undefined, admin));
  });
});
