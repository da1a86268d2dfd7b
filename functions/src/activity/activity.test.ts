import { ACTIVITY_KEPT_MS } from '@inkwell/shared/activity';
import { api as contract } from '@inkwell/shared/api';
import type { EndpointDefinition } from '@inkwell/shared/endpoint';
import type { Role } from '@inkwell/shared/roles';
import { createRandom } from '@inkwell/shared/testing/random';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createJobTable } from '../jobs/jobs.repository.ts';
import { createPictureTable } from '../pictures/pictures.repository.ts';
import { api, type TestAnswer } from '../testing/api.ts';
import { seedCategory, seedPost, storedActs, storedAll } from '../testing/posts.ts';
import { clock, db, dependencies, resetFirestore } from '../testing/server.ts';
import { signIn, type TestUser } from '../testing/users.ts';
import { newAccount } from '../users/accounts.service.ts';
import { createUserRepository } from '../users/users.repository.ts';

/** A staff call, and the log entry expected afterwards. */
interface Act {
  readonly action: string;
  readonly call: (admin: TestUser) => Promise<TestAnswer>;
}

const comment = async (admin: TestUser) => {
  const post = await seedPost();
  return (await api.post(`/api/posts/${post.id}/comments`, { content: 'Hello' }, admin)).body.id as string;
};

let redirects = 0;
const redirect = async (admin: TestUser) => {
  redirects += 1;
  return (await api.post('/api/admin/redirects', { from: `/old-${redirects}`, to: '/posts' }, admin)).body.id as string;
};

let tags = 0;
const tag = async (admin: TestUser) => {
  tags += 1;
  return (await api.post('/api/admin/tags', { name: `Tag ${tags}` }, admin)).body.id as string;
};

let series = 0;
const oneSeries = async (admin: TestUser) => {
  series += 1;
  return (await api.post('/api/admin/series', { name: `Series ${series}` }, admin)).body.id as string;
};

/** A series of one post, which has the second place. */
const seriesOfOne = async (admin: TestUser) => {
  const seriesId = await oneSeries(admin);
  const text = { title: 'T', content: 'C', seriesId, seriesPlace: 2 };
  return { seriesId, postId: (await api.post('/api/posts', text, admin)).body.id as string };
};

let pages = 0;
const page = async (admin: TestUser) => {
  pages += 1;
  return (await api.post('/api/admin/pages', { title: `Page ${pages}`, content: 'C' }, admin)).body.id as string;
};

const guest = async (admin: TestUser) =>
  (await api.post('/api/admin/authors', { name: 'Grace Hopper' }, admin)).body.id as string;

/** Unpublishes all posts of a category, which has one. */
const bulkRun = async (admin: TestUser) => {
  const { id: categoryId } = await seedCategory();
  await seedPost({ categoryId });
  return api.post('/api/admin/posts/bulk/runs', { action: 'unpublish', filter: { categoryId }, count: 1 }, admin);
};

/** An issue of the newsletter that can be sent, after these acts. */
async function anIssue(admin: TestUser, ...acts: readonly string[]): Promise<string> {
  await api.patch('/api/admin/settings', { postalAddress: '1 Harbour Road, Kiel' }, admin);
  const { id } = (await api.post(ISSUES, { subject: 'S', content: 'C' }, admin)).body;
  for (const act of acts) await api.post(`${ISSUES}/${id}/${act}`, undefined, admin);
  return id;
}

const ISSUES = '/api/admin/newsletter/issues';

/** An import that can be started. */
async function anImport(admin: TestUser): Promise<string> {
  const { id, objectName } = (await api.post('/api/admin/imports/upload-slot', { bytes: 5 }, admin)).body;
  await (await dependencies.bucket()).file(objectName).save('email', { resumable: false });
  const input = { kind: 'subscribers', name: 'list.csv', file: id };
  return (await api.post('/api/admin/imports', input, admin)).body.id;
}

/** An act on an issue that is being sent. */
const sending = (verb: 'pause' | 'resume' | 'cancel') => async (admin: TestUser) => {
  const id = await anIssue(admin);
  const status = verb === 'resume' ? 'paused' : 'sending';
  await db.doc(`newsletterIssues/${id}`).update({ status, startedAt: clock.now(), isFrozen: true });
  return api.post(`${ISSUES}/${id}/${verb}`, undefined, admin);
};

/** Every staff call that changes data: how to make it, or why it is not logged. */
const ACTS: Readonly<Record<string, Act | string>> = {
  'POST /api/posts': {
    action: 'post.create',
    call: (admin) => api.post('/api/posts', { title: 'T', content: 'C' }, admin),
  },
  'PATCH /api/posts/:id': {
    action: 'post.edit',
    call: async (admin) => api.patch(`/api/posts/${(await seedPost()).id}`, { title: 'New' }, admin),
  },
  'DELETE /api/posts/:id': {
    action: 'post.delete',
    call: async (admin) => api.delete(`/api/posts/${(await seedPost()).id}`, admin),
  },
  'POST /api/posts/:id/undelete': {
    action: 'post.undelete',
    async call(admin) {
      const { id } = await seedPost();
      await api.delete(`/api/posts/${id}`, admin);
      return api.post(`/api/posts/${id}/undelete`, undefined, admin);
    },
  },
  'POST /api/posts/:id/revisions/:revisionId/restore': {
    action: 'post.restore',
    async call(admin) {
      const { id } = await seedPost();
      await api.patch(`/api/posts/${id}`, { title: 'New' }, admin);
      const [, first] = (await api.get(`/api/posts/${id}/revisions`, admin)).body;
      return api.post(`/api/posts/${id}/revisions/${first.id}/restore`, {}, admin);
    },
  },
  'POST /api/admin/posts/bulk': {
    action: 'post.unpublish',
    call: async (admin) =>
      api.post('/api/admin/posts/bulk', { action: 'unpublish', ids: [(await seedPost()).id] }, admin),
  },
  'POST /api/admin/posts/bulk/runs': { action: 'post.unpublish', call: bulkRun },
  'PATCH /api/admin/posts/bulk/runs/:id': {
    action: 'post.publish',
    async call(admin) {
      const { id } = (await bulkRun(admin)).body;
      return api.patch(`/api/admin/posts/bulk/runs/${id}`, { wanted: 'undone' }, admin);
    },
  },
  'POST /api/posts/:id/preview': {
    action: 'post.preview',
    call: async (admin) => api.post(`/api/posts/${(await seedPost()).id}/preview`, undefined, admin),
  },
  'DELETE /api/posts/:id/preview': {
    action: 'post.preview-end',
    async call(admin) {
      const { id } = await seedPost();
      await api.post(`/api/posts/${id}/preview`, undefined, admin);
      return api.delete(`/api/posts/${id}/preview`, admin);
    },
  },
  'PATCH /api/admin/posts/:id/comments': {
    action: 'post.comments',
    call: async (admin) => api.patch(`/api/admin/posts/${(await seedPost()).id}/comments`, { access: 'off' }, admin),
  },
  'POST /api/admin/pages': {
    action: 'page.create',
    call: (admin) => api.post('/api/admin/pages', { title: 'About', content: 'C' }, admin),
  },
  'PATCH /api/admin/pages/:id': {
    action: 'page.edit',
    call: async (admin) => api.patch(`/api/admin/pages/${await page(admin)}`, { title: 'Us' }, admin),
  },
  'DELETE /api/admin/pages/:id': {
    action: 'page.delete',
    call: async (admin) => api.delete(`/api/admin/pages/${await page(admin)}`, admin),
  },
  'POST /api/admin/pages/:id/revisions/:revisionId/restore': {
    action: 'page.restore',
    async call(admin) {
      const id = await page(admin);
      await api.patch(`/api/admin/pages/${id}`, { title: 'New' }, admin);
      const [, first] = (await api.get(`/api/admin/pages/${id}/revisions`, admin)).body;
      return api.post(`/api/admin/pages/${id}/revisions/${first.id}/restore`, {}, admin);
    },
  },
  'POST /api/admin/pages/:id/preview': {
    action: 'page.preview',
    call: async (admin) => api.post(`/api/admin/pages/${await page(admin)}/preview`, undefined, admin),
  },
  'DELETE /api/admin/pages/:id/preview': {
    action: 'page.preview-end',
    async call(admin) {
      const path = `/api/admin/pages/${await page(admin)}/preview`;
      await api.post(path, undefined, admin);
      return api.delete(path, admin);
    },
  },
  'POST /api/admin/pages/privacy': {
    action: 'page.create',
    call: (admin) => api.post('/api/admin/pages/privacy', undefined, admin),
  },
  'POST /api/admin/pages/:id/undelete': {
    action: 'page.undelete',
    async call(admin) {
      const id = await page(admin);
      await api.delete(`/api/admin/pages/${id}`, admin);
      return api.post(`/api/admin/pages/${id}/undelete`, undefined, admin);
    },
  },
  'POST /api/categories': {
    action: 'category.create',
    call: (admin) => api.post('/api/categories', { name: 'Travel' }, admin),
  },
  'POST /api/admin/redirects': {
    action: 'redirect.create',
    call: (admin) => api.post('/api/admin/redirects', { from: '/old', to: '/posts' }, admin),
  },
  'POST /api/admin/redirects/import': {
    action: 'redirect.create',
    call: (admin) => api.post('/api/admin/redirects/import', { rows: [{ from: '/older', to: '/posts' }] }, admin),
  },
  'PATCH /api/admin/redirects/:id': {
    action: 'redirect.change',
    call: async (admin) => api.patch(`/api/admin/redirects/${await redirect(admin)}`, { status: 302 }, admin),
  },
  'DELETE /api/admin/redirects/:id': {
    action: 'redirect.delete',
    call: async (admin) => api.delete(`/api/admin/redirects/${await redirect(admin)}`, admin),
  },
  'PATCH /api/admin/categories/:id': {
    action: 'category.change',
    call: async (admin) => api.patch(`/api/admin/categories/${(await seedCategory()).id}`, { name: 'Food' }, admin),
  },
  'PUT /api/admin/categories/order': {
    action: 'category.order',
    call: async (admin) => api.put('/api/admin/categories/order', { ids: [(await seedCategory()).id] }, admin),
  },
  'DELETE /api/admin/categories/:id': {
    action: 'category.delete',
    call: async (admin) => api.delete(`/api/admin/categories/${(await seedCategory()).id}`, admin),
  },
  'POST /api/admin/categories/:id/merge': {
    action: 'category.merge',
    async call(admin) {
      const [{ id }, { id: into }] = [await seedCategory(), await seedCategory()];
      return api.post(`/api/admin/categories/${id}/merge`, { into }, admin);
    },
  },
  'POST /api/admin/authors': {
    action: 'author.create',
    call: (admin) => api.post('/api/admin/authors', { name: 'Grace Hopper' }, admin),
  },
  'PATCH /api/admin/authors/:id': {
    action: 'author.change',
    call: async (admin) => api.patch(`/api/admin/authors/${await guest(admin)}`, { text: 'Navy' }, admin),
  },
  'DELETE /api/admin/authors/:id': {
    action: 'author.delete',
    call: async (admin) => api.delete(`/api/admin/authors/${await guest(admin)}`, admin),
  },
  'POST /api/admin/authors/:id/join': {
    action: 'author.join',
    call: async (admin) => api.post(`/api/admin/authors/${await guest(admin)}/join`, { userId: admin.id }, admin),
  },
  'POST /api/admin/tags': {
    action: 'tag.create',
    call: (admin) => api.post('/api/admin/tags', { name: 'Tea' }, admin),
  },
  'PATCH /api/admin/tags/:id': {
    action: 'tag.change',
    call: async (admin) => api.patch(`/api/admin/tags/${await tag(admin)}`, { description: 'Leaves' }, admin),
  },
  'DELETE /api/admin/tags/:id': {
    action: 'tag.delete',
    call: async (admin) => api.delete(`/api/admin/tags/${await tag(admin)}`, admin),
  },
  'POST /api/admin/tags/:id/merge': {
    action: 'tag.merge',
    call: async (admin) => api.post(`/api/admin/tags/${await tag(admin)}/merge`, { into: await tag(admin) }, admin),
  },
  'POST /api/admin/series': {
    action: 'series.create',
    call: (admin) => api.post('/api/admin/series', { name: 'A house in winter' }, admin),
  },
  'PATCH /api/admin/series/:id': {
    action: 'series.change',
    call: async (admin) => api.patch(`/api/admin/series/${await oneSeries(admin)}`, { description: 'D' }, admin),
  },
  'DELETE /api/admin/series/:id': {
    action: 'series.delete',
    call: async (admin) => api.delete(`/api/admin/series/${await oneSeries(admin)}`, admin),
  },
  'PUT /api/admin/series/:id/order': {
    action: 'post.edit',
    async call(admin) {
      const { seriesId, postId } = await seriesOfOne(admin);
      return api.put(`/api/admin/series/${seriesId}/order`, { ids: [postId] }, admin);
    },
  },
  'PATCH /api/admin/series/:id/order': {
    action: 'post.edit',
    async call(admin) {
      const { seriesId, postId } = await seriesOfOne(admin);
      const second = { title: 'T', content: 'C', seriesId, seriesPlace: 5 };
      const { id } = (await api.post('/api/posts', second, admin)).body;
      return api.patch(`/api/admin/series/${seriesId}/order`, { id: postId, after: id }, admin);
    },
  },
  'PATCH /api/admin/comments/:id': {
    action: 'comment.hide',
    call: async (admin) => api.patch(`/api/admin/comments/${await comment(admin)}`, { state: 'hidden' }, admin),
  },
  'PATCH /api/admin/comments': {
    action: 'comment.hide',
    call: async (admin) => api.patch('/api/admin/comments', { ids: [await comment(admin)], state: 'hidden' }, admin),
  },
  'POST /api/admin/users/:id/comments/hide': {
    action: 'comments.hide-all',
    call: async (admin) => api.post(`/api/admin/users/${(await signIn()).id}/comments/hide`, undefined, admin),
  },
  'POST /api/admin/users/:id/comments/show': {
    action: 'comments.show-all',
    call: async (admin) => api.post(`/api/admin/users/${(await signIn()).id}/comments/show`, undefined, admin),
  },
  'PATCH /api/admin/settings': {
    action: 'settings.change',
    call: (admin) => api.patch('/api/admin/settings', { comments: { holdFirst: 2 } }, admin),
  },
  'DELETE /api/admin/users/:id': {
    action: 'user.delete',
    call: async (admin) => api.delete(`/api/admin/users/${(await signIn()).id}`, admin),
  },
  'POST /api/admin/users/:id/block': {
    action: 'user.block',
    call: async (admin) => api.post(`/api/admin/users/${(await signIn()).id}/block`, undefined, admin),
  },
  'POST /api/admin/users/:id/unblock': {
    action: 'user.unblock',
    call: async (admin) =>
      api.post(`/api/admin/users/${(await signIn({ isBlocked: true })).id}/unblock`, undefined, admin),
  },
  'POST /api/admin/invitations': {
    action: 'invitation.create',
    call: (admin) => api.post('/api/admin/invitations', { email: 'ada@example.com', writing: 'author' }, admin),
  },
  'POST /api/admin/newsletter/issues': {
    action: 'issue.create',
    call: (admin) => api.post(ISSUES, { subject: 'S', content: 'C' }, admin),
  },
  'PATCH /api/admin/newsletter/issues/:id': 'nobody gets a draft',
  'DELETE /api/admin/newsletter/issues/:id': {
    action: 'issue.delete',
    call: async (admin) => api.delete(`${ISSUES}/${await anIssue(admin)}`, admin),
  },
  'POST /api/admin/newsletter/issues/:id/test': 'nobody but the caller gets it',
  'POST /api/admin/newsletter/issues/:id/send': {
    action: 'issue.send',
    call: async (admin) => api.post(`${ISSUES}/${await anIssue(admin)}/send`, undefined, admin),
  },
  'POST /api/admin/newsletter/issues/:id/pause': { action: 'issue.pause', call: sending('pause') },
  'POST /api/admin/newsletter/issues/:id/resume': { action: 'issue.resume', call: sending('resume') },
  'POST /api/admin/newsletter/issues/:id/cancel': { action: 'issue.cancel', call: sending('cancel') },
  'POST /api/admin/newsletter/issues/:id/decisions': {
    action: 'issue.decide',
    async call(admin) {
      const id = await anIssue(admin, 'send');
      await db.doc('mail/m1').set({ issueId: id, state: 'unconfirmed' });
      return api.post(`${ISSUES}/${id}/decisions`, { ids: ['m1'], decision: 'submitted' }, admin);
    },
  },
  'POST /api/admin/newsletter/audience': 'counts, and changes nothing',
  'POST /api/admin/newsletter/preview': 'stores nothing',
  'POST /api/admin/newsletter/post-text': 'likewise',
  'DELETE /api/admin/newsletter/subscribers/:id': {
    action: 'subscriber.remove',
    async call(admin) {
      await db.doc('subscribers/s1').set({ email: 's@example.com', isConfirmed: true, subscribedAt: clock.now() });
      return api.delete('/api/admin/newsletter/subscribers/s1', admin);
    },
  },
  'PUT /api/admin/newsletter/imports/:id/parts/:part': 'imports nothing before the import begins',
  'POST /api/admin/newsletter/imports/:id': {
    action: 'subscribers.import',
    async call(admin) {
      const rows = [{ line: 1, email: 'imported@example.com' }];
      await api.put('/api/admin/newsletter/imports/i1/parts/0', { rows }, admin);
      const consent = { kind: 'ask', source: 'list' };
      return api.post('/api/admin/newsletter/imports/i1', { parts: 1, consent }, admin);
    },
  },
  'POST /api/admin/exports': {
    action: 'content.export',
    call: (admin) => api.post('/api/admin/exports', undefined, admin),
  },
  'POST /api/admin/imports/upload-slot': 'stores nothing that anybody sees',
  'POST /api/admin/imports': 'the first pass writes nothing public',
  'POST /api/admin/imports/:id/start': {
    action: 'content.import',
    call: async (admin) => api.post(`/api/admin/imports/${await anImport(admin)}/start`, undefined, admin),
  },
  'POST /api/admin/imports/:id/pause': 'the record says who began it',
  'DELETE /api/admin/imports/:id': 'likewise; what it brought stays',
  'DELETE /api/admin/invitations/:id': {
    action: 'invitation.revoke',
    async call(admin) {
      const { body } = await api.post('/api/admin/invitations', { email: 'eve@example.com', role: 'moderator' }, admin);
      return api.delete(`/api/admin/invitations/${body.id}`, admin);
    },
  },
  'PATCH /api/admin/users/:id/writing': {
    action: 'user.writing',
    call: async (admin) =>
      api.patch(`/api/admin/users/${(await signIn()).id}/writing`, { writing: 'contributor' }, admin),
  },
  'PATCH /api/admin/users/:id/role': {
    action: 'user.role',
    call: async (admin) => api.patch(`/api/admin/users/${(await signIn()).id}/role`, { role: 'moderator' }, admin),
  },
  'POST /api/notifications': {
    action: 'broadcast.send',
    call: (admin) => api.post('/api/notifications', { title: 'News', message: 'All is well' }, admin),
  },
  'POST /api/admin/migrate-to-firebase': {
    action: 'storage.migrate',
    call: (admin) => api.post('/api/admin/migrate-to-firebase', undefined, admin),
  },
  'POST /api/admin/mail/suppressions': {
    action: 'suppression.create',
    call: (admin) => api.post('/api/admin/mail/suppressions', { email: 'ada@example.com', remark: 'Asked' }, admin),
  },
  'POST /api/admin/mail/suppressions/:id/free': {
    action: 'suppression.free',
    async call(admin) {
      const input = { email: 'bob@example.com', remark: 'Asked' };
      const { body } = await api.post('/api/admin/mail/suppressions', input, admin);
      return api.post(`/api/admin/mail/suppressions/${body.id}/free`, { remark: 'By phone' }, admin);
    },
  },
  'POST /api/admin/jobs/:id/retry': {
    action: 'job.retry',
    async call(admin) {
      const job = { id: 'stuck', kind: 'schema.migrate', params: { to: 2 }, about: null, createdBy: 'system' } as const;
      await createJobTable(db).create(job, clock.now());
      await db.doc('jobs/stuck').update({ status: 'failed', dueAt: null });
      return api.post('/api/admin/jobs/stuck/retry', undefined, admin);
    },
  },
  'PUT /api/drafts/:key': 'nobody but its writer sees a draft of an edit',
  'PATCH /api/drafts/:key': 'likewise',
  'POST /api/posts/:id/review': {
    action: 'post.submit',
    async call(admin) {
      const { id } = await seedPost({ isPublished: false, authorId: admin.id });
      return api.post(`/api/posts/${id}/review`, undefined, admin);
    },
  },
  'POST /api/posts/:id/review/withdraw': {
    action: 'post.withdraw',
    async call(admin) {
      const { id } = await seedPost({ isPublished: false, authorId: admin.id });
      await api.post(`/api/posts/${id}/review`, undefined, admin);
      return api.post(`/api/posts/${id}/review/withdraw`, undefined, admin);
    },
  },
  'POST /api/posts/:id/notes': 'seen by the authors of the post and staff only, and gone with the post',
  'PATCH /api/posts/:id/notes/:noteId': 'likewise',
  'DELETE /api/posts/:id/notes/:noteId': 'likewise',
  'POST /api/posts/:id/review/take': {
    action: 'post.take',
    async call(admin) {
      const { id } = await seedPost({ isPublished: false, authorId: admin.id });
      await api.post(`/api/posts/${id}/review`, undefined, admin);
      return api.post(`/api/posts/${id}/review/take`, undefined, admin);
    },
  },
  'POST /api/posts/:id/review/return': {
    action: 'post.return',
    async call(admin) {
      const { id } = await seedPost({ isPublished: false, authorId: admin.id });
      await api.post(`/api/posts/${id}/review`, undefined, admin);
      return api.post(`/api/posts/${id}/review/return`, undefined, admin);
    },
  },
  'PUT /api/posts/:id/editing': 'changes nothing, and lasts a minute',
  'DELETE /api/posts/:id/editing': 'likewise',
  'PUT /api/admin/pages/:id/editing': 'likewise',
  'DELETE /api/admin/pages/:id/editing': 'likewise',
  'PATCH /api/admin/pictures/:name': 'changes no post, and can be written again',
  'DELETE /api/admin/pictures/:name': 'nothing shows a picture that is deleted',
  'POST /api/upload': 'nothing shows a picture before a post is saved with it',
};

const calls = Object.values(contract)
  .flatMap((area): EndpointDefinition[] => Object.values(area))
  .filter(({ access, method }) => (access === 'writer' || access === 'staff' || access === 'admin') && method !== 'GET')
  .map(({ method, path }) => `${method} ${path}`);

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
    async (_name, { action, call }) => {
      const logged = db.collection('audit').where('actorId', '==', admin.id).where('action', '==', action).count();
      const before = (await logged.get()).data().count;

      const answer = await call(admin);

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
    const next = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    expect((await api.get(next, admin)).body).toHaveLength(2);
    expect((await api.get('/api/admin/activity?action=nothing', admin)).status).toBe(400);
  });

  it('is for admins only', async () => {
    expect((await api.get('/api/admin/activity')).status).toBe(401);
    expect((await api.get('/api/admin/activity', await signIn())).status).toBe(403);
    expect((await api.get('/api/admin/activity', moderator)).status).toBe(403);
  });

  it('lists older entries, and those without an account', async () => {
    const at = clock.now();
    const entry = { target: `users/${admin.id}`, before: null, after: { at }, at };
    await db.doc('audit/one').set({ ...entry, actorId: 'set-role', action: 'user.role', schemaVersion: 1 });
    await db.doc('audit/two').set({ ...entry, actorId: 'gone', action: 'user.praise', target: 'users/gone' });

    const { body } = await api.get('/api/admin/activity', admin);

    expect(body).toMatchObject([
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
    // The first admin is made by the command line, another one by a seed; everybody else signs up.
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
