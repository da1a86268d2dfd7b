import { posix } from 'node:path';
import { isReservedPath } from '@inkwell/shared/addresses';
import { CATEGORY_LIMITS } from '@inkwell/shared/categories';
import { isBlank } from '@inkwell/shared/fields';
import type { Remark } from '@inkwell/shared/markdown/from-html/converting';
import { SERIES_LIMITS } from '@inkwell/shared/post-series';
import { ImportedRedirect } from '@inkwell/shared/redirects';
import { slugify } from '@inkwell/shared/slug';
import { TAG_LIMITS } from '@inkwell/shared/tags';
import { astroSite } from './astro-site.ts';
import { firstText, instantFrom, nameFrom, reportLine, slugFrom, wholeText } from './fitting.ts';
import { type FolderLinks, folderLinks, type KnownText } from './folder-addresses.ts';
import { type FolderAuthors, folderAuthors } from './folder-authors.ts';
import { folderRedirects, rulesOf } from './folder-redirects.ts';
import { type FolderSite, pathOfParts, plainSite, type TextPlace } from './folder-site.ts';
import { type Fields, isSet, listOf, readFrontMatter, valueIn, wordsOf } from './front-matter.ts';
import { headingFragments } from './heading-fragments.ts';
import { parseHtml } from './html-tree.ts';
import { hugoSite, isHugo } from './hugo-site.ts';
import { isJekyll, jekyllSite } from './jekyll-site.ts';
import { type RecordWatch, tooHeavy, UNWATCHED, watched } from './record-watch.ts';
import {
  IMPORT_LIMITS,
  type Imported,
  type ImportedPicture,
  ImportFault,
  type ImportFolder,
  type ReportLine,
} from './records.ts';
import { plainMarkdown } from './site-markdown.ts';
import type { TagSource } from './site-tags.ts';
import { boundedText, convertMarkdown, convertText } from './text.ts';
import { statusAt, textRecords, UNDATED } from './text-records.ts';

interface FolderInput {
  readonly folder: ImportFolder;
  /** The address of the old site, if known. */
  readonly siteUrl?: string | null;
  /** Texts with a later date are scheduled. */
  readonly now: Date;
  /** Makes posts of all texts that do not name themselves pages, whatever their folder. */
  readonly isOfPosts?: boolean;
  readonly watch?: RecordWatch;
}

/** Folders of builders and themes, which do not contain texts. */
const PASSED_OVER = /^(?:themes|layouts|archetypes|resources|dist)\/|(?:^|\/)(?:node_modules|\.[^/]+)\//;
/** Texts in other notations that builders support. */
const OTHER_NOTATION =
  /(?:^|\/)(?:(?:_posts|_drafts|content)\/.*\.(?:textile|org|adoc|asciidoc|rst)|content\/.*\.html?)$/i;
/** Files with redirect rules in the format of static hosts. */
const RULES = /^(?:static\/|public\/)?_redirects$/;

/**
 * Reads a folder of Markdown with front matter, in the formats of Hugo, Astro, Jekyll and this product.
 * @throws ImportFault with file and line for invalid front matter or an invalid configuration
 */
export async function* readMarkdownFolder({
  folder,
  siteUrl = null,
  now,
  isOfPosts = false,
  watch = UNWATCHED,
}: FolderInput): AsyncGenerator<Imported> {
  const paths: string[] = [];
  for await (const path of folder.paths()) {
    if (!PASSED_OVER.test(path)) paths.push(path);
    if (paths.length > IMPORT_LIMITS.files)
      throw new ImportFault('The folder has too many files', { file: folder.name });
  }
  const site = (await astroSite(folder, paths)) ?? (await otherSite(folder, paths));
  const base = site.base || baseOf(siteUrl);
  const authors = await folderAuthors(folder, paths, (id) => `${base}${site.termPath('authors', id)}`);
  const known = await knownTexts(
    folder,
    paths.filter((path) => site.isText(path) && !authors.has(path)),
    { site, base, watch },
  );
  if (known.texts.length === 0) throw new ImportFault('There is no Markdown in this folder', { file: folder.name });

  const isText = new Set(known.texts.map(({ path }) => path));
  const address = siteUrl ?? site.url;
  const files = new Set(paths.filter((path) => !isText.has(path) && !authors.has(path)));
  const links = folderLinks({ files, texts: known.texts, siteUrl: address, base });
  const made = new Set<string>();
  yield { kind: 'site', addresses: address === null ? [] : [address.replace(/\/+$/, '')] };
  yield* known.lines;
  for (const path of paths.filter((one) => OTHER_NOTATION.test(one)))
    yield reportLine('left-out', 'A text in another notation than Markdown was left out', path);
  yield* site.records(links.published);
  for (const path of paths.filter((one) => RULES.test(one))) {
    const rules = rulesOf(await wholeText({ name: path, open: () => folder.open(path) }));
    yield* folderRedirects(rules, { base: '', published: (to) => to });
  }
  yield* listRedirects(known.texts, site, base);
  for (const text of known.texts) {
    const { fields: own, text: source } = await fieldsOf(folder, text.path);
    const fields = site.whole(text.path, own);
    const file: TextFile = {
      ...text,
      fields,
      source,
      site,
      base,
      links,
      authors,
      now,
      isOfPosts,
      made,
    };
    yield* watched(watch, { name: text.path, record: null }, () => fileRecords(file));
  }
}

async function otherSite(folder: ImportFolder, paths: readonly string[]): Promise<FolderSite> {
  if (isHugo(paths)) return hugoSite(folder, paths);
  return isJekyll(paths) ? jekyllSite(folder, paths) : plainSite(paths);
}

/** Reads slightly more of a long file than an import accepts. */
const fieldsOf = async (folder: ImportFolder, path: string) =>
  readFrontMatter(path, await firstText({ name: path, open: () => folder.open(path) }, 4 * IMPORT_LIMITS.sourceText));

/** The base path of a site, from its address. */
const baseOf = (siteUrl: string | null): string =>
  siteUrl !== null && URL.canParse(siteUrl) ? new URL(siteUrl).pathname.replace(/\/+$/, '') : '';

/** Redirects lists of posts to the list of all posts, and the base of the old site to our home page. */
function* listRedirects(texts: readonly KnownText[], site: FolderSite, base: string): Generator<Imported> {
  const taken = new Set(texts.map(({ oldPath }) => oldPath));
  const lists = new Set<string>();
  for (const { path, place } of texts) {
    const [first] = place.folders;
    if (first === undefined || !POSTS.test(first) || first.startsWith('_')) continue;
    const page = `${path.slice(0, path.indexOf(`${first}/`))}${first}/_index.md`;
    lists.add(pathOfParts(base, site.oldPathOf(page, {})));
  }
  for (const from of [base, ...lists]) {
    const read = ImportedRedirect.safeParse({ from, to: from === base ? '/' : '/posts', status: 301 });
    if (from !== '' && (from === base || !taken.has(from)) && !isReservedPath(from) && read.success)
      yield { kind: 'redirect', key: from.slice(0, 400), ...read.data };
  }
}

/** Collects data about all texts before the first one is converted: old paths and headings. */
async function knownTexts(
  folder: ImportFolder,
  paths: readonly string[],
  { site, base, watch }: { readonly site: FolderSite; readonly base: string; readonly watch: RecordWatch },
) {
  const lines: ReportLine[] = [];
  const texts: KnownText[] = [];
  for (const path of paths) {
    // The previous text has been read completely.
    watch.end();
    if (!watch.begin()) lines.push(tooHeavy(path));
    else if (site.isTerm(path)) lines.push(reportLine('left-out', 'The page of a tag or category was left out', path));
    else {
      const { fields: own, text } = await fieldsOf(folder, path);
      const fields = site.whole(path, own);
      const oldPath = pathOfParts(base, site.oldPathOf(path, fields));
      const place = site.placeOf(path);
      // The list page of a folder has no text, and its address may be used by a list here.
      if (!place.isSection || !isBlank(text))
        texts.push({
          path,
          place,
          oldPath,
          aliases: [
            ...aliasesOf(fields, oldPath, base),
            ...(site.otherPaths?.(path, fields) ?? []).map((other) => pathOfParts(base, other)),
          ],
          fragments: headingFragments(text),
        });
    }
  }
  watch.end();
  return { texts, lines };
}

/** In Hugo, aliases without a slash are relative to the text; paths of Jekyll's plugin are relative to the site. */
const aliasesOf = (fields: Fields, oldPath: string, base: string): string[] => [
  ...listOf(fields, 'aliases', 'alias').map((alias) =>
    alias.startsWith('/') ? `${base}${alias}` : posix.join(posix.dirname(oldPath), alias),
  ),
  ...listOf(fields, 'redirect_from').map((path) => `${base}/${path.replace(/^\//, '')}`),
];

interface TextFile extends KnownText {
  readonly fields: Fields;
  readonly source: string;
  readonly site: FolderSite;
  readonly base: string;
  readonly links: FolderLinks;
  readonly authors: FolderAuthors;
  readonly now: Date;
  readonly isOfPosts: boolean;
  /** The kinds and keys of records that were already created for other texts. */
  readonly made: Set<string>;
}

const POSTS = /^_?(?:posts?|blog|articles?|news|writing|journal|notes|stories|drafts)$/i;

/** Pages are at the root of the content, or in a folder of pages. All other texts are posts. */
function kindOf({
  fields,
  place,
  path,
  site,
  isOfPosts,
}: {
  readonly fields: Fields;
  readonly place: TextPlace;
  readonly path: string;
  readonly site: FolderSite;
  readonly isOfPosts: boolean;
}): 'post' | 'page' {
  const type = wordsOf(fields, 'type', 'layout');
  if (/^pages?$/i.test(type)) return 'page';
  if (/^posts?$/i.test(type) || (isOfPosts && !place.isSection)) return 'post';
  if (place.isSection || place.folders[0] === 'pages' || site.isPage?.(path)) return 'page';
  if (site.isPost(path) || place.folders.some((name) => POSTS.test(name))) return 'post';
  if (path.startsWith('src/pages/')) return 'page';
  const isDated = wordsOf(fields, ...DATES) !== '' || place.date !== null;
  return place.folders.length === 0 && !isDated ? 'page' : 'post';
}

/** Names for the date of a text; the first one counts. */
export const DATES = [
  'date',
  'pubDate',
  'publishDate',
  'pubDatetime',
  'published',
  'published_at',
  'publishedAt',
  'publishedDate',
] as const;

function* fileRecords(file: TextFile): Generator<Imported> {
  const { path, fields, place, oldPath, site, links, now } = file;
  const { name, date, language, isIndex } = place;
  const remarks: Remark[] = [];
  const seen = new Set<string>();
  const remark = (reason: Remark['reason'], text: string, address: string | null = null) => {
    if (!seen.has(`${text} ${address}`)) remarks.push({ reason, text, address });
    seen.add(`${text} ${address}`);
  };
  const isFirst = place.folders.length === 0 && (name === '' || (isIndex && name === language));
  if (isFirst) {
    if (!isBlank(file.source)) yield reportLine('left-out', 'The text of the first page was left out', path);
    return;
  }
  if (isBlank(file.source) && wordsOf(fields, 'layout', 'template') !== '') {
    yield reportLine('left-out', 'A page that its layout alone had filled was left out', path);
    return;
  }
  if (place.folders.length === 0 && name === '404') {
    yield reportLine('left-out', 'The 404 page was left out', path);
    return;
  }
  const doubts = new Set<string>();
  const doubt = (what: string) => doubts.add(what.slice(0, 100));
  site.oldPathOf(path, fields, doubt);
  const addresses = links.addressesOf(file, remark);
  const reading: TagSource = {
    remark,
    doubt,
    pathOf: (given, code) => links.named(given, place, code),
    wordFor: (key) => wordsOf(fields, key) || site.wordFor(key),
  };
  const bounded = boundedText(file.source, remarks);
  const source = plainMarkdown(site.prepared?.(bounded, reading) ?? bounded, {
    ...reading,
    isMdx: /\.mdx$/i.test(path),
  });
  const text = /\.html?$/i.test(path)
    ? convertText(parseHtml(withoutFences(site.prepared?.(bounded, reading) ?? bounded)), addresses)
    : convertMarkdown(source, addresses);
  const kind = kindOf(file);
  const authors = file.authors.of(fields, (described) =>
    described === null ? addresses : links.addressesOf({ path: described, place, oldPath: '/' }),
  );
  const [category, ...others] = kind === 'post' ? listOf(fields, 'categories', 'category') : [];
  const categories = category === undefined ? [] : namedRecords('category', [category], file);
  const tags =
    kind === 'post' ? namedRecords('tag', [...listOf(fields, 'tags', 'keywords', 'tag'), ...others], file) : [];
  const series = kind === 'post' ? namedRecords('series', listOf(fields, 'series').slice(0, 1), file) : [];
  for (const { record } of [...authors, ...categories, ...tags, ...series]) if (record) yield record;

  const published = dateOf(fields, date, now);
  const picture = (value: string, description: string): ImportedPicture | null =>
    value === '' ? null : addresses.picture(value, description);
  const alt = wordsOf(
    fields,
    'coverDescription',
    'cover.alt',
    'image.alt',
    'imageAlt',
    'heroImageAlt',
    'heroAlt',
    'coverAlt',
    'featured_image_alt',
  );
  const cover =
    wordsOf(
      fields,
      'cover',
      'cover.image',
      'cover.src',
      'image',
      'image.src',
      'image.url',
      'heroImage',
      'featured_image',
      'featuredImage',
      'thumbnail',
      'banner',
    ) ||
    (listOf(fields, 'images')[0] ?? '') ||
    (place.isIndex ? links.featured(path) : '');
  const canonical = wordsOf(fields, 'canonicalUrl', 'canonicalURL', 'canonical', 'canonical_url');
  yield* textRecords({
    kind,
    key: path.slice(0, 380),
    title: wordsOf(fields, 'title', 'linkTitle') || titleIn(file.source) || name.replaceAll('-', ' '),
    slug: wordsOf(fields, 'slug').replace(/^.*\//, '') || posix.basename(oldPath).replace(/\.html?$/i, ''),
    text,
    status: statusOf(fields, path, published, now),
    secret:
      secretOf(fields, path, now) ??
      undated(fields, place, published) ??
      (site.isResource(path) ? 'It had no page of its own' : doubtful(doubts)),
    publishedAt: instantFrom(wordsOf(fields, 'scheduled')) ?? published,
    createdAt: instantFrom(wordsOf(fields, 'created', 'createdAt')) ?? published,
    updatedAt: instantFrom(wordsOf(fields, ...UPDATES)),
    excerpt: wordsOf(fields, 'excerpt', 'summary', 'description'),
    authors: authors.map(({ key }) => key),
    category: categories[0]?.key ?? null,
    tags: tags.map(({ key }) => key),
    series: series[0]?.key ?? null,
    seriesPlace: placeOf(wordsOf(fields, 'seriesPlace', 'series_order', 'seriesOrder', 'part')),
    isFeatured: isSet(fields, 'featured', 'isFeatured', 'pinned', 'sticky'),
    isClosed: valueIn(fields, 'comments') === false,
    math: isSet(fields, 'math', 'katex', 'mathjax'),
    isHiddenFromSearch:
      isSet(fields, 'hiddenFromSearch', 'noindex', 'robotsNoIndex') || /noindex/.test(wordsOf(fields, 'robots')),
    language: wordsOf(fields, 'language', 'lang', 'locale') || language,
    canonicalUrl: canonical,
    cover: picture(cover, alt),
    coverDescription: alt,
    coverCaption: wordsOf(fields, 'coverCaption', 'cover.caption', 'image.caption'),
    searchTitle: wordsOf(fields, 'searchTitle', 'seo_title', 'metaTitle', 'meta_title'),
    searchDescription: wordsOf(fields, 'searchDescription', 'metaDescription', 'meta_description'),
    cardTitle: wordsOf(fields, 'cardTitle', 'og_title'),
    cardText: wordsOf(fields, 'cardText', 'og_description'),
    cardPicture: picture(wordsOf(fields, 'cardPicture', 'ogImage', 'og_image'), ''),
    oldPaths: [oldPath, ...file.aliases],
    remarks,
  });
}

/** Converts code from a builder's tags to HTML. */
const withoutFences = (text: string): string =>
  text.replace(
    /^[ \t]*(`{3,})([\w+#.-]*)\n((?:(?![ \t]*\1$).*\n)*)[ \t]*\1$/gm,
    (_, _fence, language: string, code: string) =>
      `<pre data-language="${language}">${code.replace(/[<&]/g, (sign) => (sign === '<' ? '&lt;' : '&amp;'))}</pre>`,
  );

/** Builders' names for the date of the last change. */
const UPDATES = ['updated', 'lastmod', 'updatedDate', 'modDatetime', 'lastUpdated', 'updatedAt'] as const;

/**
 * The first date of a text. A `publishDate` in the future takes precedence. A text that has only the date of its last change gets that date, as in
 * Hugo, because it is not new.
 */
function dateOf(fields: Fields, named: string | null, now: Date): string | null {
  const release = instantFrom(wordsOf(fields, 'publishDate'));
  if (release !== null && Date.parse(release) > now.getTime()) return release;
  const dates = DATES.map((name) => instantFrom(wordsOf(fields, name)));
  const date = dates.find((one) => one !== null) ?? (named === null ? null : instantFrom(named));
  const changed = date === null ? instantFrom(wordsOf(fields, ...UPDATES)) : null;
  return date ?? (changed !== null && Date.parse(changed) <= now.getTime() ? changed : null);
}

/** The reason for making a draft of a text with an unreadable date: the import's date would make it the newest text. */
function undated(fields: Fields, place: TextPlace, published: string | null): string | null {
  const given = wordsOf(fields, ...DATES) || place.date || '';
  return published === null && given !== '' && !/^(?:true|false)$/.test(given)
    ? `${UNDATED} (${given.slice(0, 60)})`
    : null;
}

const titleIn = (text: string): string => /^\s*#\s+(.{1,200})$/m.exec(text.slice(0, 2_000))?.[1]?.trim() ?? '';

function placeOf(text: string): number | null {
  const place = Number(text);
  return text !== '' && Number.isInteger(place) && place >= 1 && place <= SERIES_LIMITS.place ? place : null;
}

function statusOf(
  fields: Fields,
  path: string,
  published: string | null,
  now: Date,
): 'published' | 'scheduled' | 'draft' | 'trash' {
  const status = wordsOf(fields, 'status').toLowerCase();
  if (status === 'trash') return 'trash';
  if (
    isSet(fields, 'draft', 'isDraft') ||
    valueIn(fields, 'published') === false ||
    ['draft', 'private', 'unlisted'].includes(status) ||
    /(?:^|\/)_drafts\//.test(path)
  )
    return 'draft';
  return status === 'scheduled' ? 'scheduled' : statusAt(published, now);
}

/** The unsupported content of a text, which a person must check first; null if there is none. */
const doubtful = (doubts: ReadonlySet<string>): string | null =>
  doubts.size === 0 ? null : `Not understood: ${[...doubts].slice(0, 20).join(', ')}`;

/** Why the old site did not show a text. */
function secretOf(fields: Fields, path: string, now: Date): string | null {
  if (wordsOf(fields, 'password') !== '') return 'It had a password';
  if (
    isSet(fields, 'private') ||
    wordsOf(fields, 'status').toLowerCase() === 'private' ||
    wordsOf(fields, 'visibility') === 'private'
  )
    return 'It was private';
  const expires = instantFrom(wordsOf(fields, 'expiryDate', 'unpublishdate'));
  if (expires !== null && Date.parse(expires) <= now.getTime()) return 'Its time had expired';
  const shown = wordsOf(fields, '_build.render', 'build.render');
  if (isSet(fields, 'headless') || shown === 'never' || shown === 'false') return 'It had no page of its own';
  return posix.basename(path).startsWith('_') && !/^_index\b/.test(posix.basename(path))
    ? 'It had no page of its own'
    : null;
}

interface Named {
  readonly key: string;
  /** Null if the record was already created. */
  readonly record: Imported | null;
}

function namedRecords(
  kind: 'category' | 'tag' | 'series',
  names: readonly string[],
  { made, site, base }: Pick<TextFile, 'made' | 'site' | 'base'>,
): Named[] {
  const limits = { category: CATEGORY_LIMITS, tag: TAG_LIMITS, series: SERIES_LIMITS };
  const taxonomy = { category: 'categories', tag: 'tags', series: 'series' }[kind];
  return names.flatMap((given): Named[] => {
    const name = nameFrom(given, limits[kind].name, 'The name', () => {});
    const slug = name === null ? null : slugFrom('', name, TAG_LIMITS.slug);
    if (name === null || (slug === null && kind !== 'category')) return [];
    const key = slugify(given) || given.toLowerCase();
    const isNew = !made.has(`${kind} ${key}`);
    made.add(`${kind} ${key}`);
    if (!isNew) return [{ key, record: null }];
    const oldPaths = [`${base}${site.termPath(taxonomy, key)}`];
    if (kind === 'category') return [{ key, record: { kind, key, name, description: null, oldPaths } }];
    return [{ key, record: { kind, key, name, slug: slug ?? key, description: null, picture: null, oldPaths } }];
  });
}
