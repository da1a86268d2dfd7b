import type { IncomingMessage } from 'node:http';
import { DELETED_ACCOUNT, personalDataApi } from '@inkwell/shared/personal-data';
import type { DecodedIdToken } from 'firebase-admin/auth';
import type { DocumentData } from 'firebase-admin/firestore';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createJobs } from '../compose/jobs.ts';
import { createSweep } from '../compose/sweep.ts';
import { createWork } from '../compose/work.ts';
import { createAuthenticator } from '../http/auth.ts';
import { createSuppressionRepository } from '../mail/suppressions.repository.ts';
import { addressIdOf } from '../mail/tokens.ts';
import { createPictureTable } from '../pictures/pictures.repository.ts';
import { createSearchWords } from '../search/search-words.repository.ts';
import { api, send } from '../testing/api.ts';
import { recount } from '../testing/comments.ts';
import { seedPost, stored, storedAll, storedPost } from '../testing/posts.ts';
import { auth, clock, db, dependencies, resetFirestore } from '../testing/server.ts';
import { tracesOf } from '../testing/traces.ts';
import { signIn, type TestUser, tokenOf } from '../testing/users.ts';
import { unzipped } from '../testing/zips.ts';
import { publicUrl } from '../uploads/image-url.ts';
import { successorOf } from './erasure.job.ts';
import { PERSONAL_ROWS } from './personal-documents.repository.ts';

const DAY_MS = 24 * 3_600_000;
const SECRET = dependencies.config.newsletterSecret;
const NAME = 'Wilhelmina Zwart';

let [admin, mary, ada]: TestUser[] = [];

beforeEach(async () => {
  await resetFirestore();
  await (await dependencies.bucket()).deleteFiles();
  clock.advance(61_000);
  await createJobs(dependencies).dataVersion.noteNewest();
  [admin, mary, ada] = await Promise.all([
    signIn({ role: 'admin', displayName: 'Grace Hopper', isVerified: true }),
    signIn({ role: 'moderator', displayName: NAME, ageMs: 30 * DAY_MS, isVerified: true }),
    signIn({ displayName: 'Ada Lovelace', ageMs: 30 * DAY_MS, isVerified: true }),
  ]);
});

const work = () => createWork(dependencies)();
const leave = (user?: TestUser, comments?: string) =>
  api.delete(`/api/me${comments === undefined ? '' : `?comments=${comments}`}`, user);
const traces = async ({ id, email }: TestUser, texts: string[] = [NAME]) =>
  tracesOf({ db, bucket: await dependencies.bucket(), auth }, { id, email, texts });

const storedOf = async (collection: string, isWanted: (document: DocumentData) => boolean) =>
  Object.entries(await storedAll(collection))
    .map(([id, document]): DocumentData => ({ ...document, id }))
    .filter(isWanted);

/** The text of a file in the zip at an address. */
async function textsAt(url: string): Promise<(name: string) => string> {
  const files = await unzipped(Buffer.from(await (await fetch(url)).arrayBuffer()));
  return (name) => String(files.get(name));
}

async function aPicture(owner: TestUser, name: string): Promise<string> {
  const object = `${clock.now().getTime()}-${name}-0123abcd-640x480.webp`;
  await createPictureTable(db).record({ name: object, ownerId: owner.id, uploadedAt: clock.now() }, clock.now());
  const bucket = await dependencies.bucket();
  for (const each of [object, object.replace('.webp', '.w400.webp')])
    await bucket
      .file(`images/${each}`)
      .save('bytes', { resumable: false, contentType: 'image/webp', metadata: { metadata: { owner: owner.id } } });
  return publicUrl(dependencies.config.publicBucket, `images/${object}`);
}

/** Leaves data of a staff member in every collection. */
async function livesHere(person: TestUser): Promise<Record<string, string>> {
  const [inPost, unused, portrait] = [
    await aPicture(person, 'harbour'),
    await aPicture(person, 'unused'),
    await aPicture(person, 'portrait'),
  ];
  await api.patch(`/api/users/${person.id}`, { lastName: 'Zwart', mobileNumber: '12345' }, person);
  await db
    .doc(`users/${person.id}`)
    .update({ profileImageUrl: portrait, pictures: [portrait.split('%2F')[1]?.split('?')[0]] });
  const own = await api.post('/api/posts', { title: 'Own', content: `![x](${inPost})`, isPublished: true }, person);
  const draft = await api.post('/api/posts', { title: 'Draft', content: 'Unfinished' }, person);
  const shared = await seedPost({
    title: 'Shared',
    authorId: admin?.id ?? '',
    authorIds: [person.id, admin?.id ?? ''],
  });
  const post = await seedPost({ title: 'Of others', authorId: admin?.id ?? '' });
  const trashed = await seedPost({ title: 'In the trash', authorId: admin?.id ?? '' });
  await api.patch(`/api/posts/${post.id}`, { content: 'Edited.', expectedUpdatedAt: post.updatedAt }, person);
  for (const { id } of [post, trashed]) await api.post(`/api/posts/${id}/like`, { liked: true }, person);
  await api.delete(`/api/posts/${trashed.id}`, admin);
  const begun = await api.post(`/api/posts/${post.id}/comments`, { content: 'Begun' }, ada);
  const answer = await api.post(
    `/api/posts/${post.id}/comments`,
    { content: 'An answer', parentId: begun.body.id },
    person,
  );
  const comment = await api.post(`/api/posts/${post.id}/comments`, { content: 'A comment' }, person);
  const reply = await api.post(`/api/posts/${post.id}/comments`, { content: 'I agree', parentId: answer.body.id }, ada);
  await api.post(`/api/posts/${post.id}/comments`, { content: 'Me too', parentId: comment.body.id }, ada);
  await api.patch(`/api/comments/${comment.body.id}`, { content: 'A better comment' }, person);
  await api.post(`/api/comments/${reply.body.id}/report`, { reason: 'Off topic' }, person);
  await api.patch(`/api/admin/comments/${reply.body.id}`, { state: 'hidden' }, person);
  await api.post(`/api/posts/${draft.body.id}/notes`, { text: 'A note' }, person);
  await api.put(`/api/drafts/${draft.body.id}`, { title: 'Draft', content: 'Unsaved words' }, person);
  await api.put(`/api/drafts/${shared.id}`, { title: 'Shared', authorIds: [person.id, admin?.id ?? ''] }, admin);
  await send('POST', '/api/newsletter/subscribe', { body: { email: person.email } });
  await db.doc(`invitations/${addressIdOf(person.email)}`).set({
    email: person.email,
    role: 'moderator',
    tokenHash: '',
    createdBy: admin?.id,
    createdAt: clock.now(),
    acceptedBy: person.id,
    expireAt: new Date(clock.now().getTime() + 30 * DAY_MS),
  });
  await api.post('/api/admin/invitations', { email: 'somebody@example.com', writing: 'author' }, person);
  await api.post('/api/admin/notifications', { title: 'Hello', message: 'Hello', type: 'info' }, person);
  await api.post('/api/admin/pages', { title: `About ${Date.now()}`, content: 'Us', isPublished: true }, person);
  await api.patch(`/api/admin/users/${person.id}/role`, { role: 'admin' }, admin);
  const hook = { url: 'https://example.com/', events: ['issue.sent'] };
  await api.post('/api/admin/webhooks', hook, person);
  // An event about the person for the webhook of somebody else.
  const told = { hookId: 'x', ownerId: admin?.id, body: person.id, people: [person.id], lane: 'x/posts/1' };
  await db.doc('webhookDeliveries/told').set(told);
  await db
    .doc('webhookDeliveries/joined')
    .set({ ...told, people: [], body: '', subscriberId: addressIdOf(person.email) });
  await api.post('/api/me/export', undefined, person);
  await vi.waitFor(async () =>
    expect(JSON.stringify(await stored(`personalNotifications/${ada?.id}`))).toContain(NAME),
  );
  return {
    own: own.body.id,
    shared: shared.id,
    post: post.id,
    trashed: trashed.id,
    inPost,
    unused,
    answer: answer.body.id,
    comment: comment.body.id,
    reply: reply.body.id,
  };
}

/** Runs each page of the job twice concurrently, as after a kill or a lease that ended too early, then lets the runner finish. */
async function eraseTwice(): Promise<void> {
  const [job] = await storedOf('jobs', ({ kind }) => kind === 'accounts.erase');
  const { step } = createJobs(dependencies).workers['accounts.erase'];
  let cursor: unknown = null;
  do {
    const [page] = await Promise.all([step(job?.params, cursor), step(job?.params, cursor)]);
    cursor = page.next;
  } while (cursor !== null);
  await work();
}

describe('DELETE /api/me', () => {
  it('leaves only salted ids of a person after seven days', { tags: 'thorough', timeout: 60_000 }, async () => {
    const person = mary as TestUser;
    const ids = await livesHere(person);
    expect((await traces(person)).length).toBeGreaterThan(40);

    expect((await leave(person)).body).toMatchObject({ comments: 'keep' });
    clock.advance(7 * DAY_MS - 60_000);
    await work();
    expect(await traces(person)).toContain('Auth');
    clock.advance(61_000);
    await eraseTwice();

    expect(await traces(person)).toEqual([]);
    const successor = successorOf(SECRET, person.id);
    expect(await stored(`comments/${ids.answer}`)).toMatchObject({ authorId: successor, content: 'An answer' });
    expect(await stored(`comments/${ids.reply}`)).toMatchObject({ replyTo: { authorId: successor } });
    expect(JSON.stringify(await stored(`personalNotifications/${ada?.id}`))).toContain(DELETED_ACCOUNT);
    expect(await storedPost(ids.own ?? '')).toMatchObject({
      authorId: 'guest-publication',
      authorIds: ['guest-publication'],
    });
    expect(await storedPost(ids.shared ?? '')).toMatchObject({ authorIds: [admin?.id] });
    expect([await storedPost(ids.post ?? ''), await storedPost(ids.trashed ?? '')]).toMatchObject([
      { likesCount: 0, title: 'Of others', content: 'Edited.' },
      { likesCount: 0 },
    ]);
    expect(await recount()).toEqual([]);
    const left = (await (await dependencies.bucket()).getFiles())[0]
      .map(({ name }) => name)
      .filter((name) => !name.startsWith('search/'));
    const words = (await createSearchWords(db, dependencies.bucket).read())?.text ?? '';
    expect(words.split('\n').filter((line) => /^(?:ada|lovelace) /.test(line))).toEqual([]);
    expect(left).toHaveLength(2);
    expect(left.every((name) => name.includes('harbour'))).toBe(true);
    expect(await stored('authors/guest-publication')).toMatchObject({ postCount: 1 });
    expect((await api.get(`/api/posts/${ids.own}`)).body.author.displayName).toBe(
      (await api.get('/api/authors/guest-publication')).body.name,
    );
  });

  it('finds the person through every row of the table without its own step', { tags: 'thorough' }, async () => {
    const person = ada as TestUser;
    await api.get('/api/auth/user', person);
    const rows = PERSONAL_ROWS.filter(({ erased, by }) => erased !== 'step' && by !== 'post');
    for (const [n, { path, by }] of rows.entries()) {
      const [parent = '', child] = path.split('/');
      if (by === 'id') await db.doc(`${parent}/${person.id}`).set({ about: person.id });
      else if (by === 'parent') await db.doc(`${parent}/${person.id}/${child}/x`).set({ title: 'x' });
      else if (by === 'address') await db.doc(`${parent}/${addressIdOf(person.email)}`).set({ email: person.email });
      else {
        const [kind, field] = Object.entries(by)[0] ?? [];
        const named = {
          account: person.id,
          path: `users/${person.id}`,
          email: person.email,
          addressId: addressIdOf(person.email),
        }[kind as 'account'];
        const names = String(field).split('.');
        const isList = /^(?:authorIds|people|writerIds)$/.test(names.at(-1) ?? '');
        const data = names.reduceRight<unknown>((value, name) => ({ [name]: value }), isList ? [named] : named);
        const ref =
          child === undefined ? db.doc(`${parent}/row-${n}`) : db.doc(`${parent}/other-${n}/${child}/row-${n}`);
        await ref.set(data as DocumentData);
      }
    }
    expect((await traces(person, [])).length).toBeGreaterThan(rows.length);

    await leave(person);
    clock.advance(7 * DAY_MS + 1_000);
    for (let runs = 0; runs < 2; runs += 1) await work();

    expect(await traces(person, [])).toEqual([]);
  });

  describe('of a suppressed address', { tags: 'thorough' }, () => {
    const LIST = '/api/admin/mail/suppressions';
    const mailsTo = (email: string) => storedOf('mail', ({ to }) => to === email);

    /** Suppresses the address in another spelling. An issue was sent to it, and the freezing of the audience ended at it. */
    async function suppressed(person: TestUser): Promise<void> {
      const typed = person.email.toUpperCase();
      await api.post(LIST, { email: typed, remark: 'Complained by phone' }, admin);
      await api.post('/api/admin/invitations', { email: person.email, writing: 'author' }, admin);
      await api.put('/api/newsletter/own', { wants: ['newsletter'], categories: null }, person);
      const subscriberId = addressIdOf(person.email);
      const expireAt = new Date(clock.now().getTime() + 30 * DAY_MS);
      await db
        .doc(`mail/issue-${subscriberId}`)
        .set({ kind: 'issue', subscriberId, to: typed, state: 'left-out', expireAt });
      await db.doc('newsletterIssues/sent').set({ status: 'sent', queuedTo: subscriberId });
      await leave(person);
      clock.advance(7 * DAY_MS + 1_000);
      await work();
    }

    it('keeps a salted id, so that the address gets no email until a new account subscribes with it', async () => {
      const person = ada as TestUser;
      await suppressed(person);

      expect(await traces(person, ['Lovelace'])).toEqual([]);
      expect((await api.get(LIST, admin)).body).toMatchObject([{ email: DELETED_ACCOUNT, reason: 'manual' }]);
      expect((await api.get(`${LIST}?email=${person.email}`, admin)).body).toMatchObject([{ reason: 'manual' }]);
      const consent = { kind: 'confirmed', source: 'Fair', at: new Date(clock.now().getTime() - 1).toISOString() };
      await api.put('/api/admin/newsletter/imports/back/parts/0', { rows: [{ line: 1, email: person.email }] }, admin);
      await api.post('/api/admin/newsletter/imports/back', { parts: 1, consent }, admin);
      await work();
      expect((await api.get('/api/admin/newsletter/imports/back', admin)).body).toMatchObject({ added: 0, refused: 1 });
      await api.post('/api/newsletter/subscribe', { email: person.email });
      await api.post('/api/admin/invitations', { email: person.email, writing: 'author' }, admin);
      const mails = await mailsTo(person.email);
      expect(mails.map(({ kind, state }) => [kind, state]).sort()).toEqual([
        ['confirmation', 'left-out'],
        ['invitation', 'left-out'],
      ]);

      const { uid } = await auth.createUser({ email: person.email, password: 'Inkwell#2026', emailVerified: true });
      const again = { ...person, id: uid, token: await tokenOf(person.email) };
      await api.put('/api/newsletter/own', { wants: ['newsletter'], categories: null }, again);
      const { body } = await api.get(LIST, admin);
      expect(body).toMatchObject([{ id: addressIdOf(person.email), email: person.email, reason: 'manual' }]);
    });

    it('is salted by the sweep if the account was already deleted', async () => {
      const email = 'gone@example.com';
      const id = addressIdOf(email);
      const before = { email: DELETED_ACCOUNT, suppressedAt: clock.now(), reason: 'complaint', schemaVersion: 1 };
      await db.doc(`suppressions/${id}`).set(before);
      await db.doc('audit/before').set({ target: `suppressions/${id}`, name: DELETED_ACCOUNT });

      for (let runs = 0; runs < 2; runs += 1) await createSweep(dependencies)();

      expect(await traces({ id: 'nobody', email } as TestUser, [])).toEqual([]);
      expect(await createSuppressionRepository(db, `new, ${SECRET}`).find(email)).toMatchObject({
        reason: 'complaint',
      });
      expect(await createSuppressionRepository(db, 'another').isSuppressed(email)).toBe(false);
      const { body } = await api.get(LIST, admin);
      expect(await stored('audit/before')).toMatchObject({ target: `suppressions/${body[0].id}` });
      await api.post(`${LIST}/${body[0].id}/free`, { remark: 'By letter' }, admin);
      expect((await api.get(`${LIST}?email=${email}`, admin)).body).toMatchObject([{ suppressedAt: null }]);
    });
  });

  it('deletes the comments too, on request', { tags: 'thorough' }, async () => {
    const post = await seedPost();
    const begin = (content: string, user?: TestUser, parentId?: string) =>
      api.post(`/api/posts/${post.id}/comments`, { content, ...(parentId && { parentId }) }, user);
    const [alone, answered, of] = [await begin('Alone', ada), await begin('Answered', ada), await begin('Begun', mary)];
    await begin('Reply', mary, answered.body.id);
    const answer = await begin('Answer', ada, of.body.id);

    await leave(ada, 'remove');
    clock.advance(7 * DAY_MS + 1_000);
    await work();

    expect(await traces(ada as TestUser, ['Lovelace', 'Alone', 'Answered'])).toEqual([]);
    for (const { body } of [alone, answer]) expect(await stored(`comments/${body.id}`)).toBeNull();
    expect(await stored(`comments/${answered.body.id}`)).toMatchObject({ state: 'deleted', authorId: '' });
    expect(await recount()).toEqual([]);
  });

  it('needs a sign-in of the last five minutes', async () => {
    const account = { id: 'ada', role: 'user', writing: 'none', isBlocked: false, leaving: null } as const;
    const signedInBefore = (seconds: number) =>
      createAuthenticator({
        verifyToken: async () => ({ uid: 'ada', auth_time: Date.now() / 1000 - seconds }) as DecodedIdToken,
        accounts: { recall: async () => account },
        tokens: { recall: () => Promise.reject(new Error('no token of a program')) },
      }).authenticate({ headers: { authorization: 'Bearer a.b.c' } } as IncomingMessage, {
        strict: false,
        freshSignIn: personalDataApi.leave.freshSignIn,
      });

    await expect(signedInBefore(290)).resolves.toBe(account);
    await expect(signedInBefore(300)).rejects.toMatchObject({
      status: 401,
      message: expect.stringMatching(/sign in again/),
    });
  });

  it('refuses the last admin, and writes nothing', async () => {
    for (const user of [admin, ada]) await api.get('/api/auth/user', user);
    const before = [await storedAll('users'), await storedAll('jobs')];

    expect((await leave(ada, 'maybe')).status).toBe(400);
    const last = await leave(admin);
    expect([last.status, last.text]).toEqual([409, expect.stringMatching(/only administrator/)]);

    expect([await storedAll('users'), await storedAll('jobs')]).toEqual(before);
    expect((await leave(ada)).status).toBe(200);
  });

  it('lets one of two admins leave, also if both try concurrently', async () => {
    const second = await signIn({ role: 'admin' });

    const answers = await Promise.all([leave(admin), leave(second)]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('keeps the account with its data, but lets its owner only cancel the deletion', async () => {
    const { id } = ada as TestUser;
    await api.get('/api/auth/user', ada);
    const before = await stored(`users/${id}`);
    const first = await leave(ada, 'remove');
    expect(first.body).toMatchObject({ comments: 'remove' });
    expect(Date.parse(first.body.leavesAt) - clock.now().getTime()).toBeGreaterThan(7 * DAY_MS - 60_000);

    expect((await leave(ada)).body).toEqual(first.body);
    for (const path of ['/api/auth/user', '/api/posts', '/api/me/export', '/api/notifications']) {
      const refused = await api.get(path, ada);
      expect([refused.status, refused.body]).toEqual([403, first.body]);
    }
    expect((await api.patch(`/api/users/${id}`, { displayName: 'Other' }, ada)).status).toBe(403);
    expect((await api.post(`/api/admin/users/${id}/unblock`, undefined, admin)).status).toBe(409);
    expect(
      (await api.get('/api/admin/users', admin)).body.find((user: { id: string }) => user.id === id),
    ).toMatchObject({ isBlocked: false, leavesAt: first.body.leavesAt });

    const kept = await api.post('/api/me/keep', undefined, ada);
    expect([kept.status, kept.body.leavesAt]).toEqual([200, null]);
    expect((await api.post('/api/me/keep', undefined, ada)).status).toBe(200);
    clock.advance(8 * DAY_MS);
    await work();

    expect((await api.get('/api/auth/user', ada)).status).toBe(200);
    const { lastSeenAt: _, leaving, ...after } = (await stored(`users/${id}`)) ?? {};
    const { lastSeenAt: _before, ...rest } = before ?? {};
    expect([after, leaving]).toEqual([rest, null]);
  });

  it('cannot be cancelled once it is due, because part of the data may be gone', { tags: 'thorough' }, async () => {
    await api.get('/api/auth/user', ada);
    await leave(ada);
    clock.advance(7 * DAY_MS);

    expect((await api.post('/api/me/keep', undefined, ada)).status).toBe(403);
    await work();
    expect(await stored(`users/${ada?.id}`)).toBeNull();
  });

  it('stores no comment of a leaving account', async () => {
    const post = await seedPost();
    await db.doc(`users/${ada?.id}`).update({ isBlocked: true });
    // Like a call that was authenticated just before.
    const content = await import('../compose/content.ts').then(({ createContent }) => createContent({ db, clock }));
    const late = content.comments.create(
      { id: ada?.id ?? '', role: 'user' },
      { id: 'late', postId: post.id, content: 'Late' },
    );

    await expect(late).rejects.toThrow();
    expect(await storedAll('comments')).toEqual({});
  });
});

describe('an account that an admin deletes', () => {
  const remove = (id = ada?.id) => api.delete(`/api/admin/users/${id}?comments=remove`, admin);

  it('is deleted as if its owner had asked, with an entry in the activity', async () => {
    expect((await remove('nobody')).status).toBe(404);
    expect(await storedOf('audit', ({ action }) => action === 'user.delete')).toEqual([]);
    // The loss of rights starts its own job.
    for (const writing of ['author', 'none'])
      await api.patch(`/api/admin/users/${ada?.id}/writing`, { writing }, admin);
    expect((await traces(ada as TestUser)).some((trace) => trace.startsWith('path: jobs/'))).toBe(true);

    const answer = await remove();

    expect([answer.status, answer.body.leavesAt]).toEqual([200, expect.any(String)]);
    expect(await storedOf('audit', ({ action }) => action === 'user.delete')).toMatchObject([
      { actorId: admin?.id, target: `users/${ada?.id}`, after: { comments: 'remove' } },
    ]);
    clock.advance(7 * DAY_MS + 1_000);
    await work();
    expect(await traces(ada as TestUser, ['Lovelace'])).toEqual([]);
  });

  it('cannot return with the same address if it was blocked, until it is unblocked', {
    tags: 'thorough',
  }, async () => {
    const { id, email } = ada as TestUser;
    await api.post(`/api/admin/users/${id}/block`, undefined, admin);
    await remove();
    expect([(await api.post('/api/me/keep', undefined, ada)).status, (await leave(ada)).status]).toEqual([403, 403]);
    clock.advance(7 * DAY_MS + 1_000);
    await work();
    expect(await traces(ada as TestUser, ['Lovelace'])).toEqual([]);

    const { uid } = await auth.createUser({ email: email.toUpperCase(), password: 'Inkwell#2026' });
    const back = { ...(ada as TestUser), id: uid, token: await tokenOf(email) };

    const refused = await api.get('/api/auth/user', back);
    expect([refused.status, refused.text]).toEqual([403, 'Account blocked']);
    await api.post(`/api/admin/users/${uid}/unblock`, undefined, admin);
    expect((await api.get('/api/auth/user', back)).status).toBe(200);
  });
});

describe('an account that was deleted in the console', () => {
  it('is deleted by the sweep in the same way', { tags: 'thorough' }, async () => {
    const person = mary as TestUser;
    await seedPost({ authorId: person.id });
    await send('POST', '/api/newsletter/subscribe', { body: { email: person.email } });
    await api.get('/api/auth/user', person);
    await auth.deleteUser(person.id);

    for (let night = 0; night < 2; night += 1) await createSweep(dependencies)();
    await work();

    expect(await traces(person)).toEqual([]);
    expect(await stored(`users/${ada?.id}`)).toMatchObject({ isBlocked: false });
  });

  it('is kept if so many are missing that the sign-in accounts must have been lost', async () => {
    const lost = await Promise.all(Array.from({ length: 6 }, () => signIn()));
    await Promise.all(lost.map(({ id }) => auth.deleteUser(id)));

    await createSweep(dependencies)();

    expect(await storedOf('users', ({ leaving }) => Boolean(leaving))).toEqual([]);
  });
});

describe("a copy of a person's data", () => {
  const copyOf = (user?: TestUser) => api.get('/api/me/export', user);

  it('contains the stored data as JSON and as a page, and no data of others', async () => {
    const person = mary as TestUser;
    await livesHere(person);
    // A slow call leaves the rest to `work`.
    await work();
    expect((await copyOf(person)).body.state).toBe('ready');

    const { body } = await copyOf(person);
    expect((await copyOf(ada)).body.state).toBe('none');
    expect((await fetch(body.url.split('&token')[0])).status).toBe(403);
    const textOf = await textsAt(body.url);

    const data: { collection: string; document: string }[] = JSON.parse(textOf('data.json'));
    const of = (collection: string) => data.filter((one) => one.collection === collection);
    expect(new Set(data.map(({ collection }) => collection))).toEqual(
      new Set([
        ...['users', 'users/drafts', 'posts', 'posts/likes', 'posts/revisions', 'pages', 'pages/revisions', 'notes'],
        ...['comments', 'reports', 'invitations', 'mail', 'subscribers', 'pictures', 'audit', 'authors', 'dataCopies'],
        ...['personalNotifications', 'pushes'],
      ]),
    );
    expect(of('users')).toMatchObject([{ displayName: NAME, mobileNumber: '12345', email: person.email }]);
    expect(of('comments')).toHaveLength(2);
    expect(of('posts/likes')).toHaveLength(2);
    expect(of('pictures')[0]).toMatchObject({ link: expect.stringContaining('images%2F') });
    expect(textOf('data.json')).not.toMatch(/tokenHash|I agree|Me too|wordPrefixes/);
    expect(textOf('index.html')).toContain('An answer');
    expect(textOf('index.html')).not.toContain('<script');

    clock.advance(7 * DAY_MS + 1_000);
    expect((await copyOf(person)).body).toEqual({ state: 'none', requestedAt: null, url: null, expiresAt: null });
    await createSweep(dependencies)();
    const left = (await (await dependencies.bucket()).getFiles({ prefix: 'my-data/' }))[0];
    expect([left, await storedAll('dataCopies')]).toEqual([[], {}]);
  }, 60_000);

  it('omits data of an unverified address', {
    tags: 'thorough',
  }, async () => {
    const stranger = await signIn();
    await send('POST', '/api/newsletter/subscribe', { body: { email: stranger.email } });
    await api.post('/api/me/export', undefined, stranger);

    const { body } = await copyOf(stranger);
    const textOf = await textsAt(body.url);
    await leave(stranger);
    clock.advance(7 * DAY_MS - 1);
    await work();

    expect(textOf('data.json')).not.toContain('subscribers');
    expect(await stored(`subscribers/${addressIdOf(stranger.email)}`)).not.toBeNull();
  });
});
