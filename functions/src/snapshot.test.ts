// @module-tag thorough
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { createJobs } from './compose/jobs.ts';
import { createWork } from './compose/work.ts';
import { COLLECTIONS } from './firestore/collections.ts';
import { api } from './testing/api.ts';
import { auth, clock, db, dependencies, resetFirestore } from './testing/server.ts';
import { decodeDocument } from './testing/snapshot.ts';
import { type TestUser, tokenOf } from './testing/users.ts';

/* Reads data as version 1.0.0 stored it. Later versions run their upgrades here first; reading it must not require anything else. */

const documents: Record<string, unknown> = JSON.parse(
  readFileSync(new URL('./testing/snapshot-1.0.0.json', import.meta.url), 'utf8'),
);
const paths = Object.keys(documents);
const idsIn = (collection: string) =>
  paths
    .filter((path) => path.startsWith(`${collection}/`) && path.split('/').length === 2)
    .map((path) => path.split('/')[1] ?? '');

/** Signs in a stored account; as a moderator, the one with drafts. */
async function signInAs(role: 'admin' | 'moderator'): Promise<TestUser> {
  const [id = ''] = idsIn('users').filter(
    (uid) =>
      decodeDocument(documents[`users/${uid}`]).role === role &&
      (role === 'admin' || paths.some((path) => path.startsWith(`users/${uid}/drafts/`))),
  );
  const email = `${role}-of-snapshot@example.com`;
  await auth.createUser({
    uid: id,
    email: String(decodeDocument(documents[`users/${id}`]).email),
    password: 'Inkwell#2026',
  });
  return { id, email, displayName: role, token: await tokenOf(String(decodeDocument(documents[`users/${id}`]).email)) };
}

/** Collections that were added after 1.0.0. */
const NEWER = [
  'tokens',
  'webhooks',
  'webhookDeliveries',
  'following',
  'reading',
  'addresses',
  'authors',
  'blockedAddresses',
  'bookmarks',
  'bulkRuns',
  'bulkRunShards',
  'dataCopies',
  'imports',
  'invitations',
  'mailEvents',
  'newsletterIssues',
  'notes',
  'pages',
  'pages/revisions',
  'personMails',
  'pushes',
  'reviews',
  'series',
  'sitemapShards',
  'traffic',
  'trafficShards',
  'subscriberImports',
  'suppressions',
  'tags',
];

describe('data of 1.0.0', () => {
  let admin: TestUser;
  let moderator: TestUser;

  beforeAll(async () => {
    await resetFirestore();
    // At the time of the snapshot, because its contents would have expired later.
    const [writtenAt = 0] = idsIn('posts')
      .map((id) => decodeDocument(documents[`posts/${id}`]).createdAt.toMillis())
      .sort((a, b) => b - a);
    clock.advance(writtenAt + 60_000 - clock.now().getTime());
    const writer = db.bulkWriter();
    for (const path of paths) void writer.set(db.doc(path), decodeDocument(documents[path]));
    await writer.close();
    const { dataVersion } = createJobs(dependencies);
    for (let round = 0; round < 2 * dataVersion.version; round += 1) {
      await createWork(dependencies)();
      clock.advance(11 * 60_000);
    }
    expect((await db.doc('system/schema').get()).get('version')).toBe(dataVersion.version);
    [admin, moderator] = await Promise.all([signInAs('admin'), signInAs('moderator')]);
  });

  it('contains a document of every collection', () => {
    const collections = new Set(
      paths.map((path) =>
        path
          .split('/')
          .filter((_part, n) => n % 2 === 0)
          .join('/'),
      ),
    );

    const known = Object.keys(COLLECTIONS).filter((name) => !NEWER.includes(name));
    expect([...collections].sort()).toEqual(known.sort());
  });

  it('has the fields of the current version after the upgrades', async () => {
    const found = await Promise.all(idsIn('posts').map(async (id) => (await db.doc(`posts/${id}`).get()).data()));

    expect(found).toHaveLength(idsIn('posts').length);
    expect(found).toEqual(found.map(() => expect.objectContaining({ trashedAt: null, schemaVersion: 12 })));
  });

  it('can be read by visitors: lists, posts, comments, search', async () => {
    const published = idsIn('posts').filter((id) => decodeDocument(documents[`posts/${id}`]).isPublished);

    expect((await api.get('/api/posts')).body).toHaveLength(published.length);
    expect((await api.get('/api/posts/popular')).body).toHaveLength(published.length);
    expect((await api.get('/api/categories')).body).toHaveLength(idsIn('categories').length);
    expect((await api.get('/api/posts/search?q=snapshot')).body).toMatchObject([{ title: 'Snapshot' }]);
    const contents: string[] = [];
    for (const id of published) {
      const post = await api.get(`/api/posts/${id}`);
      expect(post.body).toMatchObject({ title: decodeDocument(documents[`posts/${id}`]).title });
      const { body } = await api.get(`/api/posts/${id}/comments`);
      contents.push(
        ...body.flatMap(({ content, answers }: { content: string; answers: { content: string }[] }) => [
          content,
          ...answers.map((answer) => answer.content),
        ]),
      );
    }
    expect(contents).toEqual(expect.arrayContaining(['Visible', 'Answer']));
    expect(contents).not.toContain('Held');
  });

  it('can be read by its writer and staff: drafts, revisions, notifications, queues and logs', async () => {
    const [snapshot] = (await api.get('/api/posts/search?q=snapshot')).body;
    const bodyOf = async (path: string, user = admin) => {
      const answer = await api.get(path, user);
      expect([path, answer.status]).toEqual([path, 200]);
      return answer.body;
    };

    expect((await bodyOf('/api/drafts', moderator)).length).toBeGreaterThan(0);
    expect((await bodyOf('/api/discarded-drafts', moderator)).length).toBeGreaterThan(0);
    expect(await bodyOf(`/api/posts/${snapshot.id}/revisions`, moderator)).toHaveLength(2);
    expect(await bodyOf('/api/notifications', moderator)).toContainEqual(expect.objectContaining({ kind: 'comment' }));
    expect(await bodyOf('/api/admin/comments?state=held')).toMatchObject([{ content: 'Held' }]);
    expect(await bodyOf('/api/admin/comments/queue')).toEqual({ reported: 1, held: 1 });
    expect(await bodyOf('/api/admin/posts?q=snap')).toMatchObject([{ title: 'Snapshot' }]);
    expect(await bodyOf('/api/admin/users?limit=100')).toHaveLength(idsIn('users').length);
    expect(await bodyOf('/api/admin/users?sort=name&limit=100')).toHaveLength(idsIn('users').length);
    expect((await bodyOf('/api/admin/users?q=inkwell')).length).toBeGreaterThan(0);
    expect((await bodyOf('/api/admin/activity')).length).toBeGreaterThan(0);
    expect((await bodyOf('/api/admin/jobs')).length).toBeGreaterThan(0);
    expect((await bodyOf('/api/admin/notifications')).length).toBeGreaterThan(0);
    expect(await bodyOf('/api/admin/settings')).toMatchObject({ comments: { holdEverything: true } });
    expect((await bodyOf('/api/admin/newsletter/subscribers')).length).toBeGreaterThan(0);
    await bodyOf('/api/admin/analytics');
  });
});
