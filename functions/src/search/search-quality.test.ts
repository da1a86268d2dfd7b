import type { QueryDocumentSnapshot } from 'firebase-admin/firestore';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMeter, withMeter } from '../common/meter.ts';
import { createContent } from '../compose/content.ts';
import { meterFirestore } from '../firestore/meter.ts';
import { encodeNewPost, newPost } from '../posts/posts.converter.ts';
import { gainOf, type JudgedQuery, judgedQueries, qualityPosts, recallOf } from '../testing/search-quality.ts';
import { clock, db, dependencies, resetFirestore } from '../testing/server.ts';
import { createKnownWords, storeNewWords } from './known-words.ts';
import { createSearchService } from './search.service.ts';
import { createSearchIndex, encodeEntry } from './search-index.repository.ts';
import { createSearchWords } from './search-words.repository.ts';

/*
 * `npm run search-quality` prints what these tests hold. `POSTS=10000 npm run search-quality` measures a larger publication.
 */

const COUNT = Number(process.env.POSTS ?? 500);
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

async function writePosts(): Promise<void> {
  const writer = db.bulkWriter();
  const at = clock.now().getTime();
  for (const [n, post] of qualityPosts(COUNT).entries()) {
    const input = { title: post.title, content: post.content, isPublished: true };
    const published = new Date(at - n * 3_600_000);
    const stored = { ...newPost(input, { id: `post-${n}`, authorId: 'author', at: published }), views: post.views };
    const names = { categoryName: null, authorNames: [post.author], tagNames: post.tags };
    const authors = [{ id: 'author', name: post.author }];
    const shown = { title: post.title, slug: '', category: null, tags: [], authors };
    const entry = encodeEntry({ ...stored, ...names, publishedAt: published }, shown, post.views);
    void writer.set(db.doc(`posts/${stored.id}`), {
      ...encodeNewPost(stored, { hasLocalImage: false }),
      views: post.views,
    });
    void writer.set(db.doc(`searchIndex/${stored.id}`), entry);
    if (n % 100 === 99) await writer.flush();
  }
  await writer.close();
}

/** Searches as an instance that has started a moment ago. */
async function measure(): Promise<Measured[]> {
  const words = createSearchWords(db, dependencies.bucket);
  const startMs = performance.now();
  const stored = await words.read();
  loaded = { ...loaded, bytes: stored?.text.length ?? 0, ms: performance.now() - startMs };
  const index = createSearchIndex(db);
  let bytes = 0;
  const count = <T extends { title: string; head: string; body: string }>(found: T[]): T[] => {
    for (const { title, head, body } of found) bytes += Buffer.byteLength(title + head + body);
    return found;
  };
  const known = createKnownWords({
    ...{ words, clock },
    onError(error) {
      throw error;
    },
  });
  loaded = { ...loaded, words: (await known.newest()).size };
  const service = createSearchService({
    index: {
      lookUp: async (...given) => count(await index.lookUp(...given)),
      withAll: async (...given) => count(await index.withAll(...given)),
      countWithAll: index.countWithAll,
    },
    hasOlder: async () => false,
    posts: createContent({ db, clock }).posts,
    known,
    tags: { named: async () => null },
    clock,
  });
  const results: Measured[] = [];
  const queries = judgedQueries(COUNT);
  // The first of an instance opens connections and compiles code.
  await service.search(null, { q: 'warming up', limit: 8 });
  for (const query of queries) {
    clock.advance(2_000);
    bytes = 0;
    const meter = createMeter();
    const [cpu, since] = [process.cpuUsage(), performance.now()];
    const { items } = await withMeter(meter, () => service.search(null, { q: query.q, limit: 8 }));
    const { user, system } = process.cpuUsage(cpu);
    const found = items.map(({ id }) => Number(POST_ID.exec(id)?.[1]));
    results.push({
      ...query,
      ...{ recall: recallOf(found, query.judged), gain: gainOf(found, query.judged) },
      ...{ documents: meter.reads, bytes, cpuMs: (user + system) / 1_000, ms: performance.now() - since },
    });
  }
  return results;
}

beforeAll(async () => {
  await resetFirestore();
  meterFirestore(db);
  await writePosts();
  await storeNewWords(createSearchWords(db, dependencies.bucket), COUNT);
  measured = await measure();
  print();
}, 600_000);

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
  it('finds what the judged queries mean, near the top', () => {
    expect(measured).toHaveLength(50);
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

  it('loads less than 10 MB when an instance starts', async () => {
    const { docs } = await db.collection('system').get();
    const pointer = docs.find((found: QueryDocumentSnapshot) => found.id === 'searchWords');
    const [file] = await (await dependencies.bucket()).file(String(pointer?.get('object'))).getMetadata();

    expect(loaded.words).toBeGreaterThan(100);
    expect(Number(file.size)).toBeLessThan(10_000_000);
  });
});
