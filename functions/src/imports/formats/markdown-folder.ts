import { posix } from 'node:path';
import { CATEGORY_LIMITS } from '@inkwell/shared/categories';
import { isBlank } from '@inkwell/shared/fields';
import { SERIES_LIMITS } from '@inkwell/shared/post-series';
import { slugify } from '@inkwell/shared/slug';
import { TAG_LIMITS } from '@inkwell/shared/tags';
import { USER_LIMITS } from '@inkwell/shared/users';
import {
  IMPORT_LIMITS,
  type Imported,
  type ImportedPicture,
  ImportFault,
  type ImportFolder,
  type ReportLine,
} from '../records.ts';
import type { Remark } from './converting.ts';
import { emailFrom, handlesFrom, instantFrom, nameFrom, slugFrom, websiteFrom, wholeText } from './fitting.ts';
import { type FolderFiles, folderAddresses } from './folder-addresses.ts';
import { type Fields, isSet, listOf, readFrontMatter, valueIn, wordsOf } from './front-matter.ts';
import { plainMarkdown } from './hugo-shortcodes.ts';
import type { OldAddresses } from './old-addresses.ts';
import { convertMarkdown } from './text.ts';
import { textRecords } from './text-records.ts';

interface FolderInput {
  readonly folder: ImportFolder;
  /** The address of the old site, where the owner knows it. */
  readonly siteUrl?: string | null;
  /** Texts of a later date are scheduled. */
  readonly now: Date;
}

const TEXT = /\.(?:md|mdx|markdown)$/i;
/** Folders of builders and themes, not of texts. */
const PASSED_OVER = /(?:^|\/)(?:node_modules|themes|layouts|archetypes|resources|dist|\.[^/]+)\//;
/** What repositories say about themselves. */
const ABOUT_CODE = /^(?:readme|license|changelog|contributing|code_of_conduct|security)\.md$/i;

/**
 * A folder of Markdown with front matter, as Hugo, Astro, Jekyll and this product write it.
 * @throws ImportFault with file and line for front matter that cannot be read
 */
export async function* readMarkdownFolder({ folder, siteUrl = null, now }: FolderInput): AsyncGenerator<Imported> {
  const paths: string[] = [];
  for await (const path of folder.paths()) {
    if (!PASSED_OVER.test(path)) paths.push(path);
    if (paths.length > IMPORT_LIMITS.files)
      throw new ImportFault('The folder has too many files', { file: folder.name });
  }
  const root =
    ['src/content', 'content'].find((name) => paths.some((path) => path.startsWith(`${name}/`) && TEXT.test(path))) ??
    '';
  const isText = (path: string): boolean =>
    TEXT.test(path) &&
    (root === '' ? !ABOUT_CODE.test(path) : path.startsWith(`${root}/`) || path.startsWith('src/pages/'));
  const texts = new Map<string, string>();
  const byName = new Map<string, string | null>();
  const hugo = root === 'src/content' ? null : hugoOf(paths.filter(isText), paths);
  // Starlight has its texts at the root of the site.
  const isStarlight = root === 'src/content' && (await isOfStarlight(folder, paths));
  for (const path of paths) {
    if (isText(path)) {
      const { fields } = await fieldsOf(folder, path);
      hugo?.note(path, fields);
      texts.set(path, oldPathOf(path, isStarlight && path.startsWith(DOCS) ? DOCS.slice(0, -1) : root, fields));
    } else byName.set(posix.basename(path), byName.has(posix.basename(path)) ? null : path);
  }
  if (texts.size === 0) throw new ImportFault('There is no Markdown in this folder', { file: folder.name });

  const files: FolderFiles = { files: new Set(paths.filter((path) => !texts.has(path))), texts, byName };
  const made = new Set<string>();
  yield { kind: 'site', addresses: siteUrl === null ? [] : [siteUrl.replace(/\/+$/, '')] };
  for (const [path, oldPath] of texts) {
    const { fields: own, text } = await fieldsOf(folder, path);
    const fields = hugo ? hugo.whole(path, own) : own;
    const addresses = folderAddresses({ path, oldPath, siteUrl }, files);
    yield* fileRecords({
      path,
      oldPath,
      fields,
      text,
      addresses,
      root,
      now,
      made,
      texts,
      isResource: hugo?.isResource(path) ?? false,
    });
  }
}

const fieldsOf = async (folder: ImportFolder, path: string) =>
  readFrontMatter(path, await wholeText({ name: path, open: () => folder.open(path) }));

const DOCS = 'src/content/docs/';

async function isOfStarlight(folder: ImportFolder, paths: readonly string[]): Promise<boolean> {
  for (const path of paths.filter((one) => /^(?:package\.json|astro\.config\.\w+)$/.test(one)))
    if ((await wholeText({ name: path, open: () => folder.open(path) })).includes('starlight')) return true;
  return false;
}

/** What only Hugo has: texts that belong to the bundle of another, and fields for all texts below a section. Null for others. */
function hugoOf(texts: readonly string[], paths: readonly string[]) {
  const isHugo =
    paths.some((path) => /^(?:hugo|config)\.(?:toml|ya?ml|json)$|^config\/_default\//.test(path)) ||
    texts.some((path) => SECTION.test(path));
  if (!isHugo) return null;
  const bundles = new Set(texts.filter((path) => BUNDLE.test(path)).map((path) => posix.dirname(path)));
  const cascades = new Map<string, Fields>();
  const above = (path: string): string[] => {
    const parts = path.split('/');
    return parts.map((_, n) => parts.slice(0, n).join('/')).filter((folder) => folder !== '');
  };
  return {
    note(path: string, { cascade }: Fields): void {
      if (!SECTION.test(path)) return;
      const parts = (Array.isArray(cascade) ? cascade : [cascade]).filter(
        (part) => typeof part === 'object' && part !== null && !('_target' in part) && !('target' in part),
      );
      if (parts.length > 0) cascades.set(posix.dirname(path), Object.assign({}, ...parts));
    },
    whole: (path: string, fields: Fields): Fields =>
      Object.assign({}, ...above(path).map((folder) => cascades.get(folder) ?? {}), fields),
    isResource: (path: string): boolean =>
      above(BUNDLE.test(path) ? posix.dirname(path) : path).some(
        (folder) => folder !== 'content' && bundles.has(folder),
      ),
  };
}

const SECTION = /(?:^|\/)_index(?:\.[\w-]+)?\.(?:md|markdown)$/i;
const BUNDLE = /(?:^|\/)index(?:\.[\w-]+)?\.(?:md|markdown)$/i;

const DATED = /^(\d{4}-\d{2}-\d{2})-(.+)$/;
const LANGUAGE = /\.([a-z]{2,3}(?:-[a-zA-Z]{2,4})?)$/;

/** The name of a text: of its file, or of its folder for `index.md`; with the date and the language that stand in it. */
function nameOf(path: string): { name: string; date: string | null; language: string | null; isSection: boolean } {
  const file = posix.basename(path).replace(TEXT, '');
  const language = LANGUAGE.exec(file)?.[1] ?? null;
  const bare = language ? file.slice(0, -language.length - 1) : file;
  const isIndex = bare === 'index' || bare === '_index';
  const given = isIndex ? posix.basename(posix.dirname(path)) : bare;
  const dated = DATED.exec(given);
  return { name: dated?.[2] ?? given, date: dated?.[1] ?? null, language, isSection: bare === '_index' };
}

/** Below the folder of texts: the folders of a text, without those that the address leaves out. */
function foldersOf(path: string, root: string): string[] {
  const below =
    root !== '' && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path.replace(/^src\/pages\//, '');
  const folders = posix.dirname(below) === '.' ? [] : posix.dirname(below).split('/');
  const isIndex = /^_?index(?:\.[\w-]+)?\.\w+$/.test(posix.basename(path));
  return (isIndex ? folders.slice(0, -1) : folders).filter((name) => !/^_(?:posts|drafts|pages)$/.test(name));
}

function oldPathOf(path: string, root: string, fields: Fields): string {
  const given = wordsOf(fields, 'url', 'permalink');
  if (given.startsWith('/') && !given.includes(':')) return given.replace(/(?<=.)\/+$/, '') || '/';
  const { name } = nameOf(path);
  const slug = wordsOf(fields, 'slug') || name;
  // There, an address of its own is the whole one.
  if (root === DOCS.slice(0, -1) && slug.includes('/')) return `/${slug.replace(/^\/+|\/+$/g, '')}`;
  const isRoot = posix.dirname(path) === root || posix.dirname(path) === '.';
  if (isRoot && /^_?index$/.test(posix.basename(path).replace(TEXT, ''))) return '/';
  return slug.startsWith('/') ? slug : `/${[...foldersOf(path, root), slug].join('/')}`.replace(/\/{2,}/g, '/');
}

interface TextFile {
  readonly path: string;
  readonly oldPath: string;
  readonly fields: Fields;
  readonly text: string;
  readonly addresses: OldAddresses;
  readonly root: string;
  readonly now: Date;
  /** Records of others that were made already: kind and key. */
  readonly made: Set<string>;
  readonly texts: ReadonlyMap<string, string>;
  /** Whether it belongs to another text, which shows it or not. */
  readonly isResource: boolean;
}

const leftOut = (text: string, about: string): ReportLine => ({
  ...{ kind: 'report', reason: 'left-out', text, about: about.slice(0, 300), record: null, address: null },
});

const POSTS = /^_?(?:posts?|blog|articles?|news|writing|journal|notes|stories|drafts)$/i;

/** Pages stand at the root of a site's content, or in a folder of pages; everything else is a post. */
function kindOf({ fields, path, root }: TextFile): 'post' | 'page' {
  const type = wordsOf(fields, 'type', 'layout');
  if (/^pages?$/i.test(type)) return 'page';
  if (/^posts?$/i.test(type)) return 'post';
  const folders = foldersOf(path, root);
  if (nameOf(path).isSection || path.startsWith('src/pages/') || folders[0] === 'pages') return 'page';
  if (folders.some((name) => POSTS.test(name))) return 'post';
  const isDated = wordsOf(fields, ...DATES) !== '' || nameOf(path).date !== null;
  return folders.length === 0 && root !== '' && !isDated ? 'page' : 'post';
}

const DATES = [
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
  const { path, fields, addresses, made, now } = file;
  const { name, date, language, isSection } = nameOf(path);
  const remarks: Remark[] = [];
  const seen = new Set<string>();
  const remark = (reason: Remark['reason'], text: string, address: string | null = null) => {
    if (!seen.has(`${text} ${address}`)) remarks.push({ reason, text, address });
    seen.add(`${text} ${address}`);
  };
  if (isSection && isBlank(file.text)) return;
  if (file.oldPath === '/') {
    if (!isBlank(file.text)) yield leftOut('The text of the first page was left out', path);
    return;
  }
  const source = plainMarkdown(file.text, { remark, pathOf: (given) => textNamed(given, file) }, /\.mdx$/i.test(path));
  const text = convertMarkdown(source, addresses);
  const kind = kindOf(file);
  const authors = [...authorRecords(fields, addresses, made)];
  const [category, ...others] = kind === 'post' ? listOf(fields, 'categories', 'category') : [];
  const categories = category === undefined ? [] : namedRecords('category', [category], made);
  const tags =
    kind === 'post' ? namedRecords('tag', [...listOf(fields, 'tags', 'keywords', 'tag'), ...others], made) : [];
  const series = kind === 'post' ? namedRecords('series', listOf(fields, 'series').slice(0, 1), made) : [];
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
    (listOf(fields, 'images')[0] ?? '');
  const canonical = wordsOf(fields, 'canonicalUrl', 'canonicalURL', 'canonical', 'canonical_url');
  yield* textRecords({
    kind,
    key: path.slice(0, 380),
    title: wordsOf(fields, 'title', 'linkTitle') || titleIn(file.text) || name.replaceAll('-', ' '),
    slug: wordsOf(fields, 'slug').replace(/^.*\//, '') || posix.basename(file.oldPath),
    text,
    status: statusOf(fields, path, published, now),
    secret: secretOf(fields, path, now) ?? (file.isResource ? 'It had no page of its own' : null),
    publishedAt: instantFrom(wordsOf(fields, 'scheduled')) ?? published,
    createdAt: instantFrom(wordsOf(fields, 'created', 'createdAt')) ?? published,
    updatedAt: instantFrom(
      wordsOf(fields, 'updated', 'lastmod', 'updatedDate', 'modDatetime', 'lastUpdated', 'updatedAt'),
    ),
    excerpt: wordsOf(fields, 'excerpt', 'summary', 'description'),
    authors: authors.map(({ key }) => key),
    category: categories[0]?.key ?? null,
    tags: tags.map(({ key }) => key),
    series: series[0]?.key ?? null,
    seriesPlace: placeOf(wordsOf(fields, 'seriesPlace', 'series_order', 'seriesOrder', 'part')),
    isFeatured: isSet(fields, 'featured', 'isFeatured', 'pinned', 'sticky'),
    isClosed: valueIn(fields, 'comments') === false,
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
    oldPaths: [
      file.oldPath,
      ...listOf(fields, 'aliases', 'redirect_from', 'alias').map((alias) => aliasOf(alias, file.oldPath)),
    ],
    remarks,
  });
}

/** The first date of a text; one on which it was still to become public counts before. */
function dateOf(fields: Fields, named: string | null, now: Date): string | null {
  const release = instantFrom(wordsOf(fields, 'publishDate'));
  if (release !== null && Date.parse(release) > now.getTime()) return release;
  const dates = DATES.map((name) => instantFrom(wordsOf(fields, name)));
  return dates.find((one) => one !== null) ?? (named === null ? null : instantFrom(named));
}

/** Aliases without a slash are beside the text. */
const aliasOf = (alias: string, oldPath: string): string =>
  alias.startsWith('/') ? alias : posix.join(posix.dirname(oldPath), alias);

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
    isSet(fields, 'draft') ||
    valueIn(fields, 'published') === false ||
    ['draft', 'private', 'unlisted'].includes(status) ||
    /(?:^|\/)_drafts\//.test(path)
  )
    return 'draft';
  if (status === 'scheduled') return 'scheduled';
  return published !== null && Date.parse(published) > now.getTime() ? 'scheduled' : 'published';
}

/** What the old site did not show. */
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

/** The old path of a text that a shortcode names: by its path, or the end of it. */
function textNamed(given: string, { texts, root, path }: TextFile): string | null {
  const bare = given.replace(/^\/+/, '').replace(/\/+$/, '');
  const near = posix.join(posix.dirname(path), bare);
  const candidates = [
    near,
    `${near}.md`,
    `${near}/index.md`,
    posix.join(root, bare),
    `${posix.join(root, bare)}.md`,
    `${posix.join(root, bare)}/index.md`,
    `${posix.join(root, bare)}/_index.md`,
  ];
  const found =
    candidates.find((one) => texts.has(one)) ??
    [...texts.keys()].find((one) => one.endsWith(`/${bare}`) || one.endsWith(`/${bare}.md`));
  return found === undefined ? null : (texts.get(found) ?? null);
}

interface Named {
  readonly key: string;
  /** Null if it was made already. */
  readonly record: Imported | null;
}

function namedRecords(kind: 'category' | 'tag' | 'series', names: readonly string[], made: Set<string>): Named[] {
  const limits = { category: CATEGORY_LIMITS.name, tag: TAG_LIMITS.name, series: SERIES_LIMITS.name };
  return names.flatMap((given): Named[] => {
    const name = nameFrom(given, limits[kind], 'The name', () => {});
    const slug = name === null ? null : slugFrom('', name, TAG_LIMITS.slug);
    if (name === null || (slug === null && kind !== 'category')) return [];
    const key = slugify(name) || name.toLowerCase();
    const isNew = !made.has(`${kind} ${key}`);
    made.add(`${kind} ${key}`);
    if (!isNew) return [{ key, record: null }];
    if (kind === 'category')
      return [{ key, record: { kind, key, name, description: null, oldPaths: [`/categories/${key}`] } }];
    const oldPath = kind === 'tag' ? `/tags/${key}` : `/series/${key}`;
    return [
      { key, record: { kind, key, name, slug: slug ?? key, description: null, picture: null, oldPaths: [oldPath] } },
    ];
  });
}

/** Names, or objects with a name, an address and more. */
function* authorRecords(fields: Fields, addresses: OldAddresses, made: Set<string>): Generator<Named> {
  const value = valueIn(fields, 'authors', 'author');
  const list: unknown[] = Array.isArray(value)
    ? value
    : typeof value === 'string'
      ? value.split(/,| and /)
      : value === undefined
        ? []
        : [value];
  for (const item of list) {
    const about: Fields = typeof item === 'object' && item !== null ? (item as Fields) : { name: item };
    const name = nameFrom(wordsOf(about, 'name', 'id'), USER_LIMITS.name, 'The name', () => {});
    if (name === null) continue;
    const key = slugify(name) || name.toLowerCase();
    const isNew = !made.has(`author ${key}`);
    made.add(`author ${key}`);
    const image = wordsOf(about, 'picture', 'image', 'avatar');
    yield {
      key,
      record: isNew
        ? {
            ...{ kind: 'author', key, name, email: emailFrom(wordsOf(about, 'email')), text: null, oldPaths: [] },
            ...{
              website: websiteFrom(wordsOf(about, 'website', 'url', 'link')),
              handles: handlesFrom({ x: about.twitter, github: about.github }),
            },
            picture: image === '' ? null : addresses.picture(image, name),
          }
        : null,
    };
  }
}
