import { describe, expect, it } from 'vitest';
import { api, send } from '../testing/api.ts';
import { stored, storedAll } from '../testing/posts.ts';
import { db, logLines } from '../testing/server.ts';
import { signIn, signInEach, signInMany, type TestUser } from '../testing/users.ts';

const { admin } = signInEach({ admin: { role: 'admin' } });

const broadcast = (admin: TestUser, title = 'News', headers: Record<string, string> = {}) =>
  send('POST', '/api/notifications', { user: admin, body: { title, message: 'Read all about it.' }, headers });

const unreadOf = async (user: TestUser): Promise<string[]> =>
  (await api.get('/api/notifications', user)).body
    .filter((notification: { isRead: boolean }) => !notification.isRead)
    .map((notification: { id: string }) => notification.id);

describe('GET /api/notifications', () => {
  it('logs one line for a hundred polls without news, and one for each other poll', { tags: 'thorough' }, async () => {
    const [admin, reader] = [await signIn({ role: 'admin' }), await signIn()];
    const logged = () => logLines.filter(({ fields }) => fields.route === 'GET /api/notifications').length;
    const before = logged();

    await Promise.all(Array.from({ length: 101 }, () => api.get('/api/notifications', reader)));
    expect(logged() - before).toBe(2);
    await broadcast(admin);
    await api.get('/api/notifications', reader);
    await api.get('/api/notifications', reader);
    expect(logged() - before).toBe(4);
  });
});

describe('POST /api/notifications', () => {
  it('reaches every account, newest first, with an audit entry', async () => {
    const admin = await signIn({ role: 'admin', displayName: 'Admin' });
    const [first, second] = await signInMany(2);

    const sent = await broadcast(admin, 'One');
    await send('POST', '/api/notifications', { user: admin, body: { title: 'Two', message: 'M', type: 'warning' } });

    expect(sent.body).toMatchObject({
      title: 'One',
      type: 'info',
      sender: { displayName: 'Admin', email: admin.email },
    });
    for (const user of [first, second, admin]) {
      const { body, reads } = await api.get('/api/notifications', user);
      expect(body).toMatchObject([
        { title: 'Two', type: 'warning', isRead: false },
        { title: 'One', message: 'Read all about it.', type: 'info', isRead: false },
      ]);
      expect(reads).toBe(2);
    }
    expect(Object.values(await storedAll('audit'))).toMatchObject([
      { actorId: admin.id, action: 'broadcast.send' },
      { actorId: admin.id, action: 'broadcast.send' },
    ]);
  });

  it('does not reveal the sender to readers', async () => {
    const reader = await signIn();
    await broadcast(admin);

    expect((await api.get('/api/notifications', reader)).text).not.toMatch(
      new RegExp(`${admin.email}|${admin.id}|sender`),
    );
  });

  it('sends once per Idempotency-Key, even under parallel calls', { tags: 'thorough' }, async () => {
    const headers = { 'idempotency-key': 'a-key' };

    const answers = await Promise.all(Array.from({ length: 5 }, () => broadcast(admin, 'Once', headers)));
    await broadcast(admin, 'Other', { 'idempotency-key': 'another' });

    expect(new Set(answers.map((answer) => `${answer.status} ${answer.body.id}`)).size).toBe(1);
    expect(Object.keys(await storedAll('broadcasts'))).toHaveLength(2);
  });

  it('stores parallel broadcasts with different times', { tags: 'thorough' }, async () => {
    const admins = await signInMany(2, { role: 'admin' });

    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => broadcast(admins[index % 2] as TestUser, `${index}`)),
    );

    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(201));
    const times = (await api.get('/api/notifications', admins[0])).body.map(
      (item: { createdAt: string }) => item.createdAt,
    );
    expect(new Set(times).size).toBe(10);
    expect(times).toEqual([...times].sort().reverse());
  });

  it.each([
    ['no title', { message: 'M' }, 'Title is required'],
    ['a long title', { title: 'x'.repeat(201), message: 'M' }, 'Title too long'],
    ['no message', { title: 'T', message: ' ' }, 'Message is required'],
    ['a long message', { title: 'T', message: 'x'.repeat(2_001) }, 'Message too long'],
    ['an unknown type', { title: 'T', message: 'M', type: 'alert' }, undefined],
  ])('refuses %s', async (_, body, text) => {
    const answer = await api.post('/api/notifications', body, admin);

    expect(answer.status).toBe(400);
    if (text) expect(answer.text).toBe(text);
    expect(await storedAll('broadcasts')).toEqual({});
    expect(await stored('feeds/broadcasts')).toBeNull();
  });
});

describe('GET /api/notifications', () => {
  it('contains the newest 50', { tags: 'thorough' }, async () => {
    for (let index = 1; index <= 52; index += 1) await broadcast(admin, `${index}`);

    const { body, reads } = await api.get('/api/notifications', admin);

    expect(body).toHaveLength(50);
    expect([body[0].title, body[49].title]).toEqual(['52', '3']);
    expect(reads).toBe(2);
    expect((await api.get('/api/admin/notifications', admin)).headers.get('x-total-count')).toBe('52');
  });
});

describe('PATCH /api/notifications/:id/read', () => {
  it('marks one notification for one reader only', async () => {
    const [reader, other] = await signInMany(2);
    const { body: first } = await broadcast(admin, 'One');
    const { body: second } = await broadcast(admin, 'Two');

    const answer = await api.patch(`/api/notifications/${first.id}/read`, undefined, reader);

    expect([answer.status, answer.reads, answer.writes]).toEqual([204, 1, 1]);
    expect(await unreadOf(reader as TestUser)).toEqual([second.id]);
    expect(await unreadOf(other as TestUser)).toEqual([second.id, first.id]);
  });

  it('is exact under parallel calls', async () => {
    const reader = await signIn();
    const ids: string[] = [];
    for (let index = 0; index < 10; index += 1) ids.push((await broadcast(admin)).body.id);

    const answers = await Promise.all(ids.map((id) => api.patch(`/api/notifications/${id}/read`, undefined, reader)));

    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(204));
    expect(await unreadOf(reader)).toEqual([]);
  });

  it('drops ids from the account once many have left the feed', async () => {
    const { body } = await broadcast(admin);
    const gone = Array.from({ length: 12 }, (_, index) => `gone-${index}`);
    await db.doc(`users/${admin.id}`).update({ readIds: gone });

    await api.patch(`/api/notifications/${body.id}/read`, undefined, admin);

    expect((await stored(`users/${admin.id}`))?.readIds).toEqual([body.id]);
  });
});

describe('PATCH /api/notifications/read-all', () => {
  it('marks existing notifications but no later ones', async () => {
    const reader = await signIn();
    await broadcast(admin, 'One');
    const { body: second } = await broadcast(admin, 'Two');
    await api.patch(`/api/notifications/${second.id}/read`, undefined, reader);

    const answers = await Promise.all([1, 2, 3].map(() => api.patch('/api/notifications/read-all', undefined, reader)));
    const { body: third } = await broadcast(admin, 'Three');

    expect(answers.map((answer) => answer.status)).toEqual([204, 204, 204]);
    expect(await unreadOf(reader)).toEqual([third.id]);
    expect((await stored(`users/${reader.id}`))?.readIds).toEqual([]);
  });

  it('does nothing before the first broadcast', async () => {
    const reader = await signIn();

    expect(await api.patch('/api/notifications/read-all', undefined, reader)).toMatchObject({ status: 204, writes: 0 });
  });
});

describe('GET /api/admin/notifications', () => {
  it('lists broadcasts with their senders, including deleted ones', async () => {
    const admin = await signIn({ role: 'admin', displayName: 'Here' });
    const leaving = await signIn({ role: 'admin', displayName: 'Gone' });
    await broadcast(leaving, 'One');
    await broadcast(admin, 'Two');
    await db.doc(`users/${leaving.id}`).delete();

    const answer = await api.get('/api/admin/notifications', admin);

    expect(answer.body).toMatchObject([
      { title: 'Two', sender: { displayName: 'Here' } },
      { title: 'One', sender: { displayName: null, email: null } },
    ]);
    expect(answer.reads).toBe(2 + 1 + 2);
  });
});
