// @module-tag thorough
import type { PostCard } from '@inkwell/shared/posts';
import type { QueryDocumentSnapshot } from 'firebase-admin/firestore';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMeter, withMeter } from '../common/meter.ts';
import { createContent } from '../compose/content.ts';
import { meterFirestore } from '../firestore/meter.ts';
import { encodeNewPost, newPost } from '../posts/posts.converter.ts';
import { createMemoryIndex } from '../testing/memory-index.ts';
import {
  gainOf,
  type JudgedQuery,
  judgedQueries,
  phrasesOf,
  type QualityPost,
  qualityPosts,
  recallOf,
} from '../testing/search-quality.ts';
import { clock, db, dependencies, resetFirestore } from '../testing/server.ts';
import { indexEntryOf } from './index-entry.ts';
import { createKnownWords, storeNewWords } from './known-words.ts';
import { createSearchService } from './search.service.ts';
import { createSearchIndex, encodeEntry } from './search-index.repository.ts';
import { createSearchWords } from './search-words.repository.ts';
import { createVocabulary } from './vocabulary.ts';

/*
 * `npm run search-quality` prints the values that these tests check. `POSTS=10000 npm run search-quality` measures a larger publication.
 * `WORDS=30000` adds a vocabulary of this size, with natural word frequencies, and 40 phrases of the texts as queries.
 */

const COUNT = Number(process.env.POSTS ?? 500);
const WORDS = Number(process.env.WORDS ?? 0);
/** Above this size, the Firestore stand-in runs out of memory. */
const IS_IN_MEMORY = COUNT > 20_000;
const PHRASES = WORDS > 0 ? 40 : 0;
const POSTS = qualityPosts(COUNT, WORDS);
const POST_ID = /^post-(\d+)$/;

interface Measured extends JudgedQuery {
  readonly recall: number;
  readonly gain: number;
  readonly documents: number;
  readonly bytes: number;
  readonly cpuMs: number;
  readonly ms: number;
}

let measured: Measured[] = [];
let loaded = { bytes: 0, ms: 0, words: 0 };

/** A post with the source data of its entry. */
function made(post: QualityPost, n: number, at: number) {
  const input = { title: post.title, content: post.content, isPublished: true };
  const publishedAt = new Date(at - n * 3_600_000);
  const stored = { ...newPost(input, { id: `post-${n}`, authorId: 'author', at: publishedAt }), views: post.views };
  const names = { categoryName: null, authorNames: [post.author], tagNames: post.tags };
  const authors = [{ id: 'author', name: post.author }];
  const shown = { title: post.title, slug: '', category: null, tags: [], authors };
  return { stored, shown, searchable: { ...stored, ...names, publishedAt } };
}

async function writePosts(): Promise<void> {
  const writer = db.bulkWriter();
  const at = clock.now().getTime();
  for (const [n, post] of POSTS.entries()) {
    const { stored, shown, searchable } = made(post, n, at);
    const entry = encodeEntry(searchable, shown, post.views);
    void writer.set(db.doc(`posts/${stored.id}`), {
      ...encodeNewPost(stored, { hasLocalImage: false }),
      views: post.views,
    });
    void writer.set(db.doc(`searchIndex/${stored.id}`), entry);
    if (n % 100 === 99) await writer.flush();
  }
  await writer.close();
}

type Searched = Pick<Parameters<typeof createSearchService>[0], 'index' | 'posts' | 'known'>;

/** A publication that is too large for the Firestore stand-in. */
function inMemory(): Searched {
  const index = createMemoryIndex();
  const vocabulary = createVocabulary();
  const at = clock.now().getTime();
  for (const [n, post] of POSTS.entries()) {
    const { stored, shown, searchable } = made(post, n, at);
    const { keys, tokens, ...texts } = indexEntryOf(searchable);
    vocabulary.learn(texts.title, texts.head, texts.body);
    const { publishedAt, categoryId, authorIds, tagIds } = searchable;
    const found = { ...texts, shown, publishedAt, categoryId, authorIds, tagIds };
    index.add({ ...found, postId: stored.id, popularity: post.views }, { keys, tokens });
  }
  const text = vocabulary.write();
  const startMs = performance.now();
  createVocabulary().read(text);
  loaded = { bytes: Buffer.byteLength(text), ms: performance.now() - startMs, words: vocabulary.size };
  return {
    index,
    known: { now: () => vocabulary, newest: async () => vocabulary },
    posts: { textsAmong: async (_viewer, ids) => ids.map((id) => ({ card: { id } as PostCard, content: '' })) },
  };
}

/** An instance that has just started. */
async function stored(): Promise<Searched> {
  const words = createSearchWords(db, dependencies.bucket);
  const startMs = performance.now();
  const stored = await words.read();
  loaded = { ...loaded, bytes: stored?.text.length ?? 0, ms: performance.now() - startMs };
  const known = createKnownWords({
    words,
    clock,
    onError(error) {
      throw error;
    },
  });
  loaded = { ...loaded, words: (await known.newest()).size };
  return { index: createSearchIndex(db), known, posts: createContent({ db, clock }).posts };
}

async function measure({ index, ...searched }: Searched): Promise<Measured[]> {
  let [bytes, read] = [0, 0];
  const count = <T extends { title: string; head: string; body: string }>(found: T[]): T[] => {
    for (const { title, head, body } of found) bytes += Buffer.byteLength(title + head + body);
    read += Math.max(found.length, 1);
    return found;
  };
  const service = createSearchService({
    index: {
      lookUp: async (...given) => count(await index.lookUp(...given)),
      withAll: async (...given) => count(await index.withAll(...given)),
      async countWithAll(...given) {
        read += 1;
        return index.countWithAll(...given);
      },
    },
    hasOlder: async () => false,
    ...searched,
    tags: { named: async () => null },
    clock,
  });
  const results: Measured[] = [];
  const queries = [...judgedQueries(COUNT), ...phrasesOf(POSTS, PHRASES)];
  // An instance's first search opens connections and compiles code.
  await service.search(null, { q: 'warming up', limit: 8 });
  for (const query of queries) {
    clock.advance(2_000);
    [bytes, read] = [0, 0];
    const meter = createMeter();
    const [cpu, since] = [process.cpuUsage(), performance.now()];
    const { items } = await withMeter(meter, () => service.search(null, { q: query.q, limit: 8 }));
    const { user, system } = process.cpuUsage(cpu);
    const found = items.map(({ id }) => Number(POST_ID.exec(id)?.[1]));
    results.push({
      ...query,
      recall: recallOf(found, query.judged),
      gain: gainOf(found, query.judged),
      documents: IS_IN_MEMORY ? read + items.length : meter.reads,
      bytes,
      cpuMs: (user + system) / 1_000,
      ms: performance.now() - since,
    });
  }
  return results;
}

beforeAll(async () => {
  await resetFirestore();
  meterFirestore(db);
  if (!IS_IN_MEMORY) {
    await writePosts();
    await storeNewWords(createSearchWords(db, dependencies.bucket), COUNT);
  }
  measured = await measure(IS_IN_MEMORY ? inMemory() : await stored());
  print();
}, 3_600_000);

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const percentile95 = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? 0;
const kindsOf = (): string[] => [...new Set(measured.map(({ kind }) => kind))];

function print(): void {
  const rows = kindsOf().map((kind) => {
    const own = measured.filter((query) => query.kind === kind);
    return { kind, ...figuresOf(own) };
  });
  const missed = measured.filter(({ recall }) => recall < 1).map(({ q }) => q);
  console.table([...rows, { kind: 'all', ...figuresOf(measured) }]);
  console.info(
    `${COUNT} posts; an instance loads ${loaded.words} words, ${loaded.bytes} bytes, in ${loaded.ms.toFixed(0)} ms; missed: ${missed.join(', ') || 'none'}`,
  );
}

const figuresOf = (own: readonly Measured[]) => ({
  queries: own.length,
  'recall@8': mean(own.map(({ recall }) => recall)).toFixed(2),
  'nDCG@8': mean(own.map(({ gain }) => gain)).toFixed(2),
  'documents at most': Math.max(...own.map(({ documents }) => documents)),
  'bytes of entries at most': Math.max(...own.map(({ bytes }) => bytes)),
  'CPU p95, ms': percentile95(own.map(({ cpuMs }) => cpuMs)).toFixed(1),
  'p95, ms': percentile95(own.map(({ ms }) => ms)).toFixed(1),
});

describe('the search of a publication', () => {
  it('finds the intended posts for the judged queries, near the top', () => {
    expect(measured).toHaveLength(50 + PHRASES);
    expect(mean(measured.map(({ recall }) => recall))).toBeGreaterThanOrEqual(0.98);
    expect(mean(measured.map(({ gain }) => gain))).toBeGreaterThanOrEqual(0.9);
    const worst = kindsOf().map((kind) => [
      kind,
      mean(measured.filter((query) => query.kind === kind).map(({ recall }) => recall)),
    ]);
    expect(worst.filter(([, recall]) => Number(recall) < 0.9)).toEqual([]);
  });

  it('reads at most 48 documents for a query, and nothing from Storage', () => {
    expect(measured.filter(({ documents }) => documents > 48).map(({ q }) => q)).toEqual([]);
  });

  it('loads less than 10 MB within 2 s when an instance starts', async () => {
    expect(loaded.words).toBeGreaterThan(100);
    expect(loaded.bytes).toBeLessThan(10_000_000);
    expect(loaded.ms).toBeLessThan(2_000);
  });

  it.skipIf(IS_IN_MEMORY)('has its words in one object of Storage', async () => {
    const { docs } = await db.collection('system').get();
    const pointer = docs.find((found: QueryDocumentSnapshot) => found.id === 'searchWords');
    const [file] = await (await dependencies.bucket()).file(String(pointer?.get('object'))).getMetadata();

    expect(Number(file.size)).toBeLessThan(10_000_000);
  });
});
