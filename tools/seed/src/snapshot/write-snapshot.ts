/*
 * Writes the data of this version as documents of every collection, for a test that each later version reads it:
 * `npx tsx tools/seed/src/snapshot/write-snapshot.ts functions/src/testing/snapshot-1.0.0.json`. A snapshot of a released version is never
 * written again.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '@inkwell/functions/src/common/clock.ts';
import { createApp } from '@inkwell/functions/src/compose/api.ts';
import { LOCAL_NEWSLETTER_SECRET } from '@inkwell/functions/src/compose/config.ts';
import { createTransport } from '@inkwell/functions/src/compose/transport.ts';
import { createJobTable } from '@inkwell/functions/src/jobs/jobs.repository.ts';
import { encodeDocument } from '@inkwell/functions/src/testing/snapshot.ts';
import type { Firestore, Query } from 'firebase-admin/firestore';
import { startTestSuite } from 'firebase-local/testing/suite';
import { connectToEmulators } from '../load/emulators.ts';
import { loadPublication } from '../load/load.ts';
import { SEED_PASSWORD } from '../load/people.ts';

/** The number of posts in the snapshot, with all dependent documents. */
const POSTS = 4;
/** The number of documents per collection, unless it belongs to the posts. */
const DOCUMENTS = 4;

type Call = (method: string, path: string, body?: unknown, user?: keyof typeof PEOPLE) => Promise<{ id: string }>;

const PEOPLE = { admin: 'admin@inkwell.test', moderator: 'moderator@inkwell.test', reader: 'reader@inkwell.test' };

/** Creates data that the seed does not contain: drafts, reports, a preview link and so on. */
async function useProduct(call: Call, db: Firestore): Promise<void> {
  const post = await call('POST', '/api/posts', { title: 'Snapshot', content: 'One', isPublished: true }, 'moderator');
  const path = `/api/posts/${post.id}`;
  await call('PATCH', path, { content: 'One two' }, 'moderator');
  await call('POST', `${path}/like`, { liked: true }, 'reader');
  await call('PUT', `${path}/editing`, undefined, 'moderator');
  await call('POST', `${path}/preview`, undefined, 'moderator');
  const key = 'snapshot0snapshot000';
  const sitting = 'sitting00sitting0000';
  await call('PUT', `/api/drafts/${key}`, { content: 'A draft', sitting }, 'moderator');
  const discard = {
    content: 'A discarded draft',
    reason: 'discarded',
    draftKey: 'snapshot0snapshot001',
    sitting: 'sitting00sitting0001',
  };
  await call('PUT', '/api/discarded-drafts/snapshot0snapshot002', discard, 'moderator');

  const comment = await call('POST', `${path}/comments`, { content: 'Visible' }, 'reader');
  await call('POST', `${path}/comments`, { content: 'Answer', parentId: comment.id }, 'admin');
  const removed = await call('POST', `${path}/comments`, { content: 'Removed' }, 'reader');
  await call('DELETE', `/api/comments/${removed.id}`, undefined, 'reader');
  await call('POST', `/api/comments/${comment.id}/report`, { reason: 'Rude' }, 'moderator');
  await call('PATCH', '/api/admin/settings', { comments: { holdEverything: true } }, 'admin');
  await call('POST', `${path}/comments`, { content: 'Held' }, 'reader');
  await call('POST', '/api/categories', { name: 'Snapshot' }, 'moderator');
  await call('POST', '/api/newsletter/subscribe', { email: 'snapshot@example.com' });
  await call('POST', '/api/admin/migrate-to-firebase', undefined, 'admin');
  await db.doc(`${path.slice('/api/'.length)}/counterShards/instance`).set({ likesCount: 1, views: 3 });
  const job = { id: 'snapshot', kind: 'schema.migrate', params: { to: 1 }, about: 'Snapshot', createdBy: 'system' };
  await createJobTable(db).create(job, new Date());
  // Personal notifications are written after the answer.
  await sleep(2_000);
}

async function collect(db: Firestore): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  const take = async (query: Query): Promise<string[]> => {
    const { docs } = await query.get();
    for (const document of docs) found[document.ref.path] = encodeDocument(document.data());
    return docs.map(({ ref }) => ref.path);
  };
  const posts = await take(db.collection('posts').orderBy('createdAt', 'desc').limit(POSTS));
  const ids = posts.map((path) => path.slice('posts/'.length));
  await take(db.collection('comments').where('onPostId', 'in', ids));
  for (const id of ids) {
    for (const name of ['likes', 'revisions', 'counterShards'])
      await take(db.collection(`posts/${id}/${name}`).limit(DOCUMENTS));
    const entry = await db.doc(`searchIndex/${id}`).get();
    if (entry.exists) found[entry.ref.path] = encodeDocument(entry.data() ?? {});
  }
  await take(db.collection('users'));
  await take(db.collection('categories'));
  await take(db.collection('counters'));
  const done = new Set(['posts', 'comments', 'users', 'categories', 'counters', 'searchIndex', 'seed']);
  for (const collection of await db.listCollections()) {
    if (!done.has(collection.id)) await take(collection.limit(DOCUMENTS));
  }
  for (const path of Object.keys(found).filter((name) => /^users\/[^/]+$/.test(name))) {
    for (const name of ['drafts', 'discardedDrafts']) await take(db.collection(`${path}/${name}`));
  }
  // The seed's own record of its progress.
  for (const path of Object.keys(found)) if (path.startsWith('seed')) delete found[path];
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const file = process.argv[2];
if (!file) throw new Error('name the file to write');
const suite = await startTestSuite({ services: ['auth', 'firestore', 'storage'] });
try {
  Object.assign(process.env, suite.env);
  const { db, auth, openBucket, storageOrigin } = connectToEmulators(suite.env);
  await loadPublication(suite.env);
  const projectId = suite.env.GCLOUD_PROJECT ?? '';
  const config = {
    projectId,
    siteUrl: 'http://localhost:3000',
    hostingUrl: 'http://localhost:3000',
    siteOrigins: ['http://localhost:3000'],
    trustedHops: 1,
    showCosts: false,
    publicBucket: { origin: storageOrigin, name: `${projectId}.firebasestorage.app` },
    isLocal: true,
    newsletterSecret: LOCAL_NEWSLETTER_SECRET,
    smtpUrl: null,
    sesTopicArn: null,
    postmarkCredentials: null,
    localSnsCertificate: null,
    newsletterMailsPerHour: Number.POSITIVE_INFINITY,
    documentsPerMinute: Number.MAX_SAFE_INTEGER,
    pace: { viewsMs: 0, likesMs: 0, crowdMs: 0, foldMs: 0 },
    deadlines: { readMs: 30_000, changeMs: 30_000 },
  };
  const clock = systemClock;
  const transport = createTransport(config, { clock });
  const services = { db, auth, bucket: openBucket, transport, lookUpTxt: null };
  const app = createApp({ ...services, clock, config, log: () => undefined });
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const tokenOf = async (email: string) => {
    const url = `http://${suite.env.FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any`;
    const body = JSON.stringify({ email, password: SEED_PASSWORD, returnSecureToken: true });
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    return ((await answer.json()) as { idToken: string }).idToken;
  };
  const call: Call = async (method, path, body, user) => {
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        ...(user && { authorization: `Bearer ${await tokenOf(PEOPLE[user])}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return text ? JSON.parse(text) : undefined;
  };
  await useProduct(call, db);
  const documents = await collect(db);
  writeFileSync(file, `${JSON.stringify(documents, null, 1)}\n`);
  console.log(`${Object.keys(documents).length} documents`);
  server.close();
} finally {
  await suite.stop();
}
process.exit();
