import { ACTIVITY_KEPT_MS } from '@inkwell/shared/activity';
import type { Role } from '@inkwell/shared/roles';
import { createRandom } from '@inkwell/shared/testing/random';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createJobTable } from '../jobs/jobs.repository.ts';
import { createPictureTable } from '../pictures/pictures.repository.ts';
import { api, nextOf, send } from '../testing/api.ts';
import { CALLS, labelOf } from '../testing/calls.ts';
import { seedCategory, seedPost, storedActs, storedAll } from '../testing/posts.ts';
import { clock, db, dependencies, resetFirestore } from '../testing/server.ts';
import { signIn, type TestUser } from '../testing/users.ts';
import { newAccount } from '../users/accounts.service.ts';
import { createUserRepository } from '../users/users.repository.ts';

type Params = Readonly<Record<string, string>>;

/** A staff call's audit entries, with the setup that provides its path parameters, and its body. */
type Act = readonly [
  action: string,
  given?: ((admin: TestUser) => Promise<Params>) | null,
  body?: object | ((params: Params) => object),
];

let made = 0;
/** Creates something under a unique name. */
const create = (path: string, fields: (name: string) => object) => async (admin: TestUser) => {
  made += 1;
  return { id: (await api.post(path, fields(`name-${made}`), admin)).body.id as string };
};
const redirect = create('/api/admin/redirects', (name) => ({ from: `/${name}`, to: '/posts' }));
const tag = create('/api/admin/tags', (name) => ({ name }));
const oneSeries = create('/api/admin/series', (name) => ({ name }));
const page = create('/api/admin/pages', (title) => ({ title, content: 'C' }));
const guest = create('/api/admin/authors', (name) => ({ name }));
const suppression = create('/api/admin/mail/suppressions', (name) => ({
  email: `${name}@example.com`,
  remark: 'Asked',
}));
const token = create('/api/tokens', (name) => ({ name, scopes: ['posts:read'] }));
const hook = create('/api/admin/webhooks', (name) => ({
  url: `https://${name}.example.com/`,
  events: ['post.published'],
}));
const invitation = create('/api/admin/invitations', (name) => ({ email: `${name}@example.com`, role: 'moderator' }));
const post = async () => ({ id: (await seedPost()).id });
const draft = async (admin: TestUser) => ({ id: (await seedPost({ isPublished: false, authorId: admin.id })).id });
const category = async () => ({ id: String((await seedCategory()).id) });
const reader = async () => ({ id: (await signIn()).id });

const comment = async (admin: TestUser) => {
  const { id } = await seedPost();
  return { id: (await api.post(`/api/posts/${id}/comments`, { content: 'Hello' }, admin)).body.id as string };
};

/** The same after a call to its address. */
const after =
  (given: (admin: TestUser) => Promise<Params>, call: string) =>
  async (admin: TestUser): Promise<Params> => {
    const params = await given(admin);
    const [method = '', path = ''] = call.split(' ');
    await send(method, pathWith(path, params), { user: admin });
    return params;
  };

const pathWith = (path: string, params: Params): string =>
  path.replace(/:(\w+)/g, (whole, name: string) => params[name] ?? whole);

/** Has a first revision, followed by a change. */
const changed = (given: (admin: TestUser) => Promise<Params>, path: string) => async (admin: TestUser) => {
  const params = await given(admin);
  await api.patch(pathWith(path, params), { title: 'New' }, admin);
  const [, first] = (await api.get(`${pathWith(path, params)}/revisions`, admin)).body;
  return { ...params, revisionId: first.id as string };
};

const two = (given: (admin: TestUser) => Promise<Params>) => async (admin: TestUser) => ({
  ...(await given(admin)),
  into: (await given(admin)).id ?? '',
});

/** A series with one post, in second place. */
const seriesOfOne = async (admin: TestUser) => {
  const { id } = await oneSeries(admin);
  const text = { title: 'T', content: 'C', seriesId: id, seriesPlace: 2 };
  return { id, postId: (await api.post('/api/posts', text, admin)).body.id as string };
};

const seriesOfTwo = async (admin: TestUser) => {
  const { id, postId } = await seriesOfOne(admin);
  const second = { title: 'T', content: 'C', seriesId: id, seriesPlace: 5 };
  return { id, postId, secondId: (await api.post('/api/posts', second, admin)).body.id as string };
};

/** Unpublishes all posts of a category, which has one. */
const bulkRun = async (admin: TestUser) => {
  const params = await categoryOfOne();
  return { id: (await api.post('/api/admin/posts/bulk/runs', unpublished(params), admin)).body.id as string };
};
const categoryOfOne = async () => {
  const { id: categoryId } = await seedCategory();
  await seedPost({ categoryId });
  return { categoryId: String(categoryId) };
};
const unpublished = ({ categoryId }: Params) => ({
  action: 'unpublish',
  filter: { categoryId: Number(categoryId) },
  count: 1,
});

const ISSUES = '/api/admin/newsletter/issues';

/** A newsletter issue that can be sent. */
const issue = async (admin: TestUser) => {
  await api.patch('/api/admin/settings', { postalAddress: '1 Harbour Road, Kiel' }, admin);
  return { id: (await api.post(ISSUES, { subject: 'S', content: 'C' }, admin)).body.id as string };
};

/** An issue that is being sent or is paused. */
const issueThatIs = (status: 'sending' | 'paused') => async (admin: TestUser) => {
  const { id } = await issue(admin);
  await db.doc(`newsletterIssues/${id}`).update({ status, startedAt: clock.now(), isFrozen: true });
  return { id };
};

const issueWithDoubt = async (admin: TestUser) => {
  const { id } = await after(issue, `POST ${ISSUES}/:id/send`)(admin);
  await db.doc('mail/m1').set({ issueId: id, state: 'unconfirmed' });
  return { id: id ?? '' };
};

/** An import that can be started. */
const anImport = async (admin: TestUser) => {
  const { id, objectName } = (await api.post('/api/admin/imports/upload-slot', { bytes: 5 }, admin)).body;
  await (await dependencies.bucket()).file(objectName).save('email', { resumable: false });
  const input = { kind: 'subscribers', name: 'list.csv', file: id };
  return { id: (await api.post('/api/admin/imports', input, admin)).body.id as string };
};

const subscriber = async () => {
  await db.doc('subscribers/s1').set({ email: 's@example.com', isConfirmed: true, subscribedAt: clock.now() });
  return { id: 's1' };
};

const subscriberImport = async (admin: TestUser) => {
  const rows = [{ line: 1, email: 'imported@example.com' }];
  await api.put('/api/admin/newsletter/imports/i1/parts/0', { rows }, admin);
  return { id: 'i1' };
};

const failedJob = async () => {
  const job = { id: 'stuck', kind: 'schema.migrate', params: { to: 2 }, about: null, createdBy: 'system' } as const;
  await createJobTable(db).create(job, clock.now());
  await db.doc('jobs/stuck').update({ status: 'failed', dueAt: null });
  return { id: 'stuck' };
};

const submitted = after(draft, 'POST /api/posts/:id/review');
const TEXT = { title: 'T', content: 'C' };

/** Every staff call that changes data, with what it logs or why it logs nothing. */
const ACTS: Readonly<Record<string, Act | string>> = {
  'POST /api/posts': ['post.create', null, TEXT],
  'PATCH /api/posts/:id': ['post.edit', post, { title: 'New' }],
  'DELETE /api/posts/:id': ['post.delete', post],
  'POST /api/posts/:id/undelete': ['post.undelete', after(post, 'DELETE /api/posts/:id')],
  'POST /api/posts/:id/revisions/:revisionId/restore': ['post.restore', changed(post, '/api/posts/:id'), {}],
  'POST /api/admin/posts/bulk': ['post.unpublish', post, ({ id }) => ({ action: 'unpublish', ids: [id] })],
  'POST /api/admin/posts/bulk/runs': ['post.unpublish', categoryOfOne, unpublished],
  'PATCH /api/admin/posts/bulk/runs/:id': ['post.publish', bulkRun, { wanted: 'undone' }],
  'POST /api/posts/:id/preview': ['post.preview', post],
  'DELETE /api/posts/:id/preview': ['post.preview-end', after(post, 'POST /api/posts/:id/preview')],
  'PATCH /api/admin/posts/:id/comments': ['post.comments', post, { access: 'off' }],
  'POST /api/admin/pages': ['page.create', null, { title: 'About', content: 'C' }],
  'PATCH /api/admin/pages/:id': ['page.edit', page, { title: 'Us' }],
  'DELETE /api/admin/pages/:id': ['page.delete', page],
  'POST /api/admin/pages/:id/revisions/:revisionId/restore': [
    'page.restore',
    changed(page, '/api/admin/pages/:id'),
    {},
  ],
  'POST /api/admin/pages/:id/preview': ['page.preview', page],
  'DELETE /api/admin/pages/:id/preview': ['page.preview-end', after(page, 'POST /api/admin/pages/:id/preview')],
  'POST /api/admin/pages/privacy': ['page.create'],
  'POST /api/admin/pages/:id/undelete': ['page.undelete', after(page, 'DELETE /api/admin/pages/:id')],
  'POST /api/categories': ['category.create', null, { name: 'Travel' }],
  'POST /api/admin/redirects': ['redirect.create', null, { from: '/old', to: '/posts' }],
  'POST /api/admin/redirects/import': ['redirect.create', null, { rows: [{ from: '/older', to: '/posts' }] }],
  'PATCH /api/admin/redirects/:id': ['redirect.change', redirect, { status: 302 }],
  'DELETE /api/admin/redirects/:id': ['redirect.delete', redirect],
  'PATCH /api/admin/categories/:id': ['category.change', category, { name: 'Food' }],
  'PUT /api/admin/categories/order': ['category.order', category, ({ id }) => ({ ids: [Number(id)] })],
  'DELETE /api/admin/categories/:id': ['category.delete', category],
  'POST /api/admin/categories/:id/merge': ['category.merge', two(category), ({ into }) => ({ into: Number(into) })],
  'POST /api/admin/authors': ['author.create', null, { name: 'Grace Hopper' }],
  'PATCH /api/admin/authors/:id': ['author.change', guest, { text: 'Navy' }],
  'DELETE /api/admin/authors/:id': ['author.delete', guest],
  'POST /api/admin/authors/:id/join': [
    'author.join',
    async (admin) => ({ ...(await guest(admin)), userId: admin.id }),
    ({ userId }) => ({ userId }),
  ],
  'POST /api/admin/tags': ['tag.create', null, { name: 'Tea' }],
  'PATCH /api/admin/tags/:id': ['tag.change', tag, { description: 'Leaves' }],
  'DELETE /api/admin/tags/:id': ['tag.delete', tag],
  'POST /api/admin/tags/:id/merge': ['tag.merge', two(tag), ({ into }) => ({ into })],
  'POST /api/admin/series': ['series.create', null, { name: 'A house in winter' }],
  'PATCH /api/admin/series/:id': ['series.change', oneSeries, { description: 'D' }],
  'DELETE /api/admin/series/:id': ['series.delete', oneSeries],
  'PUT /api/admin/series/:id/order': ['post.edit', seriesOfOne, ({ postId }) => ({ ids: [postId] })],
  'PATCH /api/admin/series/:id/order': [
    'post.edit',
    seriesOfTwo,
    ({ postId, secondId }) => ({ id: postId, after: secondId }),
  ],
  'PATCH /api/admin/comments/:id': ['comment.hide', comment, { state: 'hidden' }],
  'PATCH /api/admin/comments': ['comment.hide', comment, ({ id }) => ({ ids: [id], state: 'hidden' })],
  'POST /api/admin/users/:id/comments/hide': ['comments.hide-all', reader],
  'POST /api/admin/users/:id/comments/show': ['comments.show-all', reader],
  'PATCH /api/admin/settings': ['settings.change', null, { comments: { holdFirst: 2 } }],
  'DELETE /api/admin/users/:id': ['user.delete', reader],
  'POST /api/admin/users/:id/block': ['user.block', reader],
  'POST /api/admin/users/:id/unblock': ['user.unblock', async () => ({ id: (await signIn({ isBlocked: true })).id })],
  'POST /api/tokens': ['token.create', null, { name: 'CI', scopes: ['posts:read'] }],
  'DELETE /api/tokens/:id': ['token.delete', token],
  'POST /api/admin/webhooks': ['webhook.create', null, { url: 'https://example.com/', events: ['post.published'] }],
  'PATCH /api/admin/webhooks/:id': ['webhook.change', hook, { isOn: false }],
  'DELETE /api/admin/webhooks/:id': ['webhook.delete', hook],
  'POST /api/admin/webhooks/:id/test': 'only the receiver of the webhook gets it',
  'POST /api/admin/webhooks/:id/deliveries/:deliveryId/send': 'repeats an event',
  'POST /api/admin/invitations': ['invitation.create', null, { email: 'ada@example.com', writing: 'author' }],
  'POST /api/admin/newsletter/issues': ['issue.create', null, { subject: 'S', content: 'C' }],
  'PATCH /api/admin/newsletter/issues/:id': 'nobody gets a draft',
  'DELETE /api/admin/newsletter/issues/:id': ['issue.delete', issue],
  'POST /api/admin/newsletter/issues/:id/test': 'nobody but the caller gets it',
  'POST /api/admin/newsletter/issues/:id/send': ['issue.send', issue],
  'POST /api/admin/newsletter/issues/:id/pause': ['issue.pause', issueThatIs('sending')],
  'POST /api/admin/newsletter/issues/:id/resume': ['issue.resume', issueThatIs('paused')],
  'POST /api/admin/newsletter/issues/:id/archive': ['issue.archive', issueThatIs('sending'), { isInArchive: true }],
  'POST /api/admin/newsletter/issues/:id/cancel': ['issue.cancel', issueThatIs('sending')],
  'POST /api/admin/newsletter/issues/:id/decisions': [
    'issue.decide',
    issueWithDoubt,
    { ids: ['m1'], decision: 'submitted' },
  ],
  'POST /api/admin/newsletter/audience': 'counts, and changes nothing',
  'POST /api/admin/newsletter/preview': 'stores nothing',
  'POST /api/admin/newsletter/post-text': 'likewise',
  'DELETE /api/admin/newsletter/subscribers/:id': ['subscriber.remove', subscriber],
  'PUT /api/admin/newsletter/imports/:id/parts/:part': 'imports nothing before the import begins',
  'POST /api/admin/newsletter/imports/:id': [
    'subscribers.import',
    subscriberImport,
    { parts: 1, consent: { kind: 'ask', source: 'list' } },
  ],
  'POST /api/admin/exports': ['content.export'],
  'POST /api/admin/imports/upload-slot': 'stores nothing that anybody sees',
  'POST /api/admin/imports': 'the first pass writes nothing public',
  'POST /api/admin/imports/:id/start': ['content.import', anImport],
  'POST /api/admin/imports/:id/pause': 'the record says who began it',
  'DELETE /api/admin/imports/:id': 'likewise; what it brought stays',
  'DELETE /api/admin/invitations/:id': ['invitation.revoke', invitation],
  'PATCH /api/admin/users/:id/writing': ['user.writing', reader, { writing: 'contributor' }],
  'PATCH /api/admin/users/:id/role': ['user.role', reader, { role: 'moderator' }],
  'POST /api/notifications': ['broadcast.send', null, { title: 'News', message: 'All is well' }],
  'POST /api/admin/migrate-to-firebase': ['storage.migrate'],
  'POST /api/admin/mail/suppressions': ['suppression.create', null, { email: 'ada@example.com', remark: 'Asked' }],
  'POST /api/admin/mail/suppressions/:id/free': ['suppression.free', suppression, { remark: 'By phone' }],
  'POST /api/admin/jobs/:id/retry': ['job.retry', failedJob],
  'PUT /api/drafts/:key': 'nobody but its writer sees a draft of an edit',
  'PATCH /api/drafts/:key': 'likewise',
  'POST /api/posts/:id/review': ['post.submit', draft],
  'POST /api/posts/:id/review/withdraw': ['post.withdraw', submitted],
  'POST /api/posts/:id/notes': 'seen by the authors of the post and staff only, and gone with the post',
  'PATCH /api/posts/:id/notes/:noteId': 'likewise',
  'DELETE /api/posts/:id/notes/:noteId': 'likewise',
  'POST /api/posts/:id/review/take': ['post.take', submitted],
  'POST /api/posts/:id/review/return': ['post.return', submitted],
  'PUT /api/posts/:id/editing': 'changes nothing, and lasts a minute',
  'DELETE /api/posts/:id/editing': 'likewise',
  'PUT /api/admin/pages/:id/editing': 'likewise',
  'DELETE /api/admin/pages/:id/editing': 'likewise',
  'PATCH /api/admin/pictures/:name': 'changes no post, and can be written again',
  'DELETE /api/admin/pictures/:name': 'nothing shows a picture that is deleted',
  'POST /api/upload': 'nothing shows a picture before a post is saved with it',
  'POST /api/upload/from-address': 'likewise',
};

const calls = CALLS.filter(
  ({ access, method }) => (access === 'writer' || access === 'staff' || access === 'admin') && method !== 'GET',
).map(labelOf);

describe('every staff call that changes data', () => {
  let admin: TestUser;

  beforeAll(async () => {
    await resetFirestore();
    admin = await signIn({ role: 'admin' });
  });

  it('is in the table', () => {
    expect(Object.keys(ACTS).sort()).toEqual([...calls].sort());
  });

  it.each(Object.entries(ACTS).flatMap(([name, act]) => (typeof act === 'string' ? [] : [[name, act] as const])))(
    'logs %s',
    async (name, [action, given, body]) => {
      const logged = db.collection('audit').where('actorId', '==', admin.id).where('action', '==', action).count();
      const params = (await given?.(admin)) ?? {};
      const [method = '', path = ''] = name.split(' ');
      const before = (await logged.get()).data().count;

      const sent = typeof body === 'function' ? body(params) : body;
      const answer = await send(method, pathWith(path, params), { user: admin, body: sent });

      expect(answer.status).toBeLessThan(300);
      expect((await logged.get()).data().count).toBe(before + 1);
    },
  );
});

describe('GET /api/admin/activity', () => {
  let admin: TestUser;
  let moderator: TestUser;

  beforeEach(async () => {
    await resetFirestore();
    admin = await signIn({ role: 'admin', displayName: 'Zoe' });
    moderator = await signIn({ role: 'moderator', displayName: 'Max' });
  });

  it('lists who did what to whom and when, with the states before and after, newest first', async () => {
    const reader = await signIn({ displayName: 'Ada' });
    const post = (await api.post('/api/posts', { title: 'First', content: 'Words' }, moderator)).body;
    clock.advance(1_000);
    await api.patch(`/api/posts/${post.id}`, { title: 'Second', content: 'More words' }, moderator);
    clock.advance(1_000);
    await api.patch(`/api/admin/users/${reader.id}/role`, { role: 'moderator' }, admin);

    const { status, body, headers } = await api.get('/api/admin/activity', admin);

    expect([status, headers.get('x-total-count')]).toEqual([200, '3']);
    expect(body).toMatchObject([
      {
        actor: { displayName: 'Zoe' },
        action: 'user.role',
        target: { kind: 'users', id: reader.id, name: 'Ada' },
        before: { role: 'user' },
        after: { role: 'moderator' },
        at: expect.stringMatching(/^20.*Z$/),
      },
      {
        actor: { displayName: 'Max' },
        action: 'post.edit',
        target: { kind: 'posts', id: post.id, name: 'Second' },
        before: { title: 'First', contentLength: 5 },
        after: { title: 'Second', contentLength: 10 },
      },
      { action: 'post.create', before: null, after: { title: 'First', isPublished: false } },
    ]);
  });

  it('filters by person, action, target and time together, page by page', async () => {
    const ids: string[] = [];
    const start = clock.now().toISOString();
    for (const actor of [admin, moderator]) {
      for (let n = 0; n < 3; n += 1) {
        const { id } = (await api.post('/api/posts', { title: `T${n}`, content: 'C' }, actor)).body;
        ids.push(id);
        clock.advance(1_000);
        await api.patch(`/api/posts/${id}`, { isPublished: true }, actor);
        clock.advance(1_000);
      }
    }
    const list = async (query: Record<string, string>) => {
      const answer = await api.get(`/api/admin/activity?${new URLSearchParams(query)}`, admin);
      expect(answer.text).not.toContain('requires');
      expect(answer.headers.get('x-total-count')).toBe(String(answer.body.length));
      return answer.body.length as number;
    };

    const [targetId = '', actorId, action] = [ids[0], admin.id, 'post.publish'];
    expect(await list({})).toBe(12);
    expect(await list({ actorId })).toBe(6);
    expect(await list({ action })).toBe(6);
    expect(await list({ targetId })).toBe(2);
    expect(await list({ actorId, action })).toBe(3);
    expect(await list({ actorId, targetId })).toBe(2);
    expect(await list({ action, targetId })).toBe(1);
    expect(await list({ actorId: moderator.id, action, targetId })).toBe(0);
    expect(await list({ actorId, action, targetId, since: start, until: clock.now().toISOString() })).toBe(1);
    expect(await list({ until: start })).toBe(0);
    const page = await api.get('/api/admin/activity?limit=10', admin);
    expect((await api.get(nextOf(page) ?? '', admin)).body).toHaveLength(2);
    expect((await api.get('/api/admin/activity?action=nothing', admin)).status).toBe(400);
  });

  it('lists older entries, and those without an account', async () => {
    const at = clock.now();
    const entry = { target: `users/${admin.id}`, before: null, after: { at }, at };
    await db.doc('audit/one').set({ ...entry, actorId: 'set-role', action: 'user.role', schemaVersion: 1 });
    await db.doc('audit/two').set({ ...entry, actorId: 'gone', action: 'user.praise', target: 'users/gone' });
    const scheduled = { actorId: 'scheduler', onBehalfOf: moderator.id, action: 'post.publish', name: 'T' };
    await db.doc('audit/zero').set({ ...entry, ...scheduled, target: 'posts/p/revisions/r' });

    const { body } = await api.get('/api/admin/activity', admin);

    expect(body).toMatchObject([
      { actor: null, onBehalfOf: { displayName: 'Max' }, target: { kind: 'posts', id: 'p/revisions/r', name: 'T' } },
      { actor: { id: 'gone', displayName: null }, action: 'user.praise', target: { name: null } },
      { actor: null, actorId: 'set-role', target: { name: 'Zoe' }, after: { at: at.toISOString() } },
    ]);
  });

  it('keeps entries forever, except frequent ones', async () => {
    const { id } = (await api.post('/api/posts', { title: 'T', content: 'C' }, moderator)).body;
    await api.patch(`/api/posts/${id}`, { title: 'New' }, moderator);

    const keptMs = (await storedActs()).map(({ action, at, expireAt }) => [
      action,
      expireAt === undefined ? null : expireAt.toMillis() - at.toMillis(),
    ]);

    expect(Object.fromEntries(keptMs)).toEqual({ 'post.create': null, 'post.edit': ACTIVITY_KEPT_MS['post.edit'] });
  });
});

describe('the log of roles and blocks', () => {
  it('ends with the current role and block after concurrent changes', async () => {
    await resetFirestore();
    const random = createRandom(20_261_121);
    const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const ids = Array.from({ length: 12 }, (_, n) => `u${n}`);
    const accountOf = (id: string, role: Role = 'user') => {
      const record = { uid: id, email: `${id}@example.org`, metadata: { creationTime: clock.now().toISOString() } };
      return { ...newAccount(record as Parameters<typeof newAccount>[0], clock.now()), role };
    };
    const instances = [
      createUserRepository(db, createPictureTable(db)),
      createUserRepository(db, createPictureTable(db)),
    ];
    const [first] = instances;
    // The command line creates the first admin, and a seed another one. Everybody else signs up.
    await first?.grantRole(accountOf('u0'), 'admin', { actorId: 'set-role', at: clock.now() });
    await first?.createIfAbsent(accountOf('u1', 'admin'));
    for (const id of ids) await first?.createIfAbsent(accountOf(id));

    const act = () => {
      const [users, actor, target] = [oneOf(instances), oneOf(['u0', 'u1', ...ids]), oneOf(ids)];
      if (random() < 0.5) return users.changeRole(actor, target, oneOf(['user', 'moderator', 'admin']), clock.now());
      return users.setBlocked(actor, target, random() < 0.6, clock.now());
    };
    for (let round = 0; round < 20; round += 1) {
      await Promise.all([act(), act(), act()]);
      clock.advance(1);
    }

    const standing = new Map(ids.map((id) => [`users/${id}`, { role: 'user', isBlocked: false }]));
    const { docs } = await db.collection('audit').get();
    const inOrder = docs.sort((a, b) => (a.createTime.valueOf() < b.createTime.valueOf() ? -1 : 1));
    for (const entry of inOrder) {
      const before = standing.get(entry.get('target'));
      if (entry.get('before')) expect(before).toMatchObject(entry.get('before'));
      standing.set(entry.get('target'), { role: 'user', isBlocked: false, ...before, ...entry.get('after') });
    }
    const today = Object.entries(await storedAll('users')).map(([id, { role, isBlocked }]) => [
      `users/${id}`,
      { role, isBlocked },
    ]);
    expect(Object.fromEntries(standing)).toEqual(Object.fromEntries(today));
    expect(docs.length).toBeGreaterThan(8);
  });
});
