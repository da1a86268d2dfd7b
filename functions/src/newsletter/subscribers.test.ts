import { randomUUID } from 'node:crypto';
import { SUBSCRIBER_TEXTS } from '@inkwell/shared/subscribers';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createJobs } from '../compose/jobs.ts';
import { createSuppressionRepository } from '../mail/suppressions.repository.ts';
import { addressIdOf } from '../mail/tokens.ts';
import { api } from '../testing/api.ts';
import { stored, storedAll } from '../testing/posts.ts';
import { clock, db, dependencies, resetFirestore } from '../testing/server.ts';
import { signIn, storeRecord, type TestUser } from '../testing/users.ts';
import { createNewsletterRepository } from './newsletter.repository.ts';
import { unsubscribeToken } from './tokens.ts';

const SECRET = dependencies.config.newsletterSecret;
const OWN = '/api/newsletter/own';
const BOTH = { wants: ['newsletter', 'digest'], categories: null };

let people: Record<'admin' | 'moderator' | 'reader', TestUser>;

beforeAll(async () => {
  await resetFirestore();
  const [admin, moderator, reader] = await Promise.all([
    signIn({ role: 'admin' }),
    signIn({ role: 'moderator' }),
    signIn(),
  ]);
  people = { admin, moderator, reader };
});

beforeEach(async () => {
  await resetFirestore();
  clock.advance(60_000);
  await Promise.all([
    storeRecord(people.admin, { role: 'admin' }),
    storeRecord(people.moderator, { role: 'moderator' }),
    storeRecord(people.reader),
    createJobs(dependencies).dataVersion.noteNewest(),
  ]);
});

const subscriber = (email: string) => stored(`subscribers/${addressIdOf(email)}`);
const subscribers = async () => Object.values(await storedAll('subscribers'));
const tokenFor = (email: string) => unsubscribeToken(SECRET, addressIdOf(email));

describe("the account's own address", () => {
  it('is subscribed with one call once it is verified, can change its choices, and unsubscribes', async () => {
    const user = await signIn({ isVerified: true });

    expect((await api.get(OWN, user)).body).toMatchObject({ isVerified: true, isSubscribed: false, wants: [] });
    const put = await api.put(OWN, BOTH, user);
    expect([put.status, put.body]).toMatchObject([200, { ...BOTH, email: user.email, isSubscribed: true }]);
    expect(await subscriber(user.email)).toMatchObject({
      isConfirmed: true,
      accountId: user.id,
      wants: ['newsletter', 'digest'],
      consents: [{ source: 'account', text: expect.stringContaining('weekly digest') }],
    });
    await api.put(OWN, { wants: ['newsletter'], categories: [3, 3, 4] }, user);
    expect((await api.get(OWN, user)).body).toMatchObject({ wants: ['newsletter'], categories: [3, 4] });

    expect((await api.put(OWN, { wants: [], categories: null }, user)).body).toMatchObject({ isSubscribed: false });
    expect(await subscriber(user.email)).not.toHaveProperty('email');
    expect(await storedAll('mail')).toEqual({});
  });
});

describe('the link for choices', () => {
  it("shows and changes a subscriber's choices, and stores the consent to additions", async () => {
    const user = await signIn({ isVerified: true });
    await api.put(OWN, { wants: ['newsletter'], categories: null }, user);
    const token = tokenFor(user.email);

    const opened = await api.post('/api/newsletter/choices/open', { token });
    expect(opened.body).toMatchObject({ wants: ['newsletter'], categories: null, isDigestOn: false });
    expect(JSON.stringify(opened.body)).not.toContain(user.email);
    const changed = await api.patch('/api/newsletter/choices', { token, ...BOTH, categories: [7] });
    expect([changed.status, changed.body]).toMatchObject([200, { ...BOTH, categories: [7] }]);
    await api.patch('/api/newsletter/choices', { token, wants: ['digest'], categories: null });
    const { consents, wants } = (await subscriber(user.email)) ?? {};
    expect([wants, consents.map((one: { source: string }) => one.source)]).toEqual([
      ['digest'],
      ['account', 'choices'],
    ]);

    await api.patch('/api/newsletter/choices', { token, wants: [], categories: null });
    expect(await subscriber(user.email)).not.toHaveProperty('email');
    expect((await api.post('/api/newsletter/choices/open', { token })).status).toBe(400);
  });

  it('does not work before the subscription is confirmed', async () => {
    await api.post('/api/newsletter/subscribe', { email: 'pending@example.com' });
    const before = await subscribers();

    const choices = { token: tokenFor('pending@example.com'), ...BOTH };
    expect((await api.patch('/api/newsletter/choices', choices)).status).toBe(400);
    expect(await subscribers()).toEqual(before);
  });
});

describe('subscribers for admins', () => {
  it('are found by the beginning of their address, counted by week, and removed', async () => {
    const [one, other] = await Promise.all([signIn({ isVerified: true }), signIn({ isVerified: true })]);
    for (const user of [one, other]) await api.put(OWN, BOTH, user);
    await api.post('/api/newsletter/subscribe', { email: 'pending@example.com' });
    const find = (q: string) => api.get(`/api/admin/newsletter/subscribers/search?q=${q}`, people.admin);

    expect((await find(one.email.slice(0, 12).toUpperCase())).body).toMatchObject([
      { email: one.email, hasAccount: true, consents: [{ source: 'account' }] },
    ]);
    expect((await find('')).body).toHaveLength(3);
    const remove = () => api.delete(`/api/admin/newsletter/subscribers/${addressIdOf(one.email)}`, people.admin);
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 204]);

    expect((await find('')).headers.get('x-total-count')).toBe('2');
    expect(await subscriber(one.email)).toMatchObject({ isConfirmed: false, leftAt: expect.anything() });
    const growth = (await api.get('/api/admin/newsletter/growth', people.admin)).body;
    expect(growth).toMatchObject({ confirmed: 1, pending: 1, digest: 1 });
    expect([growth.weeks.length, growth.weeks[0]]).toMatchObject([12, { joined: 1, left: 1 }]);
    const acts = Object.values(await storedAll('audit')).map(({ action }) => action);
    expect(acts).toEqual(['subscriber.remove']);
  });
});

describe('an import', () => {
  const importRows = async (emails: readonly string[], consent: object) => {
    const id = randomUUID();
    const path = `/api/admin/newsletter/imports/${id}`;
    const rows = emails.map((email, n) => ({ line: n + 1, email }));
    expect((await api.put(`${path}/parts/0`, { rows }, people.admin)).status).toBe(204);
    const begun = await api.post(path, { parts: 1, consent }, people.admin);
    expect(begun.status).toBe(201);
    return { id, path, body: begun.body, again: () => api.post(path, { parts: 1, consent }, people.admin) };
  };
  const confirmed = (at: Date) => ({ kind: 'confirmed', at: at.toISOString(), source: 'Old provider' });

  it('subscribes people who confirmed elsewhere, with time and source, once', async () => {
    const at = new Date(clock.now().getTime() - 86_400_000);
    const emails = [
      ...Array.from({ length: 130 }, (_, n) => `reader${n}@example.com`),
      'no address',
      'READER1@example.com',
    ];

    const { body, again, id } = await importRows(emails, confirmed(at));

    expect(body).toMatchObject({ isDone: true, total: 132, added: 130, known: 1, refused: 1 });
    expect(body.refusedRows).toMatchObject([{ line: 131, email: 'no address' }]);
    expect((await again()).body).toEqual(body);
    expect(await subscribers()).toHaveLength(130);
    expect(await subscriber('reader1@example.com')).toMatchObject({
      isConfirmed: true,
      wants: ['newsletter'],
      consents: [{ text: 'Confirmed elsewhere: Old provider', source: 'import' }],
    });
    expect(Object.keys(await storedAll('subscriberImports'))).toEqual([id]);
    expect(await storedAll('mail')).toEqual({});
  });

  it('needs no time if each row has one, and is named by its file in the activity', async () => {
    const path = `/api/admin/newsletter/imports/${randomUUID()}`;
    const at = new Date(clock.now().getTime() - 86_400_000).toISOString();
    const rows = ['a', 'b'].map((name, n) => ({ line: n + 1, email: `${name}@example.com`, at }));
    const store = (stored: object[]) => api.put(`${path}/parts/0`, { rows: stored }, people.admin);
    const consent = { kind: 'confirmed', source: 'Old provider' };
    const begin = () => api.post(path, { parts: 1, consent, fileName: 'readers.csv' }, people.admin);

    await store([...rows, { line: 3, email: 'c@example.com' }]);
    const refused = await begin();
    expect([refused.status, refused.text]).toEqual([400, SUBSCRIBER_TEXTS.undated]);
    await store(rows);
    expect((await begin()).body).toMatchObject({ isDone: true, added: 2 });

    expect((await subscriber('a@example.com'))?.subscribedAt.toDate().toISOString()).toBe(at);
    const activity = (await api.get('/api/admin/activity?action=subscribers.import', people.admin)).body;
    expect(activity).toMatchObject([{ target: { name: 'readers.csv' }, after: { rows: 2 } }]);
  });

  it('does not resubscribe people who unsubscribed since, or accept consents in the future', async () => {
    const user = await signIn({ isVerified: true });
    await api.put(OWN, BOTH, user);
    const before = clock.now();
    clock.advance(1_000);
    await api.put(OWN, { wants: [], categories: null }, user);
    clock.advance(400 * 86_400_000);

    expect((await importRows([user.email], confirmed(before))).body).toMatchObject({ added: 0, refused: 1 });
    expect((await importRows([user.email], { kind: 'ask', source: 'x' })).body).toMatchObject({ added: 0, refused: 1 });
    const later = new Date(clock.now().getTime() + 86_400_000);
    expect((await importRows(['a@example.com'], confirmed(later))).body).toMatchObject({ added: 0, refused: 1 });
    const left = await subscriber(user.email);
    expect(left).not.toHaveProperty('email');
    // The proof of consent, for 3 years.
    expect(left?.consents).toMatchObject([{ source: 'account', text: expect.stringContaining('weekly digest') }]);
    expect(JSON.stringify(left)).not.toContain(user.email);
  });

  it('does not resubscribe former subscribers, even if somebody entered their address into the form since', async () => {
    const user = await signIn({ isVerified: true });
    await api.put(OWN, BOTH, user);
    const consent = confirmed(clock.now());
    const leftOnly = async () => {
      expect((await importRows([user.email], consent)).body).toMatchObject({ added: 0, refused: 1 });
      expect(await subscriber(user.email)).toMatchObject({ isConfirmed: false, leftAt: expect.anything() });
    };
    clock.advance(1_000);
    await api.put(OWN, { wants: [], categories: null }, user);
    clock.advance(3_600_000);
    await api.post('/api/newsletter/subscribe', { email: user.email });
    expect(await subscriber(user.email)).toMatchObject({ email: user.email });
    await leftOnly();

    clock.advance(8 * 86_400_000);
    const newsletter = createNewsletterRepository(db);
    expect([await newsletter.clearExpired(clock.now()), await newsletter.clearExpired(clock.now())]).toEqual([1, 0]);
    expect(await subscriber(user.email)).not.toHaveProperty('email');
    await leftOnly();

    await api.post('/api/newsletter/subscribe', { email: user.email });
    await api.post('/api/newsletter/unsubscribe', { token: tokenFor(user.email) });
    await leftOnly();
  });

  it('keeps earlier consents', async () => {
    await api.post('/api/newsletter/subscribe', { email: 'pending@example.com' });
    expect((await importRows(['pending@example.com'], confirmed(clock.now()))).body).toMatchObject({ added: 1 });
    expect((await subscriber('pending@example.com'))?.consents).toMatchObject([
      { source: 'form' },
      { source: 'import' },
    ]);
  });

  it('asks the others by email, once each, and never uses more than half of the hourly limit', {
    tags: 'thorough',
  }, async () => {
    const limited = { ...dependencies, config: { ...dependencies.config, newsletterMailsPerHour: 8 } };
    const run = () => createJobs(limited).runner.run(60_000);
    const mailed = async () => Object.values(await storedAll('mail')).map(({ to }) => to);
    const id = randomUUID();
    const path = `/api/admin/newsletter/imports/${id}`;
    const rows = Array.from({ length: 6 }, (_, n) => ({ line: n + 1, email: `asked${n}@example.com` }));
    await api.put(`${path}/parts/0`, { rows }, people.admin);
    const { imports, jobs } = { imports: db.doc(`subscriberImports/${id}`), jobs: createJobs(limited).jobs };
    const at = clock.now();
    await imports.set({
      createdBy: people.admin.id,
      createdAt: at,
      kind: 'ask',
      source: 'Fair',
      at: null,
      total: 6,
      done: 0,
      added: 0,
      known: 0,
      refused: 0,
      refusedRows: [],
    });
    await jobs.create(
      { id: `import-${id}`, kind: 'subscribers.import', params: { id }, about: null, createdBy: 'x' },
      at,
    );

    await Promise.all([run(), run()]);
    expect(await mailed()).toHaveLength(4);
    // As if the instance had been killed after sending its emails and before recording them.
    await imports.update({ done: 0, added: 0 });
    await db.doc(`jobs/import-${id}`).update({ cursor: 0, done: 0 });
    clock.advance(62 * 60_000);
    await run();
    clock.advance(62 * 60_000);
    await run();

    expect((await mailed()).sort()).toEqual(rows.map(({ email }) => email));
    expect((await api.get(path, people.admin)).body).toMatchObject({ isDone: true, done: 6, added: 6 });
    expect(await subscriber('asked0@example.com')).toMatchObject({
      isConfirmed: false,
      consents: [{ source: 'import' }],
    });
  });

  it('leaves out addresses that must not get email', async () => {
    await createSuppressionRepository(db, SECRET).suppress('stopped@example.com', {
      actorId: people.admin.id,
      remark: 'Complained by phone',
      at: clock.now(),
    });

    for (const consent of [confirmed(new Date(clock.now().getTime() - 1)), { kind: 'ask', source: 'Fair' }])
      expect((await importRows(['stopped@example.com'], consent)).body).toMatchObject({ added: 0, refused: 1 });
    expect(await subscribers()).toEqual([]);
  });

  it('does not start without all of its parts', async () => {
    const consent = { kind: 'ask', source: 'list' };

    expect((await api.post('/api/admin/newsletter/imports/none', { parts: 1, consent }, people.admin)).status).toBe(
      400,
    );
    expect((await api.get('/api/admin/newsletter/imports/none', people.admin)).status).toBe(404);
    expect(await storedAll('jobs')).toEqual({});
  });
});
