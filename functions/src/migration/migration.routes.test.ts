import { createServer, type Server, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { picturesIn } from '../pictures/picture-names.ts';
import { createPictureTable } from '../pictures/pictures.repository.ts';
import { createRevisionRepository } from '../revisions/revisions.repository.ts';
import { api } from '../testing/api.ts';
import { originOf } from '../testing/origin.ts';
import { seedPost, storedActs, storedAll, storedPost } from '../testing/posts.ts';
import { clock, db, dependencies, resetFirestore } from '../testing/server.ts';
import { signIn } from '../testing/users.ts';
import { createImageStore } from '../uploads/image-store.ts';
import { createMigrationRepository } from './migration.repository.ts';
import { createMigrationService } from './migration.service.ts';

const ADMIN = { id: 'admin', role: 'admin' } as const;

let site: Server;
let hostingUrl: string;
let requests: string[] = [];
let png: Buffer;

beforeAll(async () => {
  png = await sharp({ create: { width: 50, height: 30, channels: 3, background: '#3b4cca' } })
    .png()
    .toBuffer();
  site = createServer((req, res) => {
    requests.push(req.url ?? '');
    if (req.url?.startsWith('/pictures/')) res.end(png);
    else if (req.url === '/moved.png') res.writeHead(302, { location: '/pictures/a.png' }).end();
    else if (req.url === '/page.png') res.end('<html></html>');
    else if (req.url === '/huge.png') res.writeHead(200, { 'content-length': 99_000_000 }).end(png);
    else if (req.url === '/endless.png') endless(res);
    else res.writeHead(404).end();
  });
  hostingUrl = await originOf(site);
});

afterAll(() => new Promise((resolve) => site.close(resolve)));

beforeEach(async () => {
  await resetFirestore();
  requests = [];
});

/** Sends zeros as long as the client reads. */
const endless = (res: ServerResponse) =>
  void pipeline(function* () {
    for (;;) yield Buffer.alloc(1024 * 1024);
  }, res).catch(() => undefined);

const errors: unknown[] = [];
const pictures = createPictureTable(db);
const service = (at = clock) =>
  createMigrationService({
    migration: createMigrationRepository(db, { pictures, history: createRevisionRepository(db) }),
    images: createImageStore({
      bucket: dependencies.bucket,
      publicBucket: dependencies.config.publicBucket,
      pictures,
      clock,
    }),
    bucket: dependencies.bucket,
    clock: at,
    config: { ...dependencies.config, hostingUrl },
    onError: (_, error) => void errors.push(error),
  });

const seedLocal = (featuredImage: string) => seedPost({ featuredImage });

describe('migration', () => {
  it('moves pictures of posts and accounts, and counts them', async () => {
    const post = await seedLocal('/pictures/Harbour.png?v=1');
    const data = await seedPost();
    await db
      .doc(`posts/${data.id}`)
      .update({ featuredImage: `data:image/png;base64,${png.toString('base64')}`, hasLocalImage: true });
    const user = await signIn();
    await db.doc(`users/${user.id}`).update({ profileImageUrl: '/pictures/me.png', hasLocalImage: true });
    await seedPost({ featuredImage: 'https://elsewhere.example/a.png' });
    const before = await storedPost(post.id);
    expect(await api.get('/api/admin/firebase-status', await signIn({ role: 'admin' }))).toMatchObject({
      status: 200,
      reads: 2,
      body: { isConfigured: true, localImagesCount: 3, projectId: 'demo-inkwell' },
    });

    const answer = await service().migrate(ADMIN);

    expect(answer).toEqual({ success: 3, remaining: 0, failed: [] });
    expect((await service().status(ADMIN)).localImagesCount).toBe(0);
    const after = await storedPost(post.id);
    expect(after).toEqual({
      ...before,
      featuredImage: expect.stringMatching(/%2F\d+-harbour-[0-9a-f]{8}-50x30\.webp\?alt=media$/),
      hasLocalImage: false,
      pictures: picturesIn(after?.featuredImage),
    });
    expect((await fetch(after?.featuredImage)).status).toBe(200);
    expect((await api.get('/api/auth/user', user)).body.profileImageUrl).toContain('alt=media');
    expect((await storedActs()).filter(({ action }) => action !== 'post.publish')).toMatchObject([
      { action: 'storage.migrate', after: { moved: 3, failed: 0 } },
    ]);
  });

  it('reports failing pictures, keeps them, and continues', async () => {
    const bad = {
      '/missing.png': 'The site answered 404',
      '/moved.png': 'The site answered 302',
      '/page.png': 'Only PNG, JPEG, WebP and GIF images are accepted',
      '/huge.png': 'The image is larger than 10 MB',
      '/endless.png': 'The image is larger than 10 MB',
      '/api/posts': 'This address is not a file of the site',
      '/pictures/../api/posts': 'This address is not a file of the site',
      '/%61pi/posts': 'This address is not a file of the site',
      '/pictures/..%2f..%2fapi/posts': 'This address is not a file of the site',
      '/__/firebase/init.json': 'This address is not a file of the site',
      '/pictures/%zz.png': 'This address is not a file of the site',
    };
    for (const path of Object.keys(bad)) await seedLocal(path);
    const good = await seedLocal('/pictures/good.png');

    const answer = await service().migrate(ADMIN);

    expect([answer.success, answer.remaining]).toEqual([1, 0]);
    expect(Object.fromEntries(answer.failed.map((failure) => [failure.image, failure.reason]))).toEqual(bad);
    expect((await storedPost(good.id))?.hasLocalImage).toBe(false);
    expect((await service().status(ADMIN)).localImagesCount).toBe(Object.keys(bad).length);
    expect(requests.filter((url) => /api|__/.test(url))).toEqual([]);
    expect(errors).toEqual([]);
  });

  it.each([
    '//evil.example/a.png',
    '/\\evil.example/a.png',
    'http://evil.example/a.png',
    'file:///etc/passwd',
    'data:nothing',
  ])('never requests %s, even if it is stored', async (image) => {
    const post = await seedPost();
    await db.doc(`posts/${post.id}`).update({ featuredImage: image, hasLocalImage: true });

    const answer = await service().migrate(ADMIN);

    expect(answer).toMatchObject({ success: 0, remaining: 0, failed: [{ kind: 'post', id: post.id, image }] });
    expect(requests).toEqual([]);
  });

  it('continues in the next call after running out of time', async () => {
    for (let index = 0; index < 9; index += 1) await seedLocal(`/pictures/${index}.png`);
    await seedLocal('/missing.png');
    // Each read of this clock takes 40 s, so a call has time for one batch of four.
    let lateMs = 0;
    const now = () => {
      lateMs += 40_000;
      return new Date(Date.now() + lateMs);
    };
    const hurried = { ...clock, now };

    const answers = [];
    do answers.push(await service(hurried).migrate(ADMIN));
    while ((answers.at(-1)?.remaining ?? 0) > 0 && answers.length < 9);

    expect(answers.map((answer) => answer.remaining)).toEqual([6, 2, 0]);
    expect(answers.reduce((sum, answer) => sum + answer.success, 0)).toBe(9);
    expect(answers.flatMap((answer) => answer.failed)).toHaveLength(1);
    expect(requests.filter((url) => url === '/missing.png')).toHaveLength(1);
  });

  it('moves each picture once under parallel calls, and leaves no copies', { tags: 'thorough' }, async () => {
    for (let index = 0; index < 6; index += 1) await seedLocal(`/pictures/twice-${index}.png`);

    const answers = await Promise.all([1, 2, 3].map(() => service().migrate(ADMIN)));

    expect(answers.reduce((sum, answer) => sum + answer.success, 0)).toBe(6);
    expect(answers.flatMap((answer) => answer.failed)).toEqual([]);
    const [files] = await (await dependencies.bucket()).getFiles({ prefix: 'images/' });
    const kept = files.map(({ name }) => name.slice('images/'.length)).filter((name) => name.includes('twice'));
    expect(kept).toHaveLength(6);
    expect(Object.keys(await storedAll('pictures')).sort()).toEqual(kept.sort());
  });

  it('adds a revision of the post, and skips a post that is being deleted', async () => {
    const post = await seedLocal('/pictures/kept.png');
    const deleted = await seedLocal('/pictures/deleted.png');
    await db.doc(`posts/${deleted.id}`).update({ deletedAt: new Date() });

    await service().migrate(ADMIN);

    const { featuredImage } = (await storedPost(post.id)) ?? {};
    const revisions = Object.values(await storedAll(`posts/${post.id}/revisions`));
    expect(revisions.find(({ reason }) => reason === 'import')).toMatchObject({ featuredImage, editorId: ADMIN.id });
    expect(revisions.find(({ reason }) => reason === 'publish')?.featuredImage).toBe('/pictures/kept.png');
    expect((await storedPost(deleted.id))?.featuredImage).toBe('/pictures/deleted.png');
    expect(Object.keys(await storedAll(`posts/${deleted.id}/revisions`))).toHaveLength(1);
  });

  it('does not overwrite a picture that an editor chose in the meantime', async () => {
    const post = await seedLocal('/pictures/old.png');
    const repository = createMigrationRepository(db, { pictures, history: createRevisionRepository(db) });
    await db.doc(`posts/${post.id}`).update({ featuredImage: 'https://new.example/a.png', hasLocalImage: false });

    const local = { kind: 'post', id: post.id, image: '/pictures/old.png' } as const;
    expect(await repository.replace(local, 'https://x.example/', { actorId: ADMIN.id, at: new Date() })).toBe(false);
    expect((await storedPost(post.id))?.featuredImage).toBe('https://new.example/a.png');
  });
});
