import { zipOf } from '@inkwell/formats/testing/zips';
import type { ContentImport } from '@inkwell/shared/imports';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSweep } from '../compose/sweep.ts';
import { createWork } from '../compose/work.ts';
import { createJobTable } from '../jobs/jobs.repository.ts';
import { api, send } from '../testing/api.ts';
import { stored, storedAll } from '../testing/posts.ts';
import { clock, db, dependencies, resetFirestore } from '../testing/server.ts';
import { signIn, type TestUser } from '../testing/users.ts';
import { createImportArea, importFolder } from './import-area.ts';
import { readJobId } from './imports.job.ts';

const PATH = '/api/admin/imports';
const DAY_MS = 86_400_000;
const AT = '2024-05-01T10:00:00.000Z';

let [admin, other]: TestUser[] = [];

beforeEach(async () => {
  await resetFirestore();
  await (await dependencies.bucket()).deleteFiles();
  clock.advance(61_000);
  [admin, other] = await Promise.all([signIn({ role: 'admin' }), signIn({ role: 'admin' })]);
});

const post = (id: string, more: object = {}) => ({
  id,
  title: `Post ${id}`,
  slug: `post-${id}`,
  type: 'post',
  status: 'published',
  visibility: 'public',
  html: `<p>Words of ${id}.</p>`,
  published_at: AT,
  created_at: AT,
  ...more,
});
const ghost = (...posts: object[]) =>
  JSON.stringify({ db: [{ meta: { exported_on: 1, version: '6.2.0' }, data: { posts } }] });

/** More than one request reads. */
const largeGhost = `${' '.repeat(2_100_000)}${ghost(post('a'))}`;

/** Uploads a file as the browser does, to the address from the API. */
async function uploaded(bytes: string | Buffer, user = admin): Promise<string> {
  const slot = await api.post(`${PATH}/upload-slot`, { bytes: bytes.length }, user);
  expect(slot.status).toBe(201);
  const file = (await dependencies.bucket()).file(slot.body.objectName);
  await file.save(bytes, { resumable: false, contentType: 'application/octet-stream' });
  return slot.body.id;
}

async function begun(input: object, user = admin): Promise<ContentImport> {
  const answer = await api.post(PATH, { kind: 'ghost', name: 'site.json', ...input }, user);
  expect(answer.status).toBe(201);
  return answer.body;
}

const stateOf = async (id: string): Promise<ContentImport> => (await api.get(`${PATH}/${id}`, admin)).body;
const work = () => createWork(dependencies)();
const recordsOf = async (id: string) =>
  (await (await dependencies.bucket()).getFiles({ prefix: importFolder(id) }))[0].length;

describe('an import in the browser', () => {
  it('is read, started and finished, and its posts are published', async () => {
    const file = await uploaded(ghost(post('a'), post('b', { visibility: 'paid' })));

    const read = await begun({ file });

    expect(read).toMatchObject({ state: 'ready', kind: 'ghost', name: 'site.json', counts: { post: 2 }, total: 2 });
    expect(read.reports).toMatchObject({ 'not-public': 1 });
    expect(await storedAll('posts')).toEqual({});
    const lines = await api.get(`${PATH}/${read.id}/report/0`, admin);
    expect(lines.body).toEqual(
      expect.arrayContaining([expect.objectContaining({ reason: 'not-public', about: 'Post b' })]),
    );

    const started = await api.post(`${PATH}/${read.id}/start`, undefined, admin);

    expect(started.body).toMatchObject({ state: 'done', done: 2, total: 2, problem: null });
    const titles = Object.values(await storedAll('posts')).map(({ title, isPublished }) => [title, isPublished]);
    expect(titles.sort()).toEqual([
      ['Post a', true],
      ['Post b', false],
    ]);
    const audit = Object.values(await storedAll('audit'));
    expect(audit).toEqual([expect.objectContaining({ action: 'content.import', actorId: admin?.id })]);
    expect((await api.get(PATH, other)).body).toEqual([expect.objectContaining({ id: read.id, state: 'done' })]);
  });

  it('accepts the additional files of Ghost', { tags: 'thorough' }, async () => {
    const file = await uploaded(ghost(post('a', { feature_image: '__GHOST_URL__/content/images/2024/a.png' })));
    const members = await uploaded('email,subscribed_to_emails\nada@example.org,true\n');
    const redirects = await uploaded(JSON.stringify([{ from: '^/old$', to: '/post-a/', permanent: true }]));
    const pictures = await uploaded(await zipOf({ 'content/images/2024/a.png': Buffer.from('picture') }));

    const { counts } = await begun({ file, members, redirects, pictures });

    expect(counts).toMatchObject({ post: 1, subscriber: 1, redirect: 1, picture: 1 });
  });

  it.each([
    [
      'wordpress',
      '<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/"><channel><wp:wxr_version>1.2</wp:wxr_version></channel></rss>',
    ],
    ['subscribers', 'email\nada@example.org\n'],
  ])('reads a file of %s', async (kind, text) => {
    const read = await begun({ kind, file: await uploaded(text) });

    expect(read).toMatchObject({ kind, state: 'ready', fault: null });
  });

  it('reads Markdown files anywhere in a zip', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, n) => [`posts/p${n}.md`, `---\ntitle: P${n}\n---\n${'word '.repeat(n)}`]),
    );
    const read = await begun({ kind: 'markdown', file: await uploaded(await zipOf(files)) });

    expect(read).toMatchObject({ state: 'ready', counts: { post: 40 } });
  });

  it('is created once for repeated requests', { tags: 'thorough' }, async () => {
    const file = await uploaded(ghost(post('a')));
    const body = { kind: 'ghost', name: 'site.json', file };
    const headers = { 'idempotency-key': 'one-press' };

    const [first, second] = await Promise.all([
      send('POST', PATH, { user: admin, headers, body }),
      send('POST', PATH, { user: admin, headers, body }),
    ]);

    expect(second.body.id).toBe(first.body.id);
    expect(Object.keys(await storedAll('imports'))).toHaveLength(1);
  });

  it('reports the fault of a file and its place, and stores nothing', async () => {
    const read = await begun({ file: await uploaded('{"db": [{"meta": {}, "data": {"posts": [{]') });

    expect(read).toMatchObject({ state: 'failed', fault: expect.stringContaining('site.json') });
    expect(await recordsOf(read.id)).toBe(0);
    expect((await api.post(`${PATH}/${read.id}/start`, undefined, admin)).status).toBe(409);
  });

  it.each([
    ['a path out of it', { '../../evil.md': '# Evil' }, /damaged/],
    ['a bomb', { 'posts/a.md': Buffer.alloc(3_000_000) }, /too large/],
  ])('refuses a zip with %s', async (_, files, fault) => {
    // The zip library refuses to write such paths, so the test replaces the name in the bytes.
    const [path = ''] = Object.keys(files);
    const plain = path.replaceAll('../', 'xx/');
    const bytes = await zipOf({ [plain]: Object.values(files)[0] ?? '' });
    const forged = Buffer.from(bytes.toString('latin1').replaceAll(plain, path), 'latin1');

    const read = await begun({ kind: 'inkwell', file: await uploaded(forged) });

    expect(read).toMatchObject({ state: 'failed', fault: expect.stringMatching(fault) });
  });

  it('refuses a file that is not a zip, whatever its name', async () => {
    const read = await begun({ kind: 'markdown', name: 'site.zip', file: await uploaded('no zip at all') });

    expect(read).toMatchObject({ state: 'failed', fault: expect.stringContaining('site.zip: it is no zip') });
  });

  it('of a large file is read by the function `work`', { tags: 'thorough' }, async () => {
    const file = await uploaded(largeGhost);

    const waiting = await begun({ file });

    expect(waiting).toMatchObject({ state: 'reading', total: null, problem: null });
    expect(waiting.continuesAt).toMatch(/:00\.000Z$/);
    await work();
    expect(await stateOf(waiting.id)).toMatchObject({ state: 'ready', total: 1 });
  });

  it('is read again after its first pass was given up', { tags: 'thorough' }, async () => {
    const file = await uploaded(largeGhost);
    const { id } = await begun({ file });
    await db.doc(`jobs/${readJobId(id)}`).update({ status: 'failed', dueAt: null, reason: 'No memory' });

    expect(await stateOf(id)).toMatchObject({ state: 'reading', problem: 'No memory' });

    expect((await api.post(`${PATH}/${id}/start`, undefined, admin)).body).toMatchObject({ problem: null });
    await work();
    expect(await stateOf(id)).toMatchObject({ state: 'ready' });
  });

  it('can be paused, continued and cancelled by any admin, repeatedly', { tags: 'thorough' }, async () => {
    const { id } = await begun({ file: await uploaded(ghost(post('a'))) });
    await db.doc(`imports/${id}`).update({ state: 'running' });

    for (let n = 0; n < 2; n += 1)
      expect((await api.post(`${PATH}/${id}/pause`, undefined, other)).body).toMatchObject({ state: 'paused' });
    expect((await api.post(`${PATH}/${id}/start`, undefined, other)).body).toMatchObject({ state: 'done' });
    for (let n = 0; n < 2; n += 1)
      expect((await api.delete(`${PATH}/${id}`, other)).body).toMatchObject({ state: 'discarded', reportParts: 0 });
    expect(await recordsOf(id)).toBe(0);
    expect(Object.keys(await storedAll('posts'))).toHaveLength(1);
    expect((await api.get(`${PATH}/${id}/report/0`, admin)).status).toBe(404);
  });

  it('that is cancelled before its first pass reads nothing', { tags: 'thorough' }, async () => {
    const file = await uploaded(largeGhost);
    const { id } = await begun({ file });

    expect((await api.delete(`${PATH}/${id}`, admin)).body).toMatchObject({ state: 'discarded' });
    await work();

    expect(await stateOf(id)).toMatchObject({ state: 'discarded', counts: {} });
    expect(await recordsOf(id)).toBe(0);
    expect(await createJobTable(db).find(readJobId(id))).toMatchObject({ status: 'done' });
  });

  it('keeps its uploads and records for seven days', { tags: 'thorough' }, async () => {
    const file = await uploaded(ghost(post('a')));
    const { id, expiresAt } = await begun({ file });
    const bucket = await dependencies.bucket();
    expect(Date.parse(expiresAt)).toBeGreaterThan(clock.now().getTime() + 6 * DAY_MS);

    await createSweep(dependencies)();
    expect(await stored(`imports/${id}`)).not.toBeNull();
    const [kept] = await bucket.getFiles({ prefix: 'imports/' });
    expect([kept.length > 0, (await recordsOf(id)) > 0]).toEqual([true, true]);
    clock.advance(8 * DAY_MS);
    await createSweep(dependencies)();

    const [left] = await bucket.getFiles({ prefix: 'imports/' });
    expect(left).toEqual([]);
    expect(await stored(`imports/${id}`)).toBeNull();
  });
});

describe('an admin who imports', () => {
  it('can import only their own uploads', async () => {
    const file = await uploaded(ghost(post('a')), other);
    const bucket = await dependencies.bucket();
    await createImportArea(async () => bucket, importFolder('x')).write('links.json', '{}');

    for (const given of [file, `../${other?.id}/${file}`, `records/x`, 'nothing'])
      expect((await api.post(PATH, { kind: 'ghost', name: 'a', file: given }, admin)).status).toBe(400);

    expect(await storedAll('imports')).toEqual({});
  });

  it.each([
    { kind: 'subscribers', pictures: 'p' },
    { kind: 'inkwell', fetch: true },
    { kind: 'wordpress', members: 'm' },
    { kind: 'tumblr' },
    { kind: 'ghost', site: 'javascript:alert(1)' },
    { kind: 'ghost', name: ' ' },
  ])('must send valid values: not %j', async (input) => {
    const file = await uploaded(ghost(post('a')));

    expect((await api.post(PATH, { name: 'a', file, ...input }, admin)).status).toBe(400);
  });

  it('can upload one file at a time, of at most 1 GB', async () => {
    const slotOf = async () => (await stored(`users/${admin?.id}`))?.importSlot;
    const slot = await api.post(`${PATH}/upload-slot`, { bytes: 1024 ** 3 }, admin);
    expect(slot.body.objectName).toBe(`imports/${admin?.id}/${slot.body.id}`);
    expect(await slotOf()).toEqual({ id: slot.body.id, untilMs: Date.parse(slot.body.validUntil) });

    for (const bytes of [0, -1, 1.5, 1024 ** 3 + 1])
      expect((await api.post(`${PATH}/upload-slot`, { bytes }, admin)).status).toBe(400);

    expect(await slotOf()).toMatchObject({ id: slot.body.id });
  });
});
