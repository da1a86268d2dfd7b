import { personName } from '@inkwell/shared/format';
import type { PostCard } from '@inkwell/shared/posts';
import { LIST_PAGE_SIZE } from '@inkwell/shared/served-keys';
import { postPath, seriesPath, tagPath } from '@inkwell/shared/slug';
import { isInternalTag } from '@inkwell/shared/tag-names';
import { parseAtomFeed } from 'feedsmith';
import type { Firestore, QueryDocumentSnapshot } from 'firebase-admin/firestore';
import { decodeCategory } from '../categories/categories.converter.ts';
import type { Page, Position } from '../common/paging.ts';
import { type Content, createContent } from '../compose/content.ts';
import { createFeedService, FEED_SIZE, type FeedService } from '../pages/feeds.service.ts';
import { createPublishedRepository } from '../pages/published.repository.ts';
import { isForSearch } from '../posts/addresses/published-addresses.repository.ts';
import { decodePost, firstPublishing, type StoredPost } from '../posts/posts.converter.ts';
import type { PostGroup } from '../posts/posts.repository.ts';
import { isGuestId } from '../users/authors.ts';
import type { TestClock } from './clock.ts';
import { recountAuthors, recountSeries, recountTags } from './recount.ts';

const SITE = 'https://inkwell.example';
/** The number of search results to compare. Groups with more posts are not searched. */
const COUNTED_BY_SEARCH = 40;
const PAGE = 100;

interface Group {
  readonly name: string;
  readonly of: PostGroup;
  readonly feed: () => Promise<string | { readonly movedTo: string } | null>;
  /** The path of its served page, or a path that redirects there. */
  readonly path: string;
  /** Whether the page exists without posts. */
  readonly isThereEmpty?: boolean;
}

/** Sends a request to the function `page`. */
type Get = (path: string) => Promise<{ status: number; location: string | null; text: string }>;

/**
 * Compares the published posts with all data derived from them, as a new instance answers: counts, lists, served pages, feeds, sitemap, search.
 * @returns the differences in words; empty if there are none
 */
export async function recountPublication(db: Firestore, clock: TestClock, get: Get): Promise<string[]> {
  const content = createContent({ db, clock });
  const feeds = createFeedService({
    ...content,
    site: content.settings.site,
    siteUrl: SITE,
    now: () => clock.now(),
    published: createPublishedRepository(db),
  });
  const all = (await db.collection('posts').get()).docs.map(decodePost).filter((post) => post !== null);
  const published = all.filter(({ isPublished }) => isPublished);
  const groups = await groupsOf(db, feeds);
  const total = Number((await db.doc('counters/posts').get()).get('published'));
  const index = await db.collection('searchIndex').select('publishedAt').get();
  const ofGroups: string[] = [];
  // Sequentially: a page that waits too long is served without its content.
  for (const group of groups) ofGroups.push(...(await recountGroup(content, group, { published, get })));
  return [
    ...(await recountTags(db)),
    ...(await recountSeries(db)),
    ...(await recountAuthors(db)),
    ...differing('the count of posts', [String(total)], [String(published.length)]),
    ...differing('ended categories and authors', idsOf(all.filter((post) => !isOfGroups(post, groups))), []),
    ...ofGroups,
    ...differing(
      'the sitemap',
      await addressesIn(feeds),
      published.filter(isForSearch).map((post) => SITE + postPath(post)),
    ),
    ...differing('the search index', idsOf(index.docs), idsOf(published)),
    ...differing(
      'the dates of the search index',
      index.docs.map((entry) => `${entry.id} ${entry.get('publishedAt').toDate().toISOString()}`),
      published.map((post) => `${post.id} ${firstPublishing(post).toISOString()}`),
    ),
    ...differing(
      'the months of the sitemap',
      (await db.collection('sitemapShards').get()).docs.flatMap((shard) =>
        Object.keys(shard.get('posts') ?? {}).map((id) => `${id} ${shard.id.slice(0, 7)}`),
      ),
      published.filter(isForSearch).map((post) => `${post.id} ${firstPublishing(post).toISOString().slice(0, 7)}`),
    ),
  ];
}

const idsOf = (documents: readonly { readonly id: string }[]): string[] => documents.map(({ id }) => id);

function differing(what: string, found: readonly string[], wanted: readonly string[]): string[] {
  const [extra, missing] = [found.filter((one) => !wanted.includes(one)), wanted.filter((one) => !found.includes(one))];
  return [
    ...(extra.length > 0 ? [`${what} has too many: ${extra}`] : []),
    ...(missing.length > 0 ? [`${what} lacks ${missing}`] : []),
  ];
}

/** All posts, and the posts of each existing tag, series, author and category. */
async function groupsOf(db: Firestore, feeds: FeedService): Promise<Group[]> {
  const [tags = [], series = [], authors = [], categories = []] = await Promise.all(
    ['tags', 'series', 'authors', 'categories'].map(async (name) => (await db.collection(name).get()).docs),
  );
  return [
    { name: 'all', of: {}, path: '/posts', isThereEmpty: true, feed: () => feeds.feed(null, 'atom') },
    ...named(tags)
      .filter(({ name }) => !isInternalTag(name))
      .map(({ id, name, slug }) => ({
        name: `tag ${name}`,
        of: { tagId: id },
        path: tagPath(slug),
        feed: () => feeds.tagFeed(slug, 'atom'),
      })),
    ...named(series).map(({ id, name, slug }) => ({
      name: `series ${name}`,
      of: { seriesId: id },
      path: seriesPath(slug),
      feed: () => feeds.seriesFeed(slug, 'atom'),
    })),
    ...authors
      .filter((author) => !author.get('joinedTo'))
      .map(({ id }) => ({
        name: `author ${id}`,
        of: { authorId: id },
        path: `/authors/${id}`,
        feed: () => feeds.authorFeed(id, 'atom'),
      })),
    ...categories
      .map(decodeCategory)
      .flatMap((found) => (found && found.mergedInto === null ? [found.id] : []))
      .map((id) => ({
        name: `category ${id}`,
        of: { categoryId: id },
        path: `/categories/${id}`,
        isThereEmpty: true,
        feed: () => feeds.feed(id, 'atom'),
      })),
  ];
}

/** The existing tags or series. */
const named = (documents: readonly QueryDocumentSnapshot[]) =>
  documents
    .filter((one) => one.get('isThere') === true)
    .map((one) => ({ id: one.id, name: String(one.get('name')), slug: String(one.get('slug')) }));

/** Whether the category and guest authors of a post exist. `recountTags` and `recountSeries` check its tags and series. */
function isOfGroups({ categoryId, authorIds }: StoredPost, groups: readonly Group[]): boolean {
  const isThere = (wanted: PostGroup) =>
    groups.some(({ of }) => of.authorId === wanted.authorId && of.categoryId === wanted.categoryId);
  return (
    (categoryId === null || isThere({ categoryId })) &&
    authorIds.filter(isGuestId).every((authorId) => isThere({ authorId }))
  );
}

/** Compares a group's list, count, served page, feed and search with its posts. */
async function recountGroup(
  content: Content,
  { name, of, path, isThereEmpty, feed }: Group,
  { published, get }: { published: readonly StoredPost[]; get: Get },
) {
  const own = idsOf(published.filter((post) => isIn(post, of)).sort(inSeries));
  const { ids, total } = await listOf(content.posts, of);
  const written = await feed();
  const { entries = [] } = typeof written === 'string' ? parseAtomFeed(written) : {};
  const fed = entries.map(({ id }) => String(id).replace(`${SITE}/posts/`, ''));
  const differences = [
    ...differing(`the list of ${name}`, ids, own),
    ...(of.seriesId !== undefined && ids.join() !== own.join() ? [`the order of ${name} is ${ids}, not ${own}`] : []),
    ...differing(`the count of ${name}`, [String(total)], [String(own.length)]),
    ...differing(`the length of the list of ${name}`, [String(ids.length)], [String(own.length)]),
    ...differing(
      `the served page of ${name}`,
      [await servedAt(path, get)],
      [own.length > 0 || isThereEmpty ? `200 ${own.length} ${ids.slice(0, LIST_PAGE_SIZE)}` : '404'],
    ),
    ...differing(`the feed of ${name}`, fed, own.length > FEED_SIZE ? fed.filter((id) => own.includes(id)) : own),
    ...differing(`the length of the feed of ${name}`, [String(fed.length)], [String(Math.min(own.length, FEED_SIZE))]),
  ];
  const word = await wordOf(content, of);
  if (word === null || own.length > COUNTED_BY_SEARCH) return differences;
  const found = await content.search.search(null, { q: word, limit: COUNTED_BY_SEARCH });
  return [...differences, ...differing(`search for ${word}`, idsOf(found.isCorrected ? [] : found.items), own)];
}

/** The content of a page without scripts: status, number of posts, and their ids in order. */
async function servedAt(path: string, get: Get): Promise<string> {
  const first = await get(path);
  const { status, text } = first.location === null ? first : await get(first.location);
  if (status !== 200) return String(status);
  const [markup = ''] = text.split('<script type="application/json"');
  const [, count] = /role="status">(\d+) posts?</.exec(markup) ?? [];
  const posts = [...markup.matchAll(/<h2[^>]*><a[^>]* href="\/posts\/([^/"]+)/g)].map(([, id]) => id);
  return `${status} ${count} ${posts}`;
}

/** The addresses of the posts in all sitemap files. */
async function addressesIn(feeds: FeedService): Promise<string[]> {
  const main = await feeds.sitemap();
  const files = main.includes('<sitemapindex')
    ? await Promise.all(locations(main).map((url) => feeds.sitemapPart(url.slice(`${SITE}/sitemap/`.length, -4))))
    : [main];
  return files.flatMap((file) => locations(file ?? '')).filter((url) => /\/posts\/./.test(url));
}

/** Orders by place, first publication and id. */
const inSeries = (one: StoredPost, other: StoredPost): number =>
  (one.seriesPlace ?? 0) - (other.seriesPlace ?? 0) ||
  (one.publishedAt?.getTime() ?? 0) - (other.publishedAt?.getTime() ?? 0) ||
  (one.id < other.id ? -1 : 1);

const isIn = ({ tagIds, authorIds, categoryId, seriesId }: StoredPost, of: PostGroup): boolean =>
  (of.tagId === undefined || tagIds.includes(of.tagId)) &&
  (of.seriesId === undefined || seriesId === of.seriesId) &&
  (of.authorId === undefined || authorIds.includes(of.authorId)) &&
  (of.categoryId === undefined || categoryId === of.categoryId);

const locations = (xml: string): string[] => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => String(url));

/** Collects all pages of a list. */
async function listOf(posts: Content['posts'], group: PostGroup): Promise<{ ids: string[]; total: number }> {
  const ids: string[] = [];
  let total = 0;
  for (let after: Position | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
    const request = { limit: PAGE, after };
    const page: Page<PostCard> = group.seriesId
      ? await posts.listSeries(null, group.seriesId, request)
      : await posts.list(null, group, request);
    ids.push(...page.items.map(({ id }) => id));
    total = page.total;
    after = page.next;
  }
  return { ids, total };
}

/** The last word of the name of an author or category. It is unique, so that search finds the group's posts by it. Null for tags. */
async function wordOf({ authors, categories }: Content, { authorId, categoryId }: PostGroup): Promise<string | null> {
  if (categoryId !== undefined) return lastWord((await categories.byId(categoryId)).name);
  const names = authorId === undefined ? null : (await authors.getAll([authorId])).get(authorId);
  return names ? lastWord(personName({ ...names, email: null })) : null;
}

const lastWord = (name: string): string => name.split(' ').at(-1) ?? name;
