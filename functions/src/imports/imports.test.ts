import { randomUUID } from 'node:crypto';
import { type Imported, ImportFault, type RecordOf } from '@inkwell/formats/records';
import type { Firestore } from 'firebase-admin/firestore';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { createMeter, withMeter } from '../common/meter.ts';
import { createContent } from '../compose/content.ts';
import { createImporting, createImports } from '../compose/importing.ts';
import { createJobs } from '../compose/jobs.ts';
import { meterFirestore } from '../firestore/meter.ts';
import { addressIdOf } from '../mail/tokens.ts';
import { recount } from '../testing/comments.ts';
import { cutOffAfter } from '../testing/cut-off.ts';
import { stored, storedAll } from '../testing/posts.ts';
import { recountAuthors, recountSeries, recountTags } from '../testing/recount.ts';
import { auth, clock, db, dependencies, resetFirestore } from '../testing/server.ts';
import { signIn, type TestUser } from '../testing/users.ts';
import { readAll } from './first-pass.ts';
import { chunkPath, createImportArea, importFolder, linesIn } from './import-area.ts';
import { createImportIds } from './import-ids.ts';

meterFirestore(db);

const SITE = 'https://old.example';
const ids = createImportIds(`test:${SITE}`);
const idOf = (key: string) => ids.of('post', key);
const AT = '2024-05-01T10:00:00.000Z';

let admin: TestUser;

beforeEach(async () => {
  await resetFirestore();
  admin = await signIn({ role: 'admin' });
});

/** The fields that posts and pages share. */
const TEXT = {
  pictures: [] as RecordOf<'page'>['pictures'],
  status: 'published' as const,
  publishAt: null,
  publishedAt: AT,
  createdAt: AT,
  updatedAt: AT,
  language: null,
  searchTitle: null,
  searchDescription: null,
  math: false,
  isHiddenFromSearch: false,
};
const post = (key: string, fields: Partial<RecordOf<'post'>> = {}): RecordOf<'post'> => ({
  ...TEXT,
  kind: 'post',
  key,
  title: `Post ${key}`,
  content: `Words of ${key}.`,
  oldPaths: [`/${key}`],
  slug: key,
  excerpt: null,
  authors: ['ada'],
  category: 'tea',
  tags: ['one'],
  series: null,
  seriesPlace: null,
  isFeatured: false,
  canonicalUrl: null,
  cover: null,
  coverDescription: null,
  coverCaption: null,
  cardTitle: null,
  cardText: null,
  cardPicture: null,
  isClosed: false,
  ...fields,
});
const page = (key: string, fields: Partial<RecordOf<'page'>> = {}): RecordOf<'page'> => ({
  ...TEXT,
  kind: 'page',
  key,
  title: `Page ${key}`,
  content: 'About.',
  oldPaths: [],
  slug: key,
  ...fields,
});
const author = (key: string, email: string | null = null): RecordOf<'author'> => ({
  kind: 'author',
  key,
  name: `Author ${key}`,
  email,
  text: null,
  website: null,
  handles: {},
  picture: null,
  oldPaths: [`/author/${key}`],
});
const category = (key: string): RecordOf<'category'> => ({
  kind: 'category',
  key,
  name: `Category ${key}`,
  description: null,
  oldPaths: [`/category/${key}`],
});
const tag = (key: string): RecordOf<'tag'> => ({
  kind: 'tag',
  key,
  name: `Tag ${key}`,
  slug: `tag-${key}`,
  description: null,
  picture: null,
  oldPaths: [],
});
const comment = (key: string, fields: Partial<RecordOf<'comment'>> = {}): RecordOf<'comment'> => ({
  kind: 'comment',
  key,
  post: 'a',
  parent: null,
  content: `Comment ${key}`,
  author: null,
  name: 'Grace',
  email: null,
  createdAt: AT,
  state: 'visible',
  ...fields,
});

const BASE: readonly Imported[] = [{ kind: 'site', addresses: [SITE] }, author('ada'), category('tea'), tag('one')];

async function* those(records: readonly Imported[]): AsyncGenerator<Imported> {
  yield* records;
}

interface Options {
  readonly files?: Readonly<Record<string, Buffer>>;
  readonly isFetching?: boolean;
}

const imports = () => createImports(dependencies);

async function read(records: readonly Imported[], { files = {}, isFetching = false }: Options = {}): Promise<string> {
  const made = { id: randomUUID(), userId: admin.id, format: 'test', name: 'site.xml' };
  await imports().read(made, ({ write, progress }) =>
    readAll(those(records), {
      format: made.format,
      area: { write },
      isFetching,
      onProgress: progress,
      pictureFile: async (path) => files[path] ?? null,
    }),
  );
  return made.id;
}

/** Runs an import to its end, like the function `work`. */
async function finish(id: string, options: { db?: Firestore; stepMs?: number } = {}): Promise<void> {
  const steps = createImporting({ ...dependencies, ...options });
  while ((await steps.step(id)).next !== null);
}

async function imported(records: readonly Imported[], options: Options = {}): Promise<string> {
  const id = await read(records, options);
  await imports().run(id, admin.id);
  await finish(id);
  return id;
}

/** The report lines that the import itself added. */
async function laterReport(id: string): Promise<string[]> {
  const { laterReports } = await imports().find(id);
  const area = createImportArea(dependencies.bucket, importFolder(id));
  const files = await Promise.all(
    Array.from({ length: laterReports }, (_, n) => area.read(chunkPath('later-report', n))),
  );
  return files.flatMap(linesIn).map((line) => {
    const { text, about, address } = JSON.parse(line);
    return [about, text, address].filter(Boolean).join(': ');
  });
}

const png = () =>
  sharp({ create: { width: 500, height: 30, channels: 3, background: '#3b4cca' } })
    .png()
    .toBuffer();
const wrongCounts = async () => [
  ...(await recount()),
  ...(await recountTags(db)),
  ...(await recountSeries(db)),
  ...(await recountAuthors(db)),
];

describe('the first pass', () => {
  it('counts what would be imported, and writes nothing public', async () => {
    const id = await read([...BASE, post('a'), post('b'), comment('1')]);

    expect(await imports().find(id)).toMatchObject({
      state: 'ready',
      counts: { author: 1, category: 1, tag: 1, post: 2, comment: 1 },
      total: 6,
      done: 0,
    });
    expect(await storedAll('posts')).toEqual({});
    expect(await storedAll('authors')).toEqual({});
  });

  it('fails before anything is written', async () => {
    const made = { id: randomUUID(), userId: admin.id, format: 'test', name: 'site.xml' };

    const reading = imports().read(made, async ({ write }) => {
      await write(chunkPath('post', 0), JSON.stringify(post('a')));
      throw new ImportFault('a tag is not closed', { file: 'site.xml', line: 7 });
    });

    await expect(reading).rejects.toThrow('site.xml, line 7: a tag is not closed');
    expect(await imports().find(made.id)).toMatchObject({
      state: 'failed',
      fault: 'site.xml, line 7: a tag is not closed',
    });
    await expect(imports().run(made.id, admin.id)).rejects.toThrow('cannot go on');
    const [files] = await (await dependencies.bucket()).getFiles({ prefix: `${importFolder(made.id)}/` });
    expect(files).toEqual([]);
  });
});

describe('an import', () => {
  it('keeps dates, states and bylines, and updates counts exactly', async () => {
    const account = await signIn({ role: 'moderator', displayName: 'Mary Shelley' });
    await auth.updateUser(account.id, { emailVerified: true });
    const impostor = await signIn({ role: 'moderator' });
    const soon = new Date(clock.now().getTime() + 86_400_000).toISOString();
    await imported([
      ...BASE,
      ...[author('mary', account.email), author('eve', impostor.email)],
      post('a', { authors: ['mary', 'ada'], isFeatured: true, searchTitle: 'Searched', isClosed: true }),
      post('b', { status: 'draft', publishedAt: null, authors: ['eve'], category: null, tags: [] }),
      post('c', { status: 'scheduled', publishedAt: null, publishAt: soon, authors: [] }),
      post('d', { status: 'scheduled', publishedAt: null, publishAt: AT }),
      post('e', { status: 'trash' }),
      post('f', { status: 'draft' }),
      post('g', { status: 'draft', publishedAt: soon }),
    ]);

    const at = new Date(AT);
    expect(await stored(`posts/${idOf('a')}`)).toMatchObject({
      status: 'published',
      authorIds: [account.id, ids.guest('ada')],
      searchTitle: 'Searched',
      commentsAccess: 'off',
      slug: 'a',
      categoryId: 1,
      isFeatured: true,
    });
    expect((await stored(`posts/${idOf('a')}`))?.publishedAt.toDate()).toEqual(at);
    expect((await stored(`posts/${idOf('a')}`))?.updatedAt.toDate()).toEqual(at);
    // This account has not verified its address.
    expect(await stored(`posts/${idOf('b')}`)).toMatchObject({ status: 'draft', authorIds: [ids.guest('eve')] });
    expect(await stored(`posts/${idOf('c')}`)).toMatchObject({ status: 'scheduled', authorIds: [admin.id] });
    expect(await stored(`posts/${idOf('d')}`)).toMatchObject({ status: 'draft', publishAt: null });
    expect(await stored(`posts/${idOf('e')}`)).toMatchObject({ status: 'trash', isPublished: false });
    // Drafts keep their dates, but no later ones.
    const dates = await Promise.all(
      ['b', 'f', 'g'].map(async (key) => (await stored(`posts/${idOf(key)}`))?.publishedAt),
    );
    expect(dates.map((date) => date?.toDate() ?? null)).toEqual([null, at, null]);
    expect(await stored('counters/posts')).toMatchObject({ total: 6, published: 1 });
    expect(Object.keys(await storedAll('searchIndex'))).toEqual([idOf('a')]);
    expect(await stored('categories/1')).toMatchObject({ postCount: 1, featured: [idOf('a')] });
    expect(await wrongCounts()).toEqual([]);
  });

  it('makes old addresses and links lead to the new places', async () => {
    const id = await imported([
      ...BASE,
      post('a', {
        oldPaths: ['/2024/05/a', '/?p=13', '/posts/a', '/search/a'],
        content: 'See [b](/b/#x), [about](/about-us) and [c](/c).',
      }),
      post('b', { status: 'draft', oldPaths: ['/b'] }),
      page('about', { oldPaths: ['/about-us', '/about'] }),
      page('admin'),
      { kind: 'redirect', key: '1', from: '/really-old', to: '/2024/05/a', status: 301 },
    ]);

    const addresses = Object.values(await storedAll('addresses')).map(({ path, to }) => [path, to]);
    expect(addresses).toContainEqual(['/2024/05/a', `/posts/${idOf('a')}/a`]);
    expect(addresses).toContainEqual(['/?p=13', `/posts/${idOf('a')}/a`]);
    expect(addresses).toContainEqual(['/posts/a', `/posts/${idOf('a')}/a`]);
    expect(addresses).toContainEqual(['/about-us', '/about']);
    expect(addresses).toContainEqual(['/really-old', `/posts/${idOf('a')}/a`]);
    expect(addresses.map(([path]) => path)).not.toContain('/b');
    expect((await stored(`posts/${idOf('a')}`))?.content).toBe(
      `See [b](/posts/${idOf('b')}/b#x), [about](/about) and [c](/c).`,
    );
    expect(await laterReport(id)).toEqual([
      expect.stringContaining('This address belongs to the site itself: /search/a'),
    ]);
  });

  it('finds posts by the numbers in their old queries without a redirect for each', { tags: 'thorough' }, async () => {
    await imported([
      ...BASE,
      post('12', { oldPaths: ['/?p=12'], slug: 'twelve' }),
      post('13', { oldPaths: ['/?p=13'], status: 'draft' }),
    ]);
    const { addresses } = createContent({ db, clock });

    expect(await addresses.find('/?p=12')).toMatchObject({ kind: 'redirect', to: `/posts/${idOf('12')}`, status: 301 });
    expect(await addresses.find('/?p=13')).toBeNull();
    expect(await addresses.find('/?p=14')).toBeNull();
    expect(Object.values(await storedAll('addresses')).filter(({ path }) => path.includes('?'))).toEqual([]);
  });

  it('limits the depth of threads, and breaks cycles', { tags: 'thorough' }, async () => {
    const deep = Array.from({ length: 30 }, (_, n) => comment(`${n}`, { parent: n === 0 ? null : `${n - 1}` }));
    const circle = [comment('x', { parent: 'y' }), comment('y', { parent: 'x' })];
    await imported([...BASE, post('a'), ...deep, ...circle]);

    expect(Object.keys(await storedAll('comments'))).toHaveLength(32);
    expect(await stored(`comments/${ids.of('comment', '0')}`)).toMatchObject({ answersCount: 29 });
    expect(await wrongCounts()).toEqual([]);
  });

  it('reports earlier addresses that are taken, and still imports the post', {
    tags: 'thorough',
  }, async () => {
    await createContent({ db, clock }).redirects.create(
      { id: admin.id, role: 'admin' },
      { from: '/a', to: 'https://else.example/', status: 301 },
    );

    const id = await imported([...BASE, post('a'), post('b')]);

    expect(await laterReport(id)).toEqual([expect.stringContaining('Something is at this address already: /a')]);
    expect(Object.keys(await storedAll('posts'))).toHaveLength(2);
    expect(await wrongCounts()).toEqual([]);
  });

  it('imports threads of comments in any order', { tags: 'thorough' }, async () => {
    const id = await imported([
      ...BASE,
      comment('4', { parent: '3', name: 'Zoe' }),
      comment('3', { parent: '2' }),
      comment('2', { parent: '1', author: 'ada' }),
      comment('1'),
      comment('5', { state: 'held' }),
      comment('6', { parent: 'spam' }),
      comment('7', { post: 'nowhere' }),
      post('a'),
    ]);

    const of = (key: string) => stored(`comments/${ids.of('comment', key)}`);
    const first = ids.of('comment', '1');
    expect(await of('1')).toMatchObject({ parentId: null, answersCount: 3, state: 'visible', notification: 'none' });
    expect(await of('2')).toMatchObject({ parentId: first, replyTo: null, authorId: ids.guest('ada') });
    expect(await of('4')).toMatchObject({ parentId: first, replyTo: { id: ids.of('comment', '3') } });
    expect(await of('5')).toMatchObject({ state: 'held' });
    expect(await of('6')).toMatchObject({ parentId: null });
    expect(await stored(`posts/${idOf('a')}`)).toMatchObject({ commentsCount: 5 });
    expect(await stored(`authors/${ids.commenter('Zoe')}`)).toMatchObject({ displayName: 'Zoe', isListed: false });
    expect(await laterReport(id)).toEqual([expect.stringContaining('Comment 7')]);
    expect(await wrongCounts()).toEqual([]);
  });

  it('stores each picture once, with its description, wherever it is used', { tags: 'thorough' }, async () => {
    const picture = { address: '/images/boat.png', url: null, path: 'images/boat.png', description: 'A boat' };
    const missing = {
      address: 'https://old.example/b.png',
      url: 'https://old.example/b.png',
      path: null,
      description: null,
    };
    const records = [
      ...BASE,
      post('a', {
        content: '![A boat](/images/boat.png) ![](https://old.example/b.png)',
        pictures: [picture, missing],
        cover: picture,
      }),
      post('b', { content: '![A boat](/images/boat.png)', pictures: [picture] }),
    ];

    await imported(records, { files: { 'images/boat.png': await png() } });
    await imported(records, { files: { 'images/boat.png': await png() } });

    const pictures = Object.entries(await storedAll('pictures'));
    expect(pictures).toHaveLength(1);
    const [name = '', document] = pictures[0] ?? [];
    expect([name, document]).toEqual([
      expect.stringMatching(/^\d{13}-boat-[0-9a-f]{8}-500x30\.webp$/),
      expect.objectContaining({ description: 'A boat', fileName: 'boat.png', isInLibrary: true, ownerId: admin.id }),
    ]);
    const { featuredImage, content, pictures: shown } = (await stored(`posts/${idOf('a')}`)) ?? {};
    expect(shown).toEqual([name]);
    expect(content).toBe(`![A boat](${featuredImage}) ![](https://old.example/b.png)`);
    expect((await fetch(featuredImage.replace('.webp', '.w400.webp'))).status).toBe(200);
  });

  it('finds another address for a page whose address is taken', { tags: 'thorough' }, async () => {
    await imported([...BASE, page('about')]);
    const id = await imported([{ kind: 'site', addresses: ['https://other.example'] }, page('about')]);

    expect(
      Object.values(await storedAll('pages'))
        .map(({ slug }) => slug)
        .sort(),
    ).toEqual(['about', 'about-2']);
    expect(await laterReport(id)).toEqual([expect.stringContaining('Its address is /about-2 now')]);
  });

  it('subscribes people who confirmed elsewhere, but never people who unsubscribed', async () => {
    const subscriber = (email: string, state: RecordOf<'subscriber'>['state']): RecordOf<'subscriber'> => ({
      kind: 'subscriber',
      key: email,
      email,
      name: null,
      state,
      subscribedAt: AT,
      labels: ['VIP'],
    });
    await imported([
      ...[subscriber('here@example.com', 'subscribed'), subscriber('gone@example.com', 'left')],
      ...[subscriber('new@example.com', 'unconfirmed'), subscriber('bad@example.com', 'subscribed')],
      { kind: 'suppression', key: 'bad', email: 'bad@example.com', reason: 'bounce', since: null },
    ]);

    const of = (email: string) => stored(`subscribers/${addressIdOf(email)}`);
    expect(await of('here@example.com')).toMatchObject({
      isConfirmed: true,
      labels: ['VIP'],
      consents: [{ source: 'import' }],
    });
    expect(await of('gone@example.com')).toMatchObject({ isConfirmed: false, leftAt: expect.anything() });
    expect(await of('gone@example.com')).not.toHaveProperty('email');
    expect(await of('new@example.com')).toBeNull();
    expect(await stored(`suppressions/${addressIdOf('bad@example.com')}`)).toMatchObject({
      email: 'bad@example.com',
      suppressedAt: expect.anything(),
      remark: 'Imported from site.xml: bounce',
    });
  });

  it('can be paused, continued in the function `work`, and discarded', { tags: 'thorough' }, async () => {
    await createJobs(dependencies).dataVersion.noteNewest();
    const id = await read([...BASE, ...Array.from({ length: 120 }, (_, n) => post(`p${n}`))]);
    await imports().run(id, admin.id);
    const steps = createImporting({ ...dependencies, stepMs: 0 });
    for (let n = 0; n < 4; n += 1) await steps.step(id);
    await imports().pause(id, admin.id);

    expect(await steps.step(id)).toEqual({ next: null, count: 0 });
    const paused = await imports().find(id);
    expect(paused).toMatchObject({ state: 'paused', total: 123 });
    expect(paused.done).toBeGreaterThan(50);

    await imports().run(id, admin.id);
    await createJobs(dependencies).runner.run(20_000);
    expect(await imports().find(id)).toMatchObject({ state: 'done', done: 123 });
    expect(Object.keys(await storedAll('posts'))).toHaveLength(120);

    await imports().discard(id, admin.id);
    const [files] = await (await dependencies.bucket()).getFiles({ prefix: `${importFolder(id)}/` });
    expect(files).toEqual([]);
  });

  it.each([2, 5, 9, 14])(
    'has the same result after a kill in transaction %i',
    { tags: 'thorough' },
    async (transactions) => {
      const records = [
        ...BASE,
        ...Array.from({ length: 60 }, (_, n) => post(`p${n}`)),
        ...[page('about'), post('a'), comment('1'), comment('2', { parent: '1' })],
      ];
      const id = await read(records);
      await imports().run(id, admin.id);

      await expect(finish(id, { db: cutOffAfter(db, transactions), stepMs: 0 })).rejects.toThrow('cut');
      await finish(id);

      expect(await stored('counters/posts')).toMatchObject({ total: 61, published: 61 });
      expect(Object.keys(await storedAll('comments'))).toHaveLength(2);
      expect(await wrongCounts()).toEqual([]);
    },
  );

  it('costs at most 3 reads and 5 writes for each post', { tags: 'thorough', timeout: 120_000 }, async () => {
    const month = (n: number) => new Date(Date.UTC(2015, n % 120, 1 + (n % 28))).toISOString();
    const records = Array.from({ length: COSTED }, (_, n) =>
      post(`${n + 1}`, {
        publishedAt: month(n),
        category: `c${n % 7}`,
        tags: [`t${n % 40}`, `t${(n + 1) % 40}`],
        oldPaths: [`/2020/p${n}`, `/?p=${n + 1}`],
      }),
    );
    const id = await read([
      ...BASE,
      ...Array.from({ length: 7 }, (_, n) => category(`c${n}`)),
      ...Array.from({ length: 40 }, (_, n) => tag(`t${n}`)),
      ...records,
    ]);
    await imports().run(id, admin.id);
    const meter = createMeter();

    await withMeter(meter, () => finish(id));

    expect(Object.keys(await storedAll('posts'))).toHaveLength(COSTED);
    if (process.env.IMPORTED_POSTS) console.log(meter);
    // Categories and tags add 48 records.
    const lists = 48 * 8;
    expect(meter.reads - lists).toBeLessThanOrEqual(3 * COSTED);
    expect(meter.writes - lists).toBeLessThanOrEqual(5 * COSTED);
    expect(await wrongCounts()).toEqual([]);
  });
});

/** `IMPORTED_POSTS=1000` measures the figures in docs/import.md. */
const COSTED = Number(process.env.IMPORTED_POSTS ?? 200);
