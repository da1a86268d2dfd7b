import { AppError } from '@inkwell/shared/errors';
import { createRandom } from '@inkwell/shared/testing/random';
import type { Firestore } from 'firebase-admin/firestore';
import { newId } from '../common/ids.ts';
import { type Content, createContent } from '../compose/content.ts';
import { createJobs } from '../compose/jobs.ts';
import { createPublish } from '../compose/publish.ts';
import type { TestClock } from './clock.ts';

interface Options {
  readonly db: Firestore;
  readonly clock: TestClock;
  readonly seed: number;
  readonly changes: number;
  /** Staff accounts that write posts and that guest authors are joined to. */
  readonly staff: readonly string[];
}

const ADMIN = { id: 'editor', role: 'admin' } as const;
const TAGS = ['Tea', 'Coffee', 'Water', 'Milk', 'Juice', 'Beer', 'Wine', 'Salt', 'Oil', '#later'];
const PARALLEL = 4;
/** How far ahead posts are scheduled, and how far the clock advances. Instances cache names for 30 s. */
const PLANNED_MS = 20_000;
const PASSING_MS = 31_000;

type Act = (content: Content, made: Made) => Promise<unknown>;

/** The data that the actions choose from, and their helpers. */
interface Made {
  readonly posts: string[];
  readonly guests: string[];
  readonly categories: number[];
  readonly staff: readonly string[];
  readonly random: () => number;
  oneOf<T>(list: readonly T[]): T;
  /** A unique word. */
  word(): string;
  /** A time in the near future. */
  soon(): string;
  /** Advances the clock, and publishes due posts. */
  pass(): Promise<void>;
  tagId(content: Content): Promise<string>;
  /** Null for no series. */
  seriesId(content: Content): Promise<string | null>;
  authorIds(): string[];
}

const tagNames = ({ random, oneOf }: Made) => Array.from({ length: Math.floor(random() * 4) }, () => oneOf(TAGS));

const categoryId = ({ random, oneOf, categories }: Made): number | null =>
  random() < 0.3 || categories.length === 0 ? null : oneOf(categories);

/** Changes a random post. */
const changing =
  (patchOf: (made: Made, content: Content) => object | Promise<object>): Act =>
  async (content, made) =>
    content.posts.update(ADMIN, made.oneOf(made.posts), await patchOf(made, content));

/** How each action changes the publication, and its frequency in percent. */
const ACTS: Readonly<Record<string, readonly [share: number, act: Act]>> = {
  create: [
    16,
    async (content, made) => {
      const id = newId('post', ADMIN.id, null);
      made.posts.push(id);
      const assigned = { tags: tagNames(made), authorIds: made.authorIds(), categoryId: categoryId(made) };
      const seriesId = await made.seriesId(content);
      const text = { title: `Title ${made.word()}`, content: 'C', isPublished: made.random() < 0.6 };
      await content.posts.create(ADMIN, id, { ...text, ...assigned, seriesId });
    },
  ],
  publish: [11, changing(() => ({ isPublished: true }))],
  unpublish: [8, changing(() => ({ isPublished: false }))],
  schedule: [6, changing(({ soon }) => ({ publishAt: soon() }))],
  'time passes': [3, (_content, { pass }) => pass()],
  trash: [6, ({ posts }, { oneOf, posts: ids }) => posts.remove(ADMIN, oneOf(ids))],
  restore: [6, ({ posts }, { oneOf, posts: ids }) => posts.undelete(ADMIN, oneOf(ids))],
  'change date': [4, changing(({ random }) => ({ publishedAt: new Date(random() * Date.UTC(2026, 0)).toISOString() }))],
  'change tags': [7, changing((made) => ({ tags: tagNames(made) }))],
  'change tag ids': [4, changing(async ({ tagId }, content) => ({ tagIds: [await tagId(content)] }))],
  'change authors': [6, changing(({ authorIds }) => ({ authorIds: authorIds() }))],
  'change category': [6, changing((made) => ({ categoryId: categoryId(made) }))],
  'change title': [2, changing(({ word }) => ({ title: `Title ${word()}` }))],
  feature: [3, changing(({ random }) => ({ isFeatured: random() < 0.7 }))],
  'restore revision': [
    4,
    async ({ revisions }, { oneOf, posts: ids }) => {
      const id = oneOf(ids);
      const { items } = await revisions.list(ADMIN, id, { limit: 20, after: null });
      if (items.length > 0) await revisions.restore(ADMIN, id, oneOf(items).id, {});
    },
  ],
  hide: [2, changing(({ random }) => ({ isHiddenFromSearch: random() < 0.5 }))],
  'new category': [
    2,
    async ({ categories }, made) => {
      made.categories.push((await categories.create(ADMIN, { name: `Category ${made.word()}` }, null)).id);
    },
  ],
  'rename category': [
    2,
    ({ categories }, { oneOf, categories: ids, word }) =>
      categories.update(ADMIN, oneOf(ids), { name: `Category ${word()}` }),
  ],
  'merge categories': [
    1.5,
    ({ categories }, { oneOf, categories: ids }) => categories.merge(ADMIN, oneOf(ids), oneOf(ids)),
  ],
  'delete category': [0.5, ({ categories }, { oneOf, categories: ids }) => categories.remove(ADMIN, oneOf(ids))],
  'rename tag': [
    2,
    async (content, made) => content.tags.update(ADMIN, await made.tagId(content), { slug: made.word() }),
  ],
  'merge tags': [
    2,
    async (content, made) => content.tags.merge(ADMIN, await made.tagId(content), await made.tagId(content)),
  ],
  'delete tag': [1, async (content, made) => content.tags.remove(ADMIN, await made.tagId(content))],
  'change series': [
    6,
    changing(async ({ random, seriesId }, content) => {
      const seriesPlace = random() < 0.5 ? null : 1 + Math.floor(random() * 4);
      return { seriesId: await seriesId(content), seriesPlace };
    }),
  ],
  'new series': [
    3,
    ({ series }, { word }) => series.create(ADMIN, newId('series', ADMIN.id, null), { name: `Series ${word()}` }),
  ],
  'rename series': [
    1,
    async (content, made) =>
      content.series.update(ADMIN, (await made.seriesId(content)) ?? 'none', { slug: made.word() }),
  ],
  'order series': [
    2,
    async (content, made) => {
      const id = (await made.seriesId(content)) ?? 'none';
      const posts = await content.seriesPosts.all(ADMIN, id);
      await content.seriesPosts.order(ADMIN, id, posts.map((post) => post.id).reverse());
    },
  ],
  'move in series': [
    3,
    async (content, made) => {
      const seriesId = (await made.seriesId(content)) ?? 'none';
      const ids = (await content.seriesPosts.all(ADMIN, seriesId)).map(({ id }) => id);
      const after = made.random() < 0.3 ? null : made.oneOf(ids);
      await content.seriesPosts.move(ADMIN, seriesId, { id: made.oneOf(ids), after });
    },
  ],
  'delete series': [1, async (content, made) => content.series.remove(ADMIN, (await made.seriesId(content)) ?? 'none')],
  'new guest': [
    2,
    async ({ authorPages }, made) => {
      const id = `guest-${made.word()}`;
      await authorPages.create(ADMIN, id, { name: `Guest ${made.word()}` });
      made.guests.push(id);
    },
  ],
  'rename guest': [
    2,
    ({ authorPages }, { oneOf, guests, word }) => authorPages.update(ADMIN, oneOf(guests), { name: `Guest ${word()}` }),
  ],
  'join guest': [
    1,
    ({ authorPages }, { oneOf, guests, staff }) => authorPages.join(ADMIN, oneOf(guests), oneOf(staff)),
  ],
};

/**
 * Two instances concurrently change the publication in every way that affects its lists and counts, while scheduled posts become due. Finally, all
 * waiting jobs are run. @returns how often each action was done. @throws any error that is not a refusal
 */
export async function changeAtRandom(options: Options): Promise<Readonly<Record<string, number>>> {
  const { db, clock, seed, changes, staff } = options;
  const random = createRandom(seed);
  const log = () => undefined;
  const unused = () => {
    throw new Error('random changes delete and copy no accounts');
  };
  const { runner } = createJobs({
    db,
    clock,
    log,
    bucket: unused,
    auth: { getUser: unused, deleteUser: unused, updateUser: unused },
    config: {
      siteUrl: '',
      publicBucket: { origin: '', name: '' },
      newsletterSecret: 'a secret of the tests',
      newsletterMailsPerHour: 1,
      isLocal: true,
      smtpUrl: null,
    },
  });
  // Every second job waits for `work`, as if its instance had been killed.
  const beginJob = (id: string) => (random() < 0.5 ? runner.begin(id) : Promise.resolve());
  const instances = [0, 1].map(() => createContent({ db, clock, beginJob }));
  const publish = createPublish({ db, clock, config: { siteUrl: '', isLocal: true }, log });
  const done: Record<string, number> = {};
  let [begun, words] = [0, 0];

  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const made: Made = {
    posts: [],
    guests: [],
    categories: [],
    staff,
    random,
    oneOf,
    word() {
      words += 1;
      // Search matches prefixes of words, so no word is a prefix of another one.
      return `word${words}x`;
    },
    soon: () => new Date(clock.now().getTime() + PLANNED_MS).toISOString(),
    async pass() {
      clock.advance(PASSING_MS);
      await publish();
    },
    async tagId({ tags }) {
      const { items } = await tags.listAll(ADMIN, undefined, { limit: 20, after: null });
      return items.length > 0 ? oneOf(items).id : 'none';
    },
    async seriesId({ series }) {
      const { items } = await series.listAll(ADMIN, undefined, { limit: 20, after: null });
      return items.length > 0 && random() < 0.8 ? oneOf(items).id : null;
    },
    authorIds: () => [...new Set([1, 2, 3].map(() => oneOf([...staff, ...made.guests])))],
  };
  const shares = Object.entries(ACTS).flatMap(([name, [share]]) => Array<string>(2 * share).fill(name));
  const first = { 'new category': 2, 'new series': 2, 'new guest': 2, create: 3 };
  const beginning = Object.entries(first).flatMap(([name, times]) => Array<string>(times).fill(name));

  const change = async (): Promise<void> => {
    while (begun < changes) {
      const name = beginning[begun] ?? oneOf(shares);
      begun += 1;
      try {
        await ACTS[name]?.[1](oneOf(instances), made);
        done[name] = (done[name] ?? 0) + 1;
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, change));
  // Each run takes at most ten jobs.
  for (let run = 0; run < changes / 50; run += 1) await runner.run(60_000);
  return done;
}
