import { JOB_ATTEMPTS } from '@inkwell/shared/jobs';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createContent } from '../compose/content.ts';
import { createJobs } from '../compose/jobs.ts';
import { createJobTable } from '../jobs/jobs.repository.ts';
import { api, send } from '../testing/api.ts';
import { aComment, recount, storeComments } from '../testing/comments.ts';
import { seedPost, stored, storedActs, storedAll, storedPost } from '../testing/posts.ts';
import { clock, db, dependencies, resetFirestore, responseCache } from '../testing/server.ts';
import { signIn, storeRecord, type TestUser } from '../testing/users.ts';
import { personJobId } from './person.job.ts';

const AGED = { ageMs: 2 * 86_400_000 };

let post: { id: string };
let author: TestUser;
let reader: TestUser;
let moderator: TestUser;
let admin: TestUser;

beforeAll(async () => {
  [author, reader, moderator, admin] = await Promise.all([
    signIn({ displayName: 'Mary Shelley', hasRecord: false }),
    signIn({ hasRecord: false }),
    signIn({ hasRecord: false }),
    signIn({ hasRecord: false }),
  ]);
});

beforeEach(async () => {
  await resetFirestore();
  // Keeps an upgrade out of the list of jobs.
  await createJobs(dependencies).dataVersion.noteNewest();
  // Lets cached settings of earlier tests expire.
  clock.advance(61_000);
  await Promise.all([
    storeRecord(author, AGED),
    storeRecord(reader, AGED),
    storeRecord(moderator, { role: 'moderator' }),
    storeRecord(admin, { role: 'admin' }),
  ]);
  post = await seedPost({ title: 'Harbour' });
});

const pathOf = ({ id }: { id: string }) => `/api/posts/${id}/comments`;

async function comment(content: string, { by = author, on = post, parentId = null as string | null } = {}) {
  clock.advance(2_500);
  const { status, body } = await api.post(pathOf(on), { content, parentId }, by);
  expect(status).toBe(201);
  return body as { id: string };
}

const contentsOf = (items: readonly { content: string }[]) => items.map(({ content }) => content);
const moderate = (id: string, body: unknown, by = moderator) => api.patch(`/api/admin/comments/${id}`, body, by);
const listed = async (query = '', by = moderator) => api.get(`/api/admin/comments${query}`, by);

describe('a hidden comment', () => {
  it('is invisible to readers, shown to its author with the reason, and can be shown again unchanged', async () => {
    const { id } = await comment('Abusive words');
    await comment('Kind words', { by: reader });
    const before = await api.get(pathOf(post));

    expect((await moderate(id, { state: 'hidden', reason: 'Against the rules' })).body).toMatchObject({
      state: 'hidden',
      reason: 'Against the rules',
      content: 'Abusive words',
      post: { id: post.id, title: 'Harbour' },
    });

    for (const viewer of [undefined, reader, moderator]) {
      expect((await api.get(pathOf(post), viewer)).text).not.toContain('Abusive');
      expect((await api.get(`/api/comments/${id}`, viewer)).status).toBe(404);
    }
    clock.advance(61_000);
    const analytics = await api.get('/api/admin/analytics', moderator);
    expect(analytics.body.totalComments).toBe(1);
    expect(JSON.stringify(analytics.body.recentActivity)).not.toContain('Mary Shelley commented');
    expect(await storedPost(post.id)).toMatchObject({ commentsCount: 1, popularity: 3 });
    const own = await api.get(pathOf(post), author);
    expect(own.body).toMatchObject([
      { content: 'Kind words', state: 'visible', reason: null },
      { content: 'Abusive words', state: 'hidden', reason: 'Against the rules' },
    ]);
    expect(own.headers.get('x-total-count')).toBe('1');
    const edit = async (by: TestUser) => (await api.patch(`/api/comments/${id}`, { content: 'Other' }, by)).text;
    expect(await edit(author)).toBe('This comment was hidden by the moderators.');

    await moderate(id, { state: 'visible' });

    expect(await edit(reader)).toBe('Forbidden');
    expect((await api.get(pathOf(post))).body).toEqual(before.body);
    // A CDN caches it no longer than an instance does.
    expect(before.headers.get('cache-control')).toBe('public, no-cache');
    expect(await storedPost(post.id)).toMatchObject({ commentsCount: 2, popularity: 6 });
    expect(await recount()).toEqual([]);
  });

  it('adds one audit entry per decision', async () => {
    const { id } = await comment('Words');

    for (const state of ['hidden', 'hidden', 'visible', 'visible']) await moderate(id, { state });

    expect(Object.values(await storedAll('audit')).filter(({ target }) => target === `comments/${id}`)).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({
          actorId: moderator.id,
          action: 'comment.hide',
          after: expect.objectContaining({ state: 'hidden' }),
        }),
        expect.objectContaining({
          actorId: moderator.id,
          action: 'comment.show',
          after: expect.objectContaining({ state: 'visible' }),
        }),
      ]),
    );
    expect(Object.values(await storedAll('audit')).filter(({ target }) => target === `comments/${id}`)).toHaveLength(2);
  });

  it('leaves a placeholder while it has visible replies', async () => {
    const start = await comment('Abusive start');
    const answer = await comment('Kind answer', { by: reader, parentId: start.id });
    await moderate(start.id, { state: 'hidden' });

    const [thread] = (await api.get(pathOf(post))).body;

    expect(thread).toMatchObject({ id: start.id, content: '', authorId: '', state: 'deleted', answersCount: 1 });
    expect(contentsOf(thread.answers)).toEqual(['Kind answer']);
    await moderate(answer.id, { state: 'hidden' });
    expect((await api.get(pathOf(post))).body).toEqual([]);
    expect(await storedPost(post.id)).toMatchObject({ commentsCount: 0, popularity: 0 });
    await moderate(answer.id, { state: 'visible' });
    await moderate(start.id, { state: 'visible' });
    expect((await api.get(pathOf(post))).body).toMatchObject([
      { content: 'Abusive start', answersCount: 1, answers: [{ content: 'Kind answer' }] },
    ]);
    expect(await recount()).toEqual([]);
  });
});

describe('the staff list of comments', () => {
  it('covers all posts, newest first, filtered by state, person and post, in pages', { tags: 'thorough' }, async () => {
    const other = await seedPost({ title: 'Other' });
    const first = await comment('First');
    await comment('Second', { by: reader });
    await comment('Third', { on: other });
    await comment('Answer', { by: reader, parentId: first.id });
    await moderate(first.id, { state: 'hidden' });

    const contents = async (query: string) => contentsOf((await listed(query)).body);

    expect(await contents('')).toEqual(['Answer', 'Third', 'Second', 'First']);
    expect(await contents('?state=visible')).toEqual(['Answer', 'Third', 'Second']);
    expect(await contents('?state=hidden')).toEqual(['First']);
    expect(await contents('?state=held')).toEqual([]);
    expect(await contents(`?userId=${author.id}`)).toEqual(['Third', 'First']);
    expect(await contents(`?state=visible&userId=${author.id}`)).toEqual(['Third']);
    expect(await contents(`?postId=${other.id}`)).toEqual(['Third']);
    expect(await contents(`?state=visible&postId=${post.id}&userId=${reader.id}`)).toEqual(['Answer', 'Second']);
    const page = await listed('?limit=3');
    expect(page.headers.get('x-total-count')).toBe('4');
    expect(contentsOf((await api.get(page.next, moderator)).body)).toEqual(['First']);
    expect(page.body[0]).toMatchObject({ starter: { content: 'First', state: 'hidden' }, post: { title: 'Harbour' } });
    for (const query of ['?sort=reports', '?state=held&sort=reports', '?state=reported&sort=reports&q=words'])
      expect((await listed(query)).status).toBe(400);
  });

  it('shows a comment with its thread, its reports and its earlier texts', async () => {
    const start = await comment('Start');
    const answer = await comment('Answer', { by: reader, parentId: start.id });
    await api.patch(`/api/comments/${answer.id}`, { content: 'Better' }, reader);
    await api.post(`/api/comments/${answer.id}/report`, { reason: 'Rude' }, author);

    const { body } = await api.get(`/api/admin/comments/${answer.id}`, moderator);

    expect(contentsOf(body.thread)).toEqual(['Start', 'Better']);
    expect(body).toMatchObject({
      comment: { id: answer.id, reportsCount: 1, starter: { id: start.id } },
      reports: [{ reason: 'Rude', reporter: { displayName: 'Mary Shelley', email: null }, email: null }],
      earlier: [{ content: 'Answer' }],
    });
    expect((await api.get(pathOf(post))).text).not.toContain('Answer"');
  });

  it('changes many comments of several posts at once, and skips missing ones', async () => {
    const other = await seedPost();
    const ids = [(await comment('One')).id, (await comment('Two', { on: other })).id, (await comment('Three')).id];
    await api.delete(`/api/comments/${ids[2]}`, author);

    const { body } = await api.patch('/api/admin/comments', { ids: [...ids, 'unknown'], state: 'hidden' }, moderator);

    expect(body.ids).toEqual(ids.slice(0, 2));
    expect((await storedPost(other.id))?.commentsCount).toBe(0);
    expect(await recount()).toEqual([]);
    expect((await api.patch('/api/admin/comments', { ids: [], state: 'hidden' }, moderator)).status).toBe(400);
  });
});

describe('all comments of a person', () => {
  it('are hidden and shown at once', async () => {
    const old = await seedPost();
    await api.post(pathOf(old), { content: 'Text of old' }, author);
    await comment('New');
    await comment('Kept', { by: reader });

    const hidden = await api.post(`/api/admin/users/${author.id}/comments/hide`, { reason: 'Spam' }, moderator);

    expect(hidden.body).toEqual({ changed: 2, isDone: true });
    expect(contentsOf((await api.get(pathOf(post))).body)).toEqual(['Kept']);
    expect((await api.get(pathOf(old))).body).toEqual([]);
    expect((await storedPost(old.id))?.commentsCount).toBe(0);
    expect(await recount()).toEqual([]);
    const shown = await api.post(`/api/admin/users/${author.id}/comments/show`, undefined, moderator);
    expect(shown.body).toEqual({ changed: 2, isDone: true });
    expect(contentsOf((await api.get(pathOf(old))).body)).toEqual(['Text of old']);
    expect(await recount()).toEqual([]);
    expect(Object.values(await storedAll('audit'))).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ action: 'comments.hide-all', target: `users/${author.id}` })]),
    );
  });

  it('are hidden by a job, with exact counts at the end', { tags: 'thorough' }, async () => {
    const stored = Array.from({ length: 205 }, (_, n) =>
      aComment({ id: `spam-${String(n).padStart(3, '0')}`, postId: post.id, authorId: author.id }),
    );
    await storeComments(stored);
    await db.doc(`posts/${post.id}`).update({ commentsCount: 205, popularity: 615 });

    const answer = await clock.stopped(() =>
      api.post(`/api/admin/users/${author.id}/comments/hide`, undefined, moderator),
    );

    expect(answer.body).toEqual({ changed: 205, isDone: true });
    expect(await storedPost(post.id)).toMatchObject({ commentsCount: 0, popularity: 0 });
    expect(Object.values(await storedAll('jobs'))).toMatchObject([
      { status: 'done', done: 205, createdBy: moderator.id },
    ]);
    expect((await listed('?state=hidden&limit=1')).headers.get('x-total-count')).toBe('205');
    expect(await recount()).toEqual([]);
  });

  it('get their previous state back: held, hidden individually or reported', async () => {
    const [plain, alone, decided, reported] = [
      await comment('Plain'),
      await comment('Alone'),
      await comment('Decided meanwhile'),
      await comment('Reported'),
    ];
    await storeComments([
      aComment({ id: 'held', postId: post.id, authorId: author.id, state: 'held', heldBy: 'links' }),
      aComment({ id: 'elsewhere', postId: 'gone', authorId: author.id }),
    ]);
    await moderate(alone.id, { state: 'hidden', reason: 'Rude' });
    await api.post(`/api/comments/${reported.id}/report`, { reason: 'Spam' }, reader);
    const act = (name: string) => api.post(`/api/admin/users/${author.id}/comments/${name}`, undefined, moderator);

    expect((await act('hide')).body).toEqual({ changed: 4, isDone: true });
    expect((await act('hide')).body).toEqual({ changed: 0, isDone: true });
    expect(contentsOf((await api.get(pathOf(post))).body)).toEqual([]);
    await moderate(decided.id, { state: 'hidden', reason: 'Off topic' });
    expect((await act('show')).body).toEqual({ changed: 3, isDone: true });

    const all = await storedAll('comments');
    expect(all[plain.id]).toMatchObject({ state: 'visible', reason: null, hiddenWith: null });
    expect(all.held).toMatchObject({ state: 'held', heldBy: 'links', hiddenWith: null });
    expect(all[alone.id]).toMatchObject({ state: 'hidden', reason: 'Rude', hiddenWith: null });
    expect(all[decided.id]).toMatchObject({ state: 'hidden', reason: 'Off topic', hiddenWith: null });
    expect(all[reported.id]).toMatchObject({ state: 'visible', reportsCount: 1, isReported: true });
    expect(await recount()).toEqual([]);
    expect((await act('show')).body).toEqual({ changed: 0, isDone: true });
  });

  it('that a block hid can be shown alone, unless all were hidden later', { tags: 'thorough' }, async () => {
    const { moderation } = createContent({ db, clock, beginJob: createJobs(dependencies).runner.begin });
    const change = (decision: Parameters<typeof moderation.changeAllOf>[2]) =>
      moderation.changeAllOf({ id: admin.id, role: 'admin' }, author.id, decision);
    await comment('First');
    await change({ isHidden: true });
    await comment('Second');

    await change({ isHidden: true, cause: 'block' });
    await change({ isHidden: false, cause: 'block' });

    responseCache.invalidate();
    expect(contentsOf((await api.get(pathOf(post))).body)).toEqual(['Second']);
    await change({ isHidden: true, cause: 'block' });
    await change({ isHidden: true });
    await change({ isHidden: false, cause: 'block' });
    responseCache.invalidate();
    expect((await api.get(pathOf(post))).body).toEqual([]);
    await change({ isHidden: false });
    responseCache.invalidate();
    expect(contentsOf((await api.get(pathOf(post))).body)).toEqual(['Second', 'First']);
  });

  it('are hidden and shown one job after the other, and the last request wins', async () => {
    const { id } = await comment('Text');
    const jobs = createJobTable(db);
    const act = (name: string) => api.post(`/api/admin/users/${author.id}/comments/${name}`, undefined, moderator);
    const stateOf = async () => (await storedAll('comments'))[id]?.state;
    await act('hide');
    await act('show');
    // Another instance works on the next request.
    const jobId = personJobId(author.id);
    const params = { userId: author.id, actorId: moderator.id, isHidden: true, reason: null, cause: 'all' };
    const job = { id: jobId, kind: 'comments.moderate', params, about: 'hiding', createdBy: moderator.id };
    await db.runTransaction((transaction) => jobs.follow(transaction, job, clock.now()));
    const leased = await jobs.claim(jobId, clock.now());
    if (!leased || leased === 'given-up') throw new Error('the job was not leased');

    const waiting = [await act('show'), await act('hide'), await act('show'), await act('hide')];

    expect(waiting.map(({ status, body }) => [status, body])).toEqual(
      waiting.map(() => [200, { changed: 0, isDone: false }]),
    );
    expect(await stateOf()).toBe('visible');
    expect(await jobs.finishPage(leased, { next: null, count: 0, total: null, goesOn: false }, clock.now())).toBe(
      'followed',
    );
    // A runner that is too late stores nothing.
    expect(await jobs.finishPage(leased, { next: null, count: 9, total: null, goesOn: false }, clock.now())).toBe(
      'lost',
    );
    await createJobs(dependencies).runner.run(1_000);
    expect(await stateOf()).toBe('hidden');
    expect(Object.values(await storedAll('jobs'))).toMatchObject([{ status: 'done', done: 1, following: null }]);
    expect(await recount()).toEqual([]);
  });

  it('are changed by the waiting job even if the previous job was given up', async () => {
    const { id } = await comment('Text');
    const jobs = createJobTable(db);
    const jobId = personJobId(author.id);
    const job = { id: jobId, kind: 'comments.moderate', params: { is: 'damaged' }, about: 'x', createdBy: 'system' };
    await db.runTransaction((transaction) => jobs.follow(transaction, job, clock.now()));
    await db.doc(`jobs/${jobId}`).update({ attempts: JOB_ATTEMPTS, dueAt: new Date(clock.now().getTime() + 60_000) });
    await api.post(`/api/admin/users/${author.id}/comments/hide`, undefined, moderator);
    clock.advance(61_000);

    await createJobs(dependencies).runner.run(1_000);

    expect((await storedAll('comments'))[id]?.state).toBe('hidden');
  });

  it.each([
    ['visitor', 401, 401, 401],
    ['reader', 403, 403, 403],
    ['moderator', 200, 403, 403],
    ['admin', 200, 200, 200],
  ] as const)(
    'are changed by a %s with these answers: of a reader %i, of a moderator %i, of an admin %i',
    async (role, ...statuses) => {
      const by = { visitor: undefined, reader, moderator, admin }[role];

      for (const act of ['hide', 'show']) {
        const answers = await Promise.all(
          [author, moderator, admin].map(({ id }) => api.post(`/api/admin/users/${id}/comments/${act}`, undefined, by)),
        );
        expect(answers.map(({ status }) => status)).toEqual(statuses);
      }
      const unknown = await api.post('/api/admin/users/unknown/comments/hide', undefined, by);
      expect(unknown.status).toBe(role === 'visitor' ? 401 : role === 'reader' ? 403 : 404);
    },
  );

  it('are hidden with a block if requested, and the blocked person can no longer act', async () => {
    const { id } = await comment('Spam');
    const kind = await comment('Kind', { by: reader });

    const blocked = await api.post(`/api/admin/users/${author.id}/block`, { hideComments: true }, admin);

    expect(blocked.body).toMatchObject({ id: author.id, isBlocked: true });
    expect(contentsOf((await api.get(pathOf(post))).body)).toEqual(['Kind']);
    const acts = [
      api.post(pathOf(post), { content: 'More' }, author),
      api.patch(`/api/comments/${id}`, { content: 'More' }, author),
      api.delete(`/api/comments/${id}`, author),
      api.post(`/api/comments/${kind.id}/report`, { reason: 'Revenge' }, author),
      api.post(`/api/posts/${post.id}/like`, {}, author),
    ];
    expect((await Promise.all(acts)).map(({ status, text }) => [status, text])).toEqual(
      acts.map(() => [403, 'Account blocked']),
    );
    expect(await storedPost(post.id)).toMatchObject({ commentsCount: 1, likesCount: 0 });
  });
});

describe('the comments that a block hid', () => {
  it.each([
    ['block', { hideComments: true }, 'hidden'],
    ['unblock', { showComments: true }, 'visible'],
  ])('follow the %s even if its instance dies right after it', async (act, body, state) => {
    const { id } = await comment('Spam');
    const call = (which: string, also: object) => api.post(`/api/admin/users/${author.id}/${which}`, also, admin);
    if (act === 'unblock') await call('block', { hideComments: true });
    const isChanged = async () => (await stored(`users/${author.id}`))?.isBlocked === (act === 'block');
    const run = db.runTransaction.bind(db);
    const transactions = vi.spyOn(db, 'runTransaction').mockImplementation(async (...given) => {
      if (await isChanged()) throw new Error('This instance is dead');
      return run(...given);
    });
    await call(act, body);
    transactions.mockRestore();
    expect(await isChanged()).toBe(true);

    await createJobs(dependencies).runner.run(1_000);

    expect((await storedAll('comments'))[id]).toMatchObject({ state });
    const actions = Object.values(await storedAll('audit')).map(({ action }) => action);
    expect(actions).toEqual(
      expect.arrayContaining([`user.${act}`, act === 'block' ? 'comments.hide-all' : 'comments.show-all']),
    );
    expect(await recount()).toEqual([]);
  });

  it('include no comments from calls that were accepted before the block', { tags: 'thorough' }, async () => {
    const { id } = await comment('Deleted');
    await api.delete(`/api/comments/${id}`, author);
    const { comments } = createContent({ db, clock });
    const actor = { id: author.id, role: 'user', createdAt: new Date(0) } as const;
    await api.post(`/api/admin/users/${author.id}/block`, { hideComments: true }, admin);

    const late = [
      comments.create(actor, { id: 'late', postId: post.id, content: 'Late', parentId: null }),
      comments.restore(actor, id),
    ];

    for (const answer of late) await expect(answer).rejects.toThrow('Not found');
    expect(await storedAll('comments')).toEqual({});
    expect(await recount()).toEqual([]);
  });

  it('get their previous state back on unblocking if requested, and other hidden comments do not', async () => {
    const [shown, rude, held] = [await comment('Shown'), await comment('Rude'), await comment('Held')];
    await api.patch(`/api/admin/comments/${rude.id}`, { state: 'hidden', reason: 'Rude' }, admin);
    await db.doc(`comments/${held.id}`).update({ state: 'held', heldBy: 'links' });
    const call = (act: string, body?: object) => api.post(`/api/admin/users/${author.id}/${act}`, body, admin);
    const statesOf = async () =>
      Promise.all([shown, rude, held].map(async ({ id }) => (await db.doc(`comments/${id}`).get()).get('state')));
    await call('block', { hideComments: true });
    expect(await statesOf()).toEqual(['hidden', 'hidden', 'hidden']);

    await call('unblock');
    expect(await statesOf()).toEqual(['hidden', 'hidden', 'hidden']);
    const unblocked = await call('unblock', { showComments: true });

    expect(unblocked.body).toMatchObject({ isBlocked: false });
    expect(await statesOf()).toEqual(['visible', 'hidden', 'held']);
    expect((await call('unblock', { showComments: 1 })).status).toBe(400);
  });
});

describe('the name of the person replied to', () => {
  it.each(['hidden', 'held', 'deleted'])('is not shown once their comment is %s', async (what) => {
    const start = await comment('Start', { by: reader });
    const answer = await comment('Answer', { parentId: start.id });
    const nested = await comment('Nested', { by: reader, parentId: answer.id });
    const names = async () => {
      responseCache.invalidate();
      const answers = await Promise.all(
        [
          pathOf(post),
          `${pathOf(post)}?limit=1`,
          `/api/comments/${start.id}/answers`,
          `/api/comments/${start.id}/answers?limit=100`,
          `/api/comments/${nested.id}`,
        ].map((path) => api.get(path)),
      );
      return answers.map(({ text }) => text.includes('Mary Shelley'));
    };
    expect(await names()).toEqual([true, true, true, true, true]);

    if (what === 'hidden') await moderate(answer.id, { state: 'hidden' });
    else if (what === 'deleted') await api.delete(`/api/comments/${answer.id}`, author);
    else await db.doc(`comments/${answer.id}`).update({ state: 'held' });

    expect(await names()).toEqual([false, false, false, false, false]);
    if (what !== 'deleted') return;
    expect((await listed(`?postId=${post.id}`)).body.map(({ replyTo }: { replyTo: unknown }) => replyTo)).toEqual(
      expect.arrayContaining([{ id: answer.id, name: null }]),
    );
  });
});

describe('reports', () => {
  it('count once per account, sort the list, and are settled by a decision', async () => {
    const [some, many] = [await comment('Some'), await comment('Many')];
    const report = (id: string, by: TestUser, reason = 'Rude') =>
      api.post(`/api/comments/${id}/report`, { reason }, by);
    const first = await report(some.id, reader);
    clock.advance(1_000);
    const repeated = await report(some.id, reader, 'Again');
    await Promise.all([report(many.id, reader), report(many.id, admin), report(many.id, moderator)]);

    expect(first.body.keptUntil).toBe(new Date(Date.parse(first.body.receivedAt) + 180 * 86_400_000).toISOString());
    expect(repeated.body).toEqual(first.body);
    expect((await api.get('/api/admin/comments/queue', moderator)).body).toEqual({ reported: 2, held: 0 });
    const byReports = await listed('?state=reported&sort=reports&limit=1');
    expect(byReports.body).toMatchObject([{ content: 'Many', reportsCount: 3 }]);
    expect((await api.get(byReports.next, moderator)).body).toMatchObject([{ content: 'Some', reportsCount: 1 }]);

    await moderate(many.id, { state: 'visible' });
    await moderate(some.id, { state: 'hidden' });

    expect((await listed('?state=reported')).body).toEqual([]);
    expect(contentsOf((await api.get(pathOf(post))).body)).toEqual(['Many']);
    expect((await api.get(`/api/admin/comments/${many.id}`, moderator)).body.reports).toHaveLength(3);
  });

  it('of visitors count once per idempotency key and text', async () => {
    const { id } = await comment('Unlawful');
    const report = (reason: string, key = 'k') => {
      const headers = { 'idempotency-key': key, 'x-forwarded-for': `203.0.113.${key.charCodeAt(0)}` };
      return send('POST', `/api/comments/${id}/legal-report`, { body: { reason }, headers });
    };

    const answers = [await report('Defamation'), await report('Defamation'), await report('Something else')];
    answers.push(await report('Defamation', 'other'));

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect(Object.keys(await storedAll('reports'))).toHaveLength(3);
    expect((await listed('?state=reported')).body).toMatchObject([{ id, reportsCount: 3 }]);
  });

  it('are accepted from visitors, with a limit per address, and need a reason', async () => {
    const { id } = await comment('Illegal');
    const legalReport = (address: string, body: unknown = { reason: 'Illegal', email: ' ada@example.com ' }) =>
      send('POST', `/api/comments/${id}/legal-report`, { body, headers: { 'x-forwarded-for': address } });

    const answers = await clock.stopped(() => Promise.all(Array.from({ length: 4 }, () => legalReport('203.0.113.1'))));

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 429]);
    expect((await legalReport('203.0.113.2', { reason: ' ' })).status).toBe(400);
    expect((await legalReport('203.0.113.2', { reason: 'x'.repeat(501) })).status).toBe(400);
    expect((await api.get(`/api/admin/comments/${id}`, moderator)).body.reports[0]).toEqual(
      expect.objectContaining({ reason: 'Illegal', reporter: null, email: 'ada@example.com' }),
    );
    const [stored, ...others] = Object.values(await storedAll('reports'));
    expect(others).toHaveLength(2);
    expect(stored?.expireAt.toMillis() - stored?.createdAt.toMillis()).toBe(180 * 86_400_000);

    await db.doc(`posts/${post.id}`).update({ isPublished: false });
    expect((await legalReport('203.0.113.2')).status).toBe(404);
  });
});

describe('comments are held', () => {
  const choose = (comments: object) => api.patch('/api/admin/settings', { comments }, admin);
  const write = async (content: string, by = author) => (await api.post(pathOf(post), { content }, by)).body;

  it.each([
    ['everything', { holdEverything: true }, 'Good day', null],
    ['words', { holdWords: ['cheap  Pills', 'casino'] }, 'Buy CHÉAP pills!', 'Cheapest pillows'],
    ['links', { holdLinksAbove: 1 }, 'https://a.example and www.b.example', 'see https://www.a.example'],
  ])('for %s, and then visible only to staff and their author', async (heldBy, settings, held, free) => {
    expect((await choose(settings)).status).toBe(200);

    const waiting = await write(held);

    expect(waiting).toMatchObject({ state: 'held', content: held });
    expect((await api.get(pathOf(post), reader)).body).toEqual([]);
    expect((await api.get(pathOf(post), author)).body).toMatchObject([{ id: waiting.id, state: 'held' }]);
    expect(await storedPost(post.id)).toMatchObject({ commentsCount: 0 });
    expect((await listed('?state=held')).body).toMatchObject([{ id: waiting.id, heldBy }]);
    expect((await write(held, moderator)).state).toBe('visible');
    if (free) expect((await write(free)).state).toBe('visible');
    await moderate(waiting.id, { state: 'visible' });
    expect((await api.get(pathOf(post))).text).toContain(waiting.id);
    expect(await recount()).toEqual([]);
  });

  it('if the person has too few visible comments', async () => {
    await choose({ holdFirst: 1 });

    const first = await write('First');
    expect(first.state).toBe('held');
    await moderate(first.id, { state: 'visible' });

    expect((await write('Second')).state).toBe('visible');
  });

  it('also after an edit, until staff show them', async () => {
    await choose({ holdWords: ['casino'] });
    const start = await comment('Start');
    const { id } = await comment('Hello', { parentId: start.id });

    const edited = await api.patch(`/api/comments/${id}`, { content: 'My casino' }, author);

    expect(edited.body).toMatchObject({ state: 'held', content: 'My casino' });
    expect((await api.get(pathOf(post))).body).toMatchObject([{ id: start.id, answersCount: 0, answers: [] }]);
    expect(await recount()).toEqual([]);
  });

  it('but not those of new accounts by default', async () => {
    expect((await write('See https://example.com', await signIn())).state).toBe('visible');
  });

  it('by default only with more than five links', async () => {
    const links = (count: number) => Array.from({ length: count }, (_, n) => `https://example.com/${n}`).join(' ');

    expect([(await write(links(5))).state, (await write(links(6))).state]).toEqual(['visible', 'held']);
  });
});

describe('commenting', () => {
  const choose = (comments: object) => api.patch('/api/admin/settings', { comments }, admin);
  const write = (by: TestUser) => api.post(pathOf(post), { content: 'Hello' }, by);
  const refusalFor = async (by: TestUser) => (await api.get(`${pathOf(post)}/access`, by)).body.refused;

  it('is refused if comments are off, for all posts or for one', async () => {
    await choose({ access: 'off' });
    expect((await write(reader)).status).toBe(403);
    expect((await write(reader)).text).toBe('Comments are turned off here.');
    expect(await refusalFor(reader)).toBe('off');

    const path = `/api/admin/posts/${post.id}/comments`;
    expect((await api.patch(path, { access: 'all' }, moderator)).body).toEqual({ access: 'all' });
    expect((await write(reader)).status).toBe(201);
    await choose({ access: 'all' });
    await api.patch(path, { access: 'off' }, moderator);
    expect((await api.get(path, moderator)).body).toEqual({ access: 'off' });
    expect((await write(reader)).status).toBe(403);
    expect((await api.patch('/api/admin/posts/unknown/comments', { access: null }, moderator)).status).toBe(404);
  });

  it('can be limited to staff and accounts with a confirmed email address', async () => {
    const { auth } = await import('../testing/server.ts');
    await choose({ access: 'verified' });

    expect((await write(reader)).status).toBe(403);
    expect((await write(moderator)).status).toBe(201);
    await auth.updateUser(reader.id, { emailVerified: true });
    expect(await refusalFor(reader)).toBeNull();
    expect((await write(reader)).status).toBe(201);
  });

  it('is refused if the post is too old', async () => {
    await choose({ closeAfterDays: 1 });
    expect((await write(reader)).status).toBe(201);
    await db.doc(`posts/${post.id}`).update({ publishedAt: new Date(clock.now().getTime() - 86_500_000) });

    expect((await write(reader)).text).toBe('Comments on this post are closed.');
    expect(await refusalFor(reader)).toBe('closed');
  });
});

describe('the settings', () => {
  it('can be read and partially changed by admins, with an audit entry', async () => {
    const before = (await api.get('/api/admin/settings', admin)).body;
    const change = () =>
      api.patch('/api/admin/settings', { comments: { holdWords: ['casino'], closeAfterDays: 30 } }, admin);

    await change();
    expect((await change()).body).toEqual({
      ...before,
      comments: { ...before.comments, holdWords: ['casino'], closeAfterDays: 30 },
    });
    expect((await api.get('/api/admin/settings', admin)).body.comments.closeAfterDays).toBe(30);
    expect((await storedActs()).filter(({ action }) => action !== 'post.publish')).toMatchObject([
      { action: 'settings.change', actorId: admin.id, before: { closeAfterDays: null }, after: { closeAfterDays: 30 } },
    ]);
    for (const comments of [
      { holdFirst: 21 },
      { holdLinksAbove: -1 },
      { holdWords: ['x'.repeat(51)] },
      { access: 'some' },
    ]) {
      expect((await api.patch('/api/admin/settings', { comments }, admin)).status).toBe(400);
    }
  });
});
