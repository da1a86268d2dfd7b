import { createContent } from '@inkwell/functions/src/compose/content.ts';
import { createUserRepository } from '@inkwell/functions/src/users/users.repository.ts';
import { CATEGORY_CHOICES } from '@inkwell/shared/categories';
import { plainText } from '@inkwell/shared/plain-text';
import type { Firestore } from 'firebase-admin/firestore';
import { readPublication } from './content/publication.ts';
import { createSeedClock } from './load/seed-clock.ts';
import { hash, type Random, randomFrom } from './pictures/random.ts';

const AUTHORS = 5;
const HOUR_MS = 60 * 60_000;
/** UTF-16 units; about 6 KB of text. */
const LENGTH = 6_000;

/**
 * Adds published posts of about 6 KB, mixed from the sentences of the publication, through the services of the product: counts
 * and search follow. Newest first, one an hour. The same `name` writes the same posts, so a repeat adds nothing.
 * @returns the ids, newest first
 */
export async function writeSyntheticPosts(
  db: Firestore,
  { count, name = 'synthetic', now = new Date() }: { count: number; name?: string; now?: Date },
): Promise<string[]> {
  const clock = createSeedClock(now);
  const content = createContent({ db, clock, removeImage: async () => undefined });
  const authors = await createAuthors(db, now);
  const [admin] = authors;
  if (admin === undefined) return [];

  const ids = new Map((await content.categories.list()).map((category) => [category.name, category.id]));
  for (const { label, icon } of CATEGORY_CHOICES.filter((choice) => !ids.has(choice.label))) {
    const input = { name: label, icon };
    ids.set(label, (await content.categories.create({ id: admin, role: 'admin' }, input, null)).id);
  }
  const categoryIds = [...ids.values()];
  const sentences = await readSentences();

  const written: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const random = randomFrom(`${name}-${n}`);
    const id = `${name}-${hash(name).toString(36)}-${n}`;
    const author = { id: authors[n % authors.length] ?? admin, role: 'moderator' } as const;
    await clock.at(new Date(now.getTime() - n * HOUR_MS), () =>
      content.posts.create(author, id, {
        title: `${titleFrom(random, sentences)} (${n + 1})`,
        excerpt: random.pick(sentences).slice(0, 300),
        content: textFrom(random, sentences),
        categoryId: categoryIds[n % categoryIds.length] ?? null,
        isPublished: true,
      }),
    );
    written.push(id);
  }
  return written;
}

type Sentences = readonly [string, ...string[]];

async function readSentences(): Promise<Sentences> {
  const { posts } = await readPublication();
  const sentences = posts.flatMap(({ content }) => plainText(content).match(/\p{Lu}[^.!?]{30,200}[.!?]/gu) ?? []);
  const [first, ...others] = sentences;
  if (first === undefined) throw new Error('The publication holds no sentences');
  return [first, ...others];
}

const titleFrom = (random: Random, sentences: Sentences): string =>
  random.pick(sentences).split(' ').slice(0, 6).join(' ').replace(/\W+$/, '').slice(0, 150);

/** Paragraphs of four to seven sentences, a heading before every third. */
function textFrom(random: Random, sentences: Sentences): string {
  let text = '';
  for (let paragraph = 0; text.length < LENGTH; paragraph += 1) {
    if (paragraph % 3 === 0) text += `# ${titleFrom(random, sentences)}\n\n`;
    text += `${Array.from({ length: random.int(4, 7) }, () => random.pick(sentences)).join(' ')}\n\n`;
  }
  return text.trim();
}

/** Records without sign-in: nobody can be these authors. */
async function createAuthors(db: Firestore, now: Date): Promise<string[]> {
  const users = createUserRepository(db);
  const ids = Array.from({ length: AUTHORS }, (_, n) => `synthetic-author-${n + 1}`);
  for (const [n, id] of ids.entries()) {
    await users.createIfAbsent({
      id,
      email: `${id}@example.com`,
      firstName: 'Author',
      lastName: String(n + 1),
      displayName: `Author ${n + 1}`,
      mobileNumber: null,
      telephoneNumber: null,
      profileImageUrl: null,
      hasLocalImage: false,
      role: 'moderator',
      isBlocked: false,
      blockedAt: null,
      createdAt: now,
      lastSeenAt: null,
      readBefore: null,
      readIds: [],
    });
  }
  return ids;
}
