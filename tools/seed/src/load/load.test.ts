import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '@inkwell/functions/src/common/clock.ts';
import { consoleLog } from '@inkwell/functions/src/common/log.ts';
import { createJobs } from '@inkwell/functions/src/compose/jobs.ts';
import { cutOffAfter } from '@inkwell/functions/src/testing/cut-off.ts';
import { decodeDay } from '@inkwell/functions/src/traffic/tally.ts';
import { popularityOf } from '@inkwell/shared/posts';
import type { Firestore } from 'firebase-admin/firestore';
import { startTestSuite, type TestSuite } from 'firebase-local/testing/suite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Publication, readPublication } from '../content/publication.ts';
import { connectToEmulators } from './emulators.ts';
import { loadPublication, writePublication } from './load.ts';
import { beginSeed } from './marker.ts';
import { SEED_PASSWORD } from './people.ts';
import { postIdOf } from './posts.ts';

let suite: TestSuite;
let db: Firestore;
let publication: Publication;

beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  suite = await startTestSuite({ services: ['auth', 'firestore', 'storage'] });
  Object.assign(process.env, suite.env);
  ({ db } = connectToEmulators(suite.env));
  publication = await readPublication();
  await loadPublication(suite.env);
});

afterAll(() => suite?.stop());

const COLLECTIONS = [
  'users',
  'categories',
  'posts',
  'pages',
  'addresses',
  'comments',
  'searchIndex',
  'subscribers',
  'broadcasts',
  'feeds',
  'mail',
  'counters',
  'audit',
];

/** All documents of the product, including likes, as text for comparison. */
async function everything(): Promise<Record<string, string>> {
  const collections = await Promise.all(COLLECTIONS.map((name) => db.collection(name).get()));
  const likes = await db.collectionGroup('likes').get();
  const documents = [...collections, likes].flatMap(({ docs }) => docs);
  return Object.fromEntries(
    documents.map((document) => {
      const { path } = document.ref;
      const text = createHash('sha256').update(JSON.stringify(document.data())).digest('hex');
      // Audit entries have random ids.
      return [path.startsWith('audit/') ? `audit/${text}` : path, text];
    }),
  );
}

async function signIn(email: string): Promise<Response> {
  const host = suite.env.FIREBASE_AUTH_EMULATOR_HOST;
  return fetch(`http://${host}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: SEED_PASSWORD, returnSecureToken: true }),
  });
}

/** Compares every post, its counts and its entries in categories and search with the publication. */
async function expectWhole(publication: Publication): Promise<void> {
  const likes = (await db.collectionGroup('likes').get()).docs.map(({ ref }) => ref.parent.parent?.id);
  const comments = (await db.collection('comments').get()).docs.map((comment) => comment.get('postId'));
  for (const post of publication.posts) {
    const id = postIdOf(post);
    const commentsCount = publication.comments.filter(({ post: slug }) => slug === post.slug).length;
    expect((await db.doc(`posts/${id}`).get()).data(), post.slug).toMatchObject({
      title: post.title,
      isPublished: !post.isDraft,
      inReviewSince: post.isInReview ? expect.anything() : null,
      views: post.views,
      likesCount: post.likes,
      commentsCount,
      popularity: popularityOf({ views: post.views, likesCount: post.likes, commentsCount }),
    });
    expect(
      likes.filter((postId) => postId === id),
      post.slug,
    ).toHaveLength(post.likes);
    expect(
      comments.filter((postId) => postId === id),
      post.slug,
    ).toHaveLength(commentsCount);
  }

  const pages = (await db.collection('pages').get()).docs.map((page) => [page.get('slug'), page.get('isPublished')]);
  expect(pages.sort()).toEqual(publication.pages.map(({ slug }) => [slug, true]));

  const published = publication.posts.filter(({ isDraft }) => !isDraft);
  const totals = (await db.doc('counters/posts').get()).data();
  expect(totals).toMatchObject({ total: publication.posts.length, published: published.length });
  expect((await db.collection('searchIndex').count().get()).data().count).toBe(published.length);
  for (const category of (await db.collection('categories').get()).docs) {
    const expected = published.filter((post) => post.category === category.get('name')).length;
    expect(category.get('postCount'), String(category.get('name'))).toBe(expected);
  }
  const people = publication.authors.length + publication.writers.length + publication.readers.length;
  expect((await db.collection('users').count().get()).data().count).toBe(people);
  expect((await db.collection('subscribers').count().get()).data().count).toBe(
    publication.newsletter.subscribers.length,
  );
}

describe('loading the publication', () => {
  it('stores each post with correct counters', () => expectWhole(publication));

  it('gives the named accounts their roles and lets them sign in', async () => {
    const roles = {
      'admin@inkwell.test': 'admin',
      'moderator@inkwell.test': 'moderator',
      'reader@inkwell.test': 'user',
    };
    for (const [email, role] of Object.entries(roles)) {
      const answer = await signIn(email);
      expect(answer.status, email).toBe(200);
      const { localId } = (await answer.json()) as { localId: string };
      expect((await db.doc(`users/${localId}`).get()).get('role'), email).toBe(role);
    }
  });

  it('stores the current data version, so that nothing is upgraded', async () => {
    const { dataVersion } = createJobs({
      db,
      clock: systemClock,
      log: consoleLog,
      auth: connectToEmulators(suite.env).auth,
      bucket: () => Promise.reject(new Error('no job runs here')),
      config: {
        siteUrl: '',
        publicBucket: { origin: '', name: '' },
        newsletterSecret: 's',
        newsletterMailsPerHour: 1,
        isLocal: true,
        smtpUrl: null,
      },
    });
    expect((await db.doc('system/schema').get()).get('version')).toBe(dataVersion.version);
  });

  it('gives the reader unread notifications, comments and likes', async () => {
    const reader = (await db.collection('users').where('email', '==', 'reader@inkwell.test').get()).docs[0];
    const feed = (await db.doc('feeds/broadcasts').get()).get('items') as { id: string }[];
    const read = reader?.get('readIds') as string[];

    expect(feed.filter(({ id }) => !read.includes(id))).toHaveLength(3);
    const comments = await db.collection('comments').where('authorId', '==', reader?.id).get();
    expect(comments.size).toBeGreaterThanOrEqual(5);
    const likes = (await db.collectionGroup('likes').get()).docs.filter(({ id }) => id === reader?.id);
    expect(likes.length).toBeGreaterThanOrEqual(7);
  });

  it('stores every picture with its narrower copies', async () => {
    const [post] = publication.posts;
    const url = String((await db.doc(`posts/${post ? postIdOf(post) : ''}`).get()).get('featuredImage'));
    for (const address of [url, url.replace('.webp', '.w400.webp'), url.replace('.webp', '.w1200.webp')]) {
      const answer = await fetch(address);
      expect(answer.status, address).toBe(200);
      expect(answer.headers.get('content-type')).toBe('image/webp');
    }
  });

  it('queues an email for each pending subscriber and none for the others', async () => {
    const pending = publication.newsletter.subscribers.filter(({ isPending }) => isPending).map(({ email }) => email);
    const { docs } = await db.collection('mail').get();
    expect(docs.map((mail) => mail.get('to')).sort()).toEqual(pending.sort());
    const confirmed = await db.collection('subscribers').where('isConfirmed', '==', true).count().get();
    expect(confirmed.data().count).toBe(publication.newsletter.subscribers.length - pending.length);
  });

  it('has figures of 90 days, for the site and for posts, with fewer daily visitors than views', async () => {
    const { docs } = await db.collection('traffic').get();
    const site = docs.filter((month) => month.get('scope') === '*');
    const days = site.flatMap((month) => Object.values<Buffer>(month.get('days')));
    const scopes = new Set(docs.map((month) => month.get('scope')));

    expect(days).toHaveLength(90);
    expect(scopes.size).toBeGreaterThan(publication.posts.length / 2);
    const totals = days.map((day) => decodeDay(day).get('all')?.get('') ?? [0, 0]);
    const sum = (of: 0 | 1) => totals.reduce((all, total) => all + total[of], 0);

    expect(totals.filter(([views, visitors]) => visitors > views)).toEqual([]);
    expect(sum(1) / sum(0)).toBeGreaterThan(0.5);
    expect(sum(1) / sum(0)).toBeLessThan(0.9);
  });

  it('contains no times in the future', async () => {
    const snapshots = await Promise.all(['posts', 'comments', 'users'].map((name) => db.collection(name).get()));
    const times = snapshots.flatMap(({ docs }) => docs.map((found) => found.get('createdAt').toMillis() as number));
    expect(Math.max(...times)).toBeLessThan(Date.now());
  });

  it('does nothing if it is complete', async () => {
    const before = await everything();
    const begun = performance.now();

    expect(await loadPublication(suite.env)).toBe('complete');

    expect(performance.now() - begun).toBeLessThan(5_000);
    expect(await everything()).toEqual(before);
  });

  it.each([5, 30])(
    'is finished by the next run if it is interrupted after %i transactions, and not changed by another one',
    async (transactions) => {
      await suite.reset();
      const few = excerptOf(publication);
      const emulators = connectToEmulators(suite.env);
      const { startedAt } = await beginSeed(db);
      const cut = { ...emulators, db: cutOffAfter(emulators.db, transactions) };
      await expect(writePublication(few, cut, { now: startedAt, siteUrl: 'http://localhost' })).rejects.toThrow('cut');
      await sleep(500); // The writes that were in progress when the first one failed.

      expect(await loadPublication(suite.env, async () => few)).toBe('loaded');

      await expectWhole(few);

      const whole = await everything();
      await db.doc('seed/publication').update({ completedAt: null });
      expect(await loadPublication(suite.env, async () => few)).toBe('loaded');
      expect(await everything()).toEqual(whole);
    },
  );
});

/** The publication with only the first posts, and those in a series or in review. */
function excerptOf({ posts, comments, ...rest }: Publication): Publication {
  const some = posts.filter((post, n) => n < 8 || post.series || post.isInReview);
  return { ...rest, posts: some, comments: comments.filter(({ post }) => some.some(({ slug }) => slug === post)) };
}
