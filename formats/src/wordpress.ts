import { CATEGORY_LIMITS } from '@inkwell/shared/categories';
import { COMMENT_LIMITS } from '@inkwell/shared/comments';
import type { Remark } from '@inkwell/shared/markdown/from-html/converting';
import { lineOf } from '@inkwell/shared/markdown/from-html/nodes';
import { LANGUAGE } from '@inkwell/shared/publication';
import { SITE_LIMITS } from '@inkwell/shared/site-settings';
import { TAG_LIMITS } from '@inkwell/shared/tags';
import { USER_LIMITS } from '@inkwell/shared/users';
import {
  cutTo,
  emailFrom,
  instantFrom,
  lineFrom,
  nameFrom,
  oldPathOf,
  oldPathsFrom,
  reportLine,
  slugFrom,
} from './fitting.ts';
import { parseHtml } from './html-tree.ts';
import { createOldAddresses, type OldAddresses } from './old-addresses.ts';
import { type RecordWatch, UNWATCHED, watched } from './record-watch.ts';
import {
  IMPORT_LIMITS,
  type Imported,
  ImportFault,
  type ImportSource,
  type RecordOf,
  type ReportLine,
} from './records.ts';
import { boundedText, convertText } from './text.ts';
import { textRecords, UNDATED, UNTITLED } from './text-records.ts';
import { categoryKeyOf, fieldOf, keyOf, metaOf, plain, termsIn } from './wordpress-fields.ts';
import { type Library, readLibrary } from './wordpress-library.ts';
import { wordpressMenu } from './wordpress-menus.ts';
import { wordpressNodes } from './wordpress-text.ts';
import { type Part, readParts } from './wxr.ts';

/**
 * Reads an export of WordPress (WXR 1.0 to 1.2), in two passes, because texts show files that follow later.
 * @throws ImportFault if it is not such an export
 */
export async function* readWordPress({
  source,
  watch = UNWATCHED,
}: {
  readonly source: ImportSource;
  readonly watch?: RecordWatch;
}): AsyncGenerator<Imported> {
  const library = await readLibrary(source);
  const addresses = [...new Set(library.addresses)].filter(
    (address) => /^https?:\/\//.test(address) && URL.canParse(address),
  );
  yield { kind: 'site', addresses };
  yield* settingsOf(library);
  yield* authorRecords(library);
  yield* categoryRecords(library);
  yield* tagRecords(library);
  yield* wordpressMenu(library, addresses);
  yield* leftOut(library);
  const shown = new Set<string>();
  const extraTags = new Set<string>();
  for await (const part of readParts(source)) {
    if (part.name !== 'item') continue;
    const about = {
      name: fieldOf(part, 'title').slice(0, 300) || UNTITLED,
      record: { kind: 'post', key: keyOf(fieldOf(part, 'wp:post_id')) || String(part.record) },
    };
    const read = () => itemRecords(part, { library, sites: addresses, extraTags, source });
    for (const record of watched(watch, about, read)) {
      noteShown(record, shown);
      yield record;
    }
  }
  yield* unusedFiles(library, shown);
}

const UPLOAD = /\/wp-content\/uploads\/([^\s()<>"'\\]+)/g;

/** Records the library files that a record shows or links to. */
function noteShown(record: Imported, shown: Set<string>): void {
  if (record.kind !== 'post' && record.kind !== 'page') {
    if (record.kind === 'report' && record.address) shown.add(fileOf(record.address));
    return;
  }
  const pictures = [...record.pictures, ...(record.kind === 'post' ? [record.cover, record.cardPicture] : [])];
  for (const picture of pictures) if (picture?.url) shown.add(fileOf(picture.url));
  for (const [address] of record.content.matchAll(UPLOAD)) shown.add(fileOf(address));
}

const fileOf = (address: string): string => address.replace(/^.*?\/wp-content\/uploads\//, '').replace(/[?#].*$/, '');

/** Reports unused files. The picture library keeps only used pictures, so these would be deleted again. */
function* unusedFiles({ attachments }: Library, shown: ReadonlySet<string>): Generator<ReportLine> {
  for (const { url } of attachments.values()) {
    if (url === '' || shown.has(fileOf(url))) continue;
    const text = 'No text shows this file of the media library, so it was left out';
    yield reportLine('left-out', text, null, url);
  }
}

function* settingsOf({ title, description, language }: Library): Generator<Imported> {
  const say = () => {};
  const values = {
    name: lineFrom(plain(title), SITE_LIMITS.name, 'The name', say),
    description: lineFrom(plain(description), SITE_LIMITS.description, 'The description', say),
    language: LANGUAGE.test(language) ? language : null,
  };
  for (const [key, value] of Object.entries(values)) {
    if (value) yield { kind: 'setting', key: key as RecordOf<'setting'>['key'], value };
  }
}

function* authorRecords({ authors }: Library): Generator<Imported> {
  for (const [key, { name, email, slug }] of authors) {
    const shown = nameFrom(plain(name), USER_LIMITS.name, 'The name of an author', () => {});
    if (shown === null) continue;
    yield {
      kind: 'author',
      key,
      name: shown,
      email: emailFrom(email),
      text: null,
      website: null,
      handles: {},
      picture: null,
      oldPaths: slug === '' ? [] : oldPathsFrom([`/author/${slug}/`]),
    };
  }
}

function* categoryRecords({ categories }: Library): Generator<Imported> {
  const names = new Map<string, number>();
  for (const { name } of categories.values()) names.set(name.toLowerCase(), (names.get(name.toLowerCase()) ?? 0) + 1);
  for (const [slug, { name, parent, description }] of categories) {
    if (isUncategorized(slug)) continue;
    const lines: ReportLine[] = [];
    const say = (reason: ReportLine['reason'], text: string) => lines.push(reportLine(reason, text, name));
    const above = categories.get(parent)?.name;
    const isTwice = (names.get(name.toLowerCase()) ?? 0) > 1 && above;
    const shown = nameFrom(isTwice ? `${above}: ${name}` : name, CATEGORY_LIMITS.name, 'The name of a category', say);
    if (shown === null) continue;
    const about = lineFrom(plain(description), CATEGORY_LIMITS.description, 'The description of a category', say);
    if (above) say('changed', `It stood below the category ${cutTo(above, 100)}; categories have one level here`);
    yield* lines;
    yield {
      kind: 'category',
      key: slug,
      name: shown,
      description: about,
      oldPaths: oldPathsFrom([categoryPath(slug, categories), `/category/${slug}/`]),
    };
  }
}

const isUncategorized = (slug: string): boolean => slug === 'uncategorized';

/** `/category/parent/child/` */
function categoryPath(slug: string, categories: Library['categories']): string {
  const path: string[] = [];
  for (
    let at: string = slug;
    at !== '' && path.length < 10 && !path.includes(at);
    at = categories.get(at)?.parent ?? ''
  )
    path.unshift(at);
  return `/category/${path.join('/')}/`;
}

function* tagRecords({ tags }: Library): Generator<Imported> {
  for (const [key, { name, description }] of tags) {
    const tag = tagOf(key, key, name, description, [`/tag/${key}/`]);
    if (tag) yield tag;
  }
}

function tagOf(
  key: string,
  slug: string,
  name: string,
  description: string,
  oldPaths: string[],
): RecordOf<'tag'> | null {
  // Special characters at the beginning would make the tag internal.
  const shown = nameFrom(plain(name).replace(/^[#\s,]+/, ''), TAG_LIMITS.name, 'The name of a tag', () => {});
  const made = slugFrom(slug, shown ?? '', TAG_LIMITS.slug);
  if (shown === null || made === null) return null;
  const about = lineFrom(plain(description), TAG_LIMITS.description, 'The description of a tag', () => {});
  return {
    kind: 'tag',
    key,
    name: shown,
    slug: made,
    description: about,
    picture: null,
    oldPaths: oldPathsFrom(oldPaths),
  };
}

function* leftOut({ otherKinds, otherTerms, otherFields }: Library): Generator<Imported> {
  for (const [kind, count] of otherKinds)
    if (count > 0)
      yield reportLine('left-out', `${count} of the kind ${kind.slice(0, 60)} have no equal and were left out`);
  for (const [domain, count] of otherTerms)
    yield reportLine(
      'left-out',
      `${count} texts have terms of the kind ${domain}, which have no equal and were left out`,
    );
  for (const [field, count] of otherFields)
    yield reportLine('left-out', `${count} texts have a field of their own (${field}), which was left out`);
}

interface Reading {
  readonly library: Library;
  readonly sites: readonly string[];
  /** Categories that became tags, because a post has only one category here. */
  readonly extraTags: Set<string>;
  readonly source: ImportSource;
}

/** The kinds of WordPress itself. Other written content becomes drafts. */
const OWN_KINDS = new Set(['post', 'page']);

function* itemRecords(part: Part, reading: Reading): Generator<Imported> {
  const { library, sites, source } = reading;
  const type = fieldOf(part, 'wp:post_type') || 'post';
  if (type === 'attachment' || library.otherKinds.has(type)) return;
  const status = fieldOf(part, 'wp:status') || 'publish';
  if (status === 'auto-draft' || status === 'inherit') return;
  const key = keyOf(fieldOf(part, 'wp:post_id') || fieldOf(part, 'link'));
  if (key === '')
    throw new ImportFault('An item has no wp:post_id', { file: source.name, line: part.line, record: part.record });
  const link = fieldOf(part, 'link');
  const addresses = createOldAddresses({
    addresses: sites,
    base: /^https?:\/\//.test(link) ? link : (sites[0] ?? null),
    fullSize: library.fullSize,
    describe: (address) => library.byUrl.get(address)?.alt ?? null,
  });
  const remarks: Remark[] = [];
  const text = convertText(
    wordpressNodes({
      content: boundedText(fieldOf(part, 'content:encoded'), remarks),
      notes: notesOf(metaOf(part, 'footnotes')),
      attachment: (id) => library.attachments.get(id),
      attached: () =>
        [...library.attachments.values()].filter(
          ({ parent, url }) => parent === key && /\.(?:jpe?g|png|gif|webp|avif)$/i.test(url),
        ),
      sharedBlock: sharedBlocksOf(library),
    }),
    addresses,
  );
  const isOther = !OWN_KINDS.has(type);
  if (isOther)
    remarks.push({
      reason: 'changed',
      text: `It was of the kind ${type.slice(0, 60)} and became a draft`,
      address: null,
    });
  const kind = type === 'page' ? 'page' : 'post';
  const terms = kind === 'post' ? termsOf(part, reading) : { category: null, tags: [], made: [] };
  // The other dates of a draft are the date of its last change.
  const datedBy = statusOf(status) === 'draft' ? [] : ['wp:post_date', 'pubDate'];
  const publishedAt =
    ['wp:post_date_gmt', ...datedBy].map((name) => instantFrom(fieldOf(part, name))).find((date) => date !== null) ??
    null;
  yield* terms.made;
  yield* textRecords({
    kind,
    key,
    title: plain(fieldOf(part, 'title')),
    slug: fieldOf(part, 'wp:post_name'),
    text,
    status: isOther ? 'draft' : statusOf(status),
    secret: secretOf(part, status) ?? (publishedAt === null && status === 'publish' ? UNDATED : null),
    publishedAt,
    createdAt: instantFrom(fieldOf(part, 'wp:post_date_gmt')) ?? instantFrom(fieldOf(part, 'wp:post_date')),
    updatedAt: instantFrom(fieldOf(part, 'wp:post_modified_gmt')),
    excerpt: plain(fieldOf(part, 'excerpt:encoded')),
    authors: authorsOf(part, library),
    category: terms.category,
    tags: terms.tags,
    isFeatured: fieldOf(part, 'wp:is_sticky') === '1',
    isClosed: fieldOf(part, 'wp:comment_status') === 'closed',
    ...coverOf(part, library, addresses),
    ...searchFields(part),
    oldPaths: [
      oldPathOf(link),
      ...(/^\d{1,12}$/.test(key) ? [`/?p=${key}`, ...(kind === 'page' ? [`/?page_id=${key}`] : [])] : []),
    ],
    remarks,
  });
  yield* commentRecords(part, { key, kind, addresses, library });
}

/** The limit for one text, because blocks that contain each other would multiply endlessly. */
const MAX_SHARED_BLOCKS = 100;

function sharedBlocksOf({ sharedBlocks }: Library): (id: string) => string | undefined {
  let used = 0;
  let characters = 0;
  return (id) => {
    const shared = sharedBlocks.get(id);
    used += 1;
    characters += shared?.length ?? 0;
    return used > MAX_SHARED_BLOCKS || characters > IMPORT_LIMITS.sourceText ? undefined : shared;
  };
}

function statusOf(status: string): 'published' | 'scheduled' | 'draft' | 'trash' {
  if (status === 'publish') return 'published';
  if (status === 'future') return 'scheduled';
  return status === 'trash' ? 'trash' : 'draft';
}

/** Fields where common plugins store who may read a text. */
const MEMBERS_FIELDS = ['_members_access_role', 'rcp_access_level', 'rcp_subscription_level', 'rcp_user_level'];
/** Markers that plugins put before or around content for members only. */
const GATED =
  /<!--\s+wp:(?:jetpack\/paywall|premium-content\/|pmpro\/|memberpress\/|restrict-content)|\[(?:restrict|membership|members?|members?[_-]only|members_(?:access|logged_in)|pmpro_member\w*|mepr-(?:active|show|protect)[\w-]*|s2If|ihc-hide-content|wlm_private\w*|groups_member|um_loggedin|arm_restrict_content)(?=[\s\]=])/i;

function secretOf(part: Part, status: string): string | null {
  if (fieldOf(part, 'wp:post_password') !== '') return 'It had a password';
  if (status === 'private') return 'It was private';
  if (!['', 'everybody'].includes(metaOf(part, '_jetpack_newsletter_access'))) return 'It was for subscribers';
  if (MEMBERS_FIELDS.some((field) => metaOf(part, field) !== '')) return 'It was for members';
  if (GATED.test(fieldOf(part, 'content:encoded'))) return 'A part of it was for members';
  const isKnown = ['publish', 'future', 'draft', 'pending', 'trash'].includes(status);
  return isKnown ? null : `It had the state ${status.slice(0, 40)}`;
}

function notesOf(json: string): { id: string; content: string }[] {
  try {
    const list: unknown = JSON.parse(json || '[]');
    if (!Array.isArray(list)) return [];
    return list.flatMap((note) =>
      typeof note?.id === 'string' && typeof note?.content === 'string' ? [{ id: note.id, content: note.content }] : [],
    );
  } catch {
    return [];
  }
}

/** The authors of the common plugin in order; otherwise the account that wrote the text. */
function authorsOf(part: Part, { authors, coAuthors }: Library): string[] {
  const named = part.leaves.flatMap(({ name, attributes }) =>
    name === 'category' && attributes.domain === 'author' ? (coAuthors.get(attributes.nicename ?? '') ?? []) : [],
  );
  const creator = keyOf(fieldOf(part, 'dc:creator'));
  return named.length > 0 ? named : [creator].filter((login) => authors.has(login));
}

/** The first category. The others become tags, because a post has only one category here. */
function termsOf(
  part: Part,
  { library, extraTags }: Reading,
): { category: string | null; tags: string[]; made: Imported[] } {
  const made: Imported[] = [];
  const slugs = (domain: string): string[] =>
    termsIn(part).flatMap((term) => (term.domain === domain ? [categoryKeyOf(term.leaf)] : []));
  const [category = null, ...others] = slugs('category').filter(
    (slug) => !isUncategorized(slug) && library.categories.has(slug),
  );
  const tags = slugs('post_tag').filter((slug) => library.tags.has(slug));
  for (const slug of others) {
    const key = library.tags.has(slug) ? slug : `category:${slug}`;
    tags.push(key);
    if (library.tags.has(slug) || extraTags.has(slug)) continue;
    extraTags.add(slug);
    const tag = tagOf(key, slug, library.categories.get(slug)?.name ?? slug, '', []);
    if (tag) made.push(tag);
  }
  return { category, tags, made };
}

function coverOf(part: Part, { attachments }: Library, addresses: OldAddresses) {
  const cover = attachments.get(metaOf(part, '_thumbnail_id'));
  if (!cover) return {};
  return {
    cover: addresses.picture(cover.url, cover.alt),
    coverDescription: cover.alt,
    coverCaption: lineOf(parseHtml(cover.caption)),
  };
}

/** The fields of the two common SEO plugins. Their templates (`%%title%%`) are ignored. */
function searchFields(part: Part) {
  const of = (...names: string[]): string =>
    names.map((name) => metaOf(part, name)).find((value) => value !== '' && !/%%|%\w+%/.test(value)) ?? '';
  return {
    searchTitle: of('_yoast_wpseo_title', 'rank_math_title', '_aioseo_title'),
    searchDescription: of('_yoast_wpseo_metadesc', 'rank_math_description', '_aioseo_description'),
    canonicalUrl: of('_yoast_wpseo_canonical', 'rank_math_canonical_url'),
    cardTitle: of('_yoast_wpseo_opengraph-title', 'rank_math_facebook_title'),
    cardText: of('_yoast_wpseo_opengraph-description', 'rank_math_facebook_description'),
    isHiddenFromSearch: of('_yoast_wpseo_meta-robots-noindex') === '1' || /noindex/.test(of('rank_math_robots')),
  };
}

interface Commented {
  readonly key: string;
  readonly kind: 'post' | 'page';
  readonly addresses: OldAddresses;
  readonly library: Library;
}

/** Comments of people, without spam, trash and pingbacks. IP addresses are never imported. */
function* commentRecords(part: Part, { key, kind, addresses, library }: Commented): Generator<Imported> {
  let ofPages = 0;
  const others = new Map<string, number>();
  for (const { leaves } of part.groups.filter(({ name }) => name === 'wp:comment')) {
    const field = (name: string): string =>
      leaves.find((leaf) => leaf.name === `wp:comment_${name}`)?.text.trim() ?? '';
    const [approved, type, id] = [field('approved'), field('type'), keyOf(field('id'))];
    if (!['1', '0', 'approve', 'hold', ''].includes(approved) || id === '') continue;
    if (!['', 'comment'].includes(type)) {
      if (!['pingback', 'trackback'].includes(type)) others.set(type, (others.get(type) ?? 0) + 1);
      continue;
    }
    if (kind === 'page') {
      ofPages += 1;
      continue;
    }
    const written = convertText(
      wordpressNodes({
        content: field('content'),
        notes: [],
        attachment: () => undefined,
        attached: () => [],
        sharedBlock: () => undefined,
      }),
      addresses,
    );
    if (written.markdown.trim() === '') continue;
    if (written.markdown.length > COMMENT_LIMITS.content) {
      yield {
        ...reportLine(
          'shortened',
          `A comment was longer than ${COMMENT_LIMITS.content} characters`,
          plain(fieldOf(part, 'title')) || UNTITLED,
        ),
        record: { kind: 'comment', key: id },
      };
    }
    const parent = keyOf(field('parent'));
    yield {
      kind: 'comment',
      key: id,
      post: key,
      parent: parent === '' || parent === '0' ? null : parent,
      content: cutTo(written.markdown, COMMENT_LIMITS.content),
      author: library.loginOf.get(field('user_id')) ?? null,
      name: nameFrom(plain(field('author')), USER_LIMITS.name, 'The name', () => {}),
      email: emailFrom(field('author_email')),
      createdAt: instantFrom(field('date_gmt')) ?? instantFrom(field('date')),
      state: approved === '0' || approved === 'hold' ? 'held' : 'visible',
    };
  }
  if (ofPages > 0)
    yield reportLine(
      'left-out',
      `Pages have no comments here: ${ofPages} were left out`,
      plain(fieldOf(part, 'title')),
    );
  for (const [type, count] of others)
    yield reportLine(
      'left-out',
      `Comments of the type ${type.slice(0, 100)} are none here: ${count}`,
      plain(fieldOf(part, 'title')),
    );
}
