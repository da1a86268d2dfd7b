import { wordPrefixesOf } from '@inkwell/functions/src/common/word-prefixes.ts';
import { encodeNewPost, findablePost, newPost } from '@inkwell/functions/src/posts/posts.converter.ts';
import { indexEntryOf } from '@inkwell/functions/src/search/index-entry.ts';
import type { createRandom } from '@inkwell/functions/src/testing/random.ts';
import { encodeNewUser } from '@inkwell/functions/src/users/users.converter.ts';
import { previewOf } from '@inkwell/shared/plain-text';
import { popularityOf } from '@inkwell/shared/posts';
import type { Role } from '@inkwell/shared/roles';
import type { Firestore } from 'firebase-admin/firestore';

const HOUR_MS = 3_600_000;
const CATEGORIES = 6;
const AUTHORS = 40;
const VOCABULARY = 3_000;
const SYLLABLES = ['ba', 'ne', 'lo', 'tri', 'ka', 'mu', 'sen', 'vor', 'dil', 'ras', 'po', 'gi', 'fal', 'hu', 'zet'];

export interface DeskPost {
  readonly id: string;
  readonly title: string;
  readonly status: 'draft' | 'scheduled' | 'published';
  readonly categoryId: number;
  readonly authorId: string;
  readonly createdAtMs: number;
  readonly views: number;
  readonly commentsCount: number;
}

export interface DeskUser {
  readonly id: string;
  readonly displayName: string;
  readonly email: string;
  readonly role: Role;
  readonly isBlocked: boolean;
  readonly isOnline: boolean;
  readonly createdAtMs: number;
  readonly lastSeenAtMs: number | null;
}

/** What was written, and words to look for: one that few have, one that many have, and two that go together now and then. */
export interface Desk {
  readonly posts: readonly DeskPost[];
  readonly users: readonly DeskUser[];
  readonly words: { readonly rare: string; readonly usual: string; readonly pair: string };
}

/** Writes posts and accounts as the product would, `desk-…` their ids, over those of an earlier run. */
export async function writeDesk(db: Firestore, count: number, random: ReturnType<typeof createRandom>): Promise<Desk> {
  const below = (limit: number) => Math.floor(random() * limit);
  const vocabulary = Array.from({ length: VOCABULARY }, () =>
    Array.from({ length: 2 + below(3) }, () => SYLLABLES[below(SYLLABLES.length)]).join(''),
  );
  // Cubing makes some words common and most rare, as in texts.
  const word = () => vocabulary[Math.floor(random() ** 3 * VOCABULARY)] ?? '';
  const words = (length: number) => Array.from({ length }, word).join(' ');
  const nowMs = Date.now();
  const writer = db.bulkWriter();

  const posts = Array.from({ length: count }, (_, n): DeskPost => {
    const share = random();
    return {
      id: `desk-post-${n}`,
      title: words(6),
      status: share < 0.7 ? 'published' : share < 0.95 ? 'draft' : 'scheduled',
      categoryId: 1 + below(CATEGORIES),
      authorId: `desk-user-${below(AUTHORS)}`,
      createdAtMs: nowMs - n * HOUR_MS,
      views: Math.floor(random() ** 3 * 5_000),
      commentsCount: Math.floor(random() ** 4 * 60),
    };
  });
  for (const [n, { id, title, status, categoryId, authorId, createdAtMs, views, commentsCount }] of posts.entries()) {
    const input = {
      ...{ title, categoryId, content: `## ${words(3)}\n\n${words(60)}`, excerpt: null, featuredImage: null },
      ...{ isPublished: status === 'published' },
      ...(status === 'scheduled' && { publishAt: new Date(nowMs + (1 + (n % 600)) * HOUR_MS).toISOString() }),
    };
    const blank = newPost(input, { id, authorId, at: new Date(createdAtMs) });
    const post = { ...blank, preview: previewOf(blank, 120), views, commentsCount };
    const popularity = popularityOf(post);
    void writer.set(db.doc(`posts/${id}`), {
      ...encodeNewPost(post, { hasLocalImage: false, ...findablePost(post) }),
      ...{ views, commentsCount, popularity },
    });
    if (status === 'published') {
      const entry = indexEntryOf({ ...post, categoryName: null, authorNames: [] });
      void writer.set(db.doc(`searchIndex/${id}`), { ...entry, popularity, schemaVersion: 1 });
    }
    if (n % 400 === 399) await writer.flush();
  }

  const users = Array.from({ length: count }, (_, n): DeskUser => {
    const lastSeenAtMs = random() < 0.3 ? null : nowMs - below(90 * 24) * HOUR_MS - 2 * HOUR_MS;
    const isOnline = n % 15 === 0;
    return {
      id: `desk-user-${n}`,
      displayName: words(2),
      email: `user${n}@${word()}.example`,
      role: n < AUTHORS ? 'moderator' : random() < 0.02 ? 'moderator' : 'user',
      isBlocked: n >= AUTHORS && random() < 0.02,
      isOnline,
      createdAtMs: nowMs - n * HOUR_MS,
      // Seen in the future, they stay online while the bench runs.
      lastSeenAtMs: isOnline ? nowMs + HOUR_MS + n : lastSeenAtMs,
    };
  });
  for (const [n, { id, displayName, email, role, isBlocked, createdAtMs, lastSeenAtMs }] of users.entries()) {
    void writer.set(
      db.doc(`users/${id}`),
      encodeNewUser({
        ...{ id, displayName, email, role, isBlocked, createdAt: new Date(createdAtMs) },
        ...{ lastSeenAt: lastSeenAtMs === null ? null : new Date(lastSeenAtMs) },
        ...{ firstName: null, lastName: null, mobileNumber: null, telephoneNumber: null, profileImageUrl: null },
        ...{ hasLocalImage: false, blockedAt: null, readBefore: null, readIds: [] },
      }),
    );
    if (n % 400 === 399) await writer.flush();
  }
  await writer.close();
  const all = db.collection('posts').where('deletedAt', '==', null);
  const [total, published] = await Promise.all([all.count().get(), all.where('isPublished', '==', true).count().get()]);
  await db.doc('counters/posts').set({ total: total.data().count, published: published.data().count }, { merge: true });

  const counts = new Map<string, number>();
  for (const { title } of posts)
    for (const one of new Set(title.split(' '))) counts.set(one, (counts.get(one) ?? 0) + 1);
  const byCount = [...counts].sort(([, one], [, other]) => other - one).map(([one]) => one);
  const usual = byCount.find((one) => wordPrefixesOf(one).includes(one)) ?? '';
  return { posts, users, words: { rare: byCount.at(-1) ?? '', usual, pair: `${byCount[3]} ${byCount[5]}` } };
}
