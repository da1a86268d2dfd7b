import { encodeNewPost, newPost } from '@inkwell/functions/src/posts/posts.converter.ts';
import { encodeEntry } from '@inkwell/functions/src/search/search-index.repository.ts';
import { previewOf } from '@inkwell/shared/plain-text';
import { popularityOf } from '@inkwell/shared/posts';
import { slugOf } from '@inkwell/shared/slug';
import { createRandom } from '@inkwell/shared/testing/random';
import { textFacts } from '@inkwell/shared/text-facts';
import type { Firestore } from 'firebase-admin/firestore';

const AUTHORS = 20;
const CATEGORIES = 8;
const VOCABULARY = 6_000;
/** About 6 kB of text. */
const WORDS_PER_POST = 950;

/** Fills an empty Firestore with published posts of about 6 kB, their search entries, authors, categories and counts. */
export async function writeSyntheticPosts(db: Firestore, count: number): Promise<void> {
  const random = createRandom(count);
  const syllables = ['ba', 'ne', 'lo', 'tri', 'ka', 'mu', 'sen', 'vor', 'dil', 'ras', 'po', 'gi', 'fal', 'hu', 'zet'];
  const syllable = () => syllables[Math.floor(random() * syllables.length)] ?? '';
  const vocabulary = Array.from({ length: VOCABULARY }, () =>
    Array.from({ length: 1 + Math.floor(random() * 4) }, syllable).join(''),
  );
  // Squaring makes a few words common and most words rare, as in real texts.
  const word = () => vocabulary[Math.floor(random() ** 2 * VOCABULARY)] ?? '';
  const words = (length: number) => Array.from({ length }, word).join(' ');

  const writer = db.bulkWriter();
  const now = Date.now();
  for (let n = 0; n < AUTHORS; n += 1) {
    void writer.set(db.doc(`users/author-${n}`), {
      email: `author-${n}@example.com`,
      displayName: `${word()} ${word()}`,
      firstName: null,
      profileImageUrl: null,
      role: 'moderator',
      isBlocked: false,
      createdAt: new Date(now),
    });
  }
  const categories = Array.from({ length: CATEGORIES }, (_, n) => ({
    id: n + 1,
    name: `Topic ${n + 1}`,
    postCount: 0,
  }));

  for (let n = 0; n < count; n += 1) {
    const category = categories[n % CATEGORIES];
    if (category) category.postCount += 1;
    const createdAt = new Date(now - n * 3_600_000);
    const input = {
      title: `${words(5)} ${n}`,
      content: Array.from({ length: 10 }, () => `## ${words(4)}\n\n${words(WORDS_PER_POST / 10)}`).join('\n\n'),
      excerpt: n % 2 === 0 ? words(25) : null,
      featuredImage: `https://example.com/pictures/${n}.webp`,
      categoryId: category?.id ?? null,
      isPublished: true,
    };
    const blank = newPost(input, { id: `post-${n}`, authorId: `author-${n % AUTHORS}`, at: createdAt });
    const post = {
      ...blank,
      preview: previewOf(blank, 120),
      readingMinutes: textFacts(blank.content).minutes,
      views: Math.floor(random() ** 3 * 5_000),
      likesCount: Math.floor(random() ** 3 * 300),
    };
    const { views, likesCount } = post;
    void writer.set(db.doc(`posts/${post.id}`), {
      ...encodeNewPost(post, { hasLocalImage: false }),
      views,
      likesCount,
      popularity: popularityOf(post),
    });
    const names = { categoryName: category?.name ?? null, authorNames: [], tagNames: [] };
    const shown = { title: post.title, slug: slugOf(post), category: category ?? null, tags: [], authors: [] };
    const entry = encodeEntry({ ...post, ...names, publishedAt: createdAt }, shown, popularityOf(post));
    void writer.set(db.doc(`searchIndex/${post.id}`), entry);
    if (n % 200 === 199) await writer.flush();
  }
  for (const category of categories) {
    void writer.set(db.doc(`categories/${category.id}`), {
      ...category,
      nameKey: category.name.toLowerCase(),
      description: null,
      icon: null,
      color: null,
      createdAt: new Date(now),
    });
  }
  void writer.set(db.doc('counters/posts'), { total: count, published: count });
  void writer.set(db.doc('counters/categories'), { last: CATEGORIES });
  await writer.close();
}
