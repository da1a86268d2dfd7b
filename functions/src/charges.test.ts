import { isReading } from '@inkwell/shared/endpoint';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { api, send } from './testing/api.ts';
import { CALLS } from './testing/calls.ts';
import { aComment, storeComments } from './testing/comments.ts';
import { seedCategory, seedPost, storedAll } from './testing/posts.ts';
import { clock, db, dependencies, resetFirestore } from './testing/server.ts';
import { signIn, type TestUser } from './testing/users.ts';

/* Every reading call of the contract charges the read quota of its address for the documents that it reads. */

let charged = 0;

vi.mock('./http/read-quota.ts', () => ({
  createReadQuota: () => ({
    take(_caller: string, documents: number) {
      charged += documents;
      return 0;
    },
    giveBack(_caller: string, documents: number) {
      charged -= documents;
    },
  }),
}));

const reading = CALLS.filter(isReading).map((call) => [call.path, call] as const);

const ids: Record<string, string> = {};
let admin: TestUser;

/** Values for the parameters of a path, and a query. */
const addressOf = (path: string): string => {
  const isOfComment = path.startsWith('/api/comments') || path === '/api/admin/comments/:id';
  const id = isOfComment ? ids.comment : path.endsWith('/trash') ? ids.trashed : ids.post;
  const filled = path
    .replace('/api/discarded-drafts/:id', `/api/discarded-drafts/${ids.discarded}`)
    .replace(/\/(newsletter|analytics)\/issues\/:id/, `/$1/issues/${ids.issue}`)
    .replace('/newsletter/archive/:slug', '/newsletter/archive/news')
    .replace('/bulk/runs/:id', `/bulk/runs/${ids.run}`)
    .replace('/admin/imports/:id', `/admin/imports/${ids.moving}`)
    .replace('/imports/:id', '/imports/import1')
    .replace(':part', '0')
    .replace('/following/:kind/:id', `/following/tag/${ids.tag}`)
    .replace('/webhooks/:id', `/webhooks/${ids.hook}`)
    .replace('/tags/:slug', '/tags/tea')
    .replace('/series/:slug', '/series/winter')
    .replace('/series/:id', `/series/${ids.series}`)
    .replace('/pages/:slug', '/pages/about')
    .replace('/page-slugs/:slug', '/page-slugs/about')
    .replace('/pages/:id/revisions/:revisionId', `/pages/${ids.page}/revisions/${ids.pageRevision}`)
    .replace('/pages/:id', `/pages/${ids.page}`)
    .replace('/categories/:id', '/categories/1')
    .replace('/authors/:id', `/authors/${ids.author}`)
    .replace(':key', String(ids.draft))
    .replace(':revisionId', String(ids.revision))
    .replace(':id', String(id));
  const [from, to] = [-3_600_000, 3_600_000].map((ms) => new Date(clock.now().getTime() + ms).toISOString());
  const queries = {
    '/search': '?q=harbour',
    '/suggestions': '?q=harbour',
    '/calendar': `?from=${from}&to=${to}`,
    '/mails': '?state=refused',
    '/pushed-posts': '?repository=notes',
    '/analytics/traffic': '?group=day',
    '/tags/named': `?ids=${ids.tag}`,
    '/authors/named': `?ids=${ids.author}`,
  };
  return `${filled}${Object.entries(queries).find(([end]) => path.endsWith(end))?.[1] ?? ''}`;
};

beforeAll(async () => {
  await resetFirestore();
  admin = await signIn({ role: 'admin' });
  const category = await seedCategory();
  for (let n = 0; n < 12; n += 1) ids.post = (await seedPost({ categoryId: category.id, authorId: admin.id })).id;
  await api.post('/api/admin/mail/suppressions', { email: 'ada@example.com', remark: 'Asked' }, admin);
  ids.comment = 'start';
  const of = { postId: String(ids.post), authorId: admin.id };
  await storeComments([
    aComment({ ...of, id: 'start', answersCount: 5, hasHadAnswers: true }),
    ...Array.from({ length: 5 }, (_, n) => aComment({ ...of, id: `answer-${n}`, parentId: 'start' })),
    ...Array.from({ length: 30 }, (_, n) => aComment({ ...of, id: `held-${n}`, state: 'held' })),
    ...Array.from({ length: 9 }, (_, n) => aComment({ ...of, id: `held-in-${n}`, state: 'held', parentId: 'start' })),
  ]);
  for (let n = 0; n < 7; n += 1) {
    ids.draft = `draft${n}`;
    await api.put(`/api/drafts/draft${n}`, { title: 'T', content: 'C' }, admin);
    await api.post('/api/notifications', { title: 'T', message: 'M' }, admin);
    await api.post('/api/newsletter/subscribe', { email: `${n}@example.com` });
    ids.discarded = `discarded${n}`;
    const discarded = { reason: 'emptied', draftKey: 'd', sitting: `sitting${n}ofthistest00`, content: 'C' };
    expect((await api.put(`/api/discarded-drafts/discarded${n}`, discarded, admin)).status).toBe(200);
  }
  await api.patch(`/api/posts/${ids.post}`, { title: 'Another harbour' }, admin);
  ids.revision = (await api.get(`/api/posts/${ids.post}/revisions`, admin)).body[0].id;
  ids.trashed = (await seedPost()).id;
  await api.delete(`/api/posts/${ids.trashed}`, admin);
  await api.post(`/api/posts/${ids.post}/preview`, undefined, admin);
  const { id: categoryId } = await seedCategory();
  await seedPost({ categoryId });
  const run = { action: 'unpublish', filter: { categoryId }, count: 1 };
  const source = { repository: 'notes', path: 'a.md', hash: null };
  await api.post('/api/posts', { title: 'Pushed', content: 'P', source }, admin);
  ids.run = (await api.post('/api/admin/posts/bulk/runs', run, admin)).body.id;
  const tagged = { title: 'Tea', content: 'It draws.', isPublished: true, tags: ['Tea'] };
  [ids.tag] = (await api.post('/api/posts', tagged, admin)).body.tagIds;
  ids.series = (await api.post('/api/admin/series', { name: 'Winter' }, admin)).body.id;
  for (const title of ['One', 'Two', 'Three'])
    await api.post('/api/posts', { ...tagged, title, seriesId: ids.series }, admin);
  const issue = { subject: 'S', content: 'C' };
  ids.issue = (await api.post('/api/admin/newsletter/issues', issue, admin)).body.id;
  const archived = { slug: 'news', archivedAt: clock.now(), isOnePost: false };
  await db.doc(`newsletterIssues/${ids.issue}`).update(archived);
  await api.patch('/api/admin/settings', { newsletter: { archive: 'on' } }, admin);
  ids.author = (await api.post('/api/admin/authors', { name: 'Grace Hopper' }, admin)).body.id;
  await api.post('/api/posts', { title: 'Bugs', content: 'B', isPublished: true, authorIds: [ids.author] }, admin);
  const page = { title: 'About', slug: 'about', content: 'C', isPublished: true };
  ids.page = (await api.post('/api/admin/pages', page, admin)).body.id;
  await api.post(`/api/admin/pages/${ids.page}/preview`, undefined, admin);
  ids.pageRevision = (await api.get(`/api/admin/pages/${ids.page}/revisions`, admin)).body[0].id;
  const { id: submitted } = await seedPost({ isPublished: false, authorId: admin.id });
  expect((await api.post(`/api/posts/${submitted}/review`, undefined, admin)).status).toBeLessThan(300);
  expect((await api.post(`/api/posts/${ids.post}/notes`, { text: 'N' }, admin)).status).toBe(201);
  expect((await api.post('/api/admin/invitations', { email: 'i@example.com', writing: 'author' }, admin)).status).toBe(
    201,
  );
  const imported = { parts: 1, consent: { kind: 'ask', source: 'list' } };
  await api.put('/api/admin/newsletter/imports/import1/parts/0', { rows: [{ line: 1, email: 'none' }] }, admin);
  expect((await api.post('/api/admin/newsletter/imports/import1', imported, admin)).status).toBe(201);
  expect(Object.keys(await storedAll('subscribers'))).toHaveLength(7);
  const slot = (await api.post('/api/admin/imports/upload-slot', { bytes: 40 }, admin)).body;
  const file = (await dependencies.bucket()).file(slot.objectName);
  await file.save('email,name\nnone,Nobody\n', { resumable: false, contentType: 'application/octet-stream' });
  const hook = { url: 'https://example.com/', events: ['issue.sent'] };
  ids.hook = (await api.post('/api/admin/webhooks', hook, admin)).body.id;
  const moving = { kind: 'subscribers', name: 'list.csv', file: slot.id };
  ids.moving = (await api.post('/api/admin/imports', moving, admin)).body.id;
});

describe.each(reading)('%s', (path) => {
  it('charges the read quota for each document that it reads', async () => {
    const ask = () => send('GET', addressOf(path), { user: admin, headers: { 'cache-control': 'no-cache' } });
    // Cached names and figures are charged to no call, so none may expire between the two.
    const { status, reads } = await clock.stopped(async () => {
      await ask();
      charged = 0;
      return ask();
    });

    expect(status).toBe(200);
    // The caller's account is charged too, but not part of `reads`.
    expect(charged - 1).toBeGreaterThanOrEqual(reads);
    // The answer does not contain the number of compared candidates.
    expect(charged - 1).toBeLessThanOrEqual(path.endsWith('/search') ? 49 : reads + 6);
  });
});
