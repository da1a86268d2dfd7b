import type { Remark } from '@inkwell/shared/markdown/from-html/converting';
import { type HtmlNode, lineOf } from '@inkwell/shared/markdown/from-html/nodes';
import { isInternalTag } from '@inkwell/shared/tag-names';
import { TAG_LIMITS } from '@inkwell/shared/tags';
import { USER_LIMITS } from '@inkwell/shared/users';
import {
  emailFrom,
  handlesFrom,
  instantFrom,
  lineFrom,
  nameFrom,
  oldPathsFrom,
  reportLine,
  slugFrom,
  textOf,
  websiteFrom,
} from './fitting.ts';
import type { GhostMarks } from './ghost-cards.ts';
import { ghostSettings } from './ghost-settings.ts';
import { parseHtml } from './html-tree.ts';
import { type Json, type Row, readTables } from './json-rows.ts';
import { lexicalNodes } from './lexical.ts';
import { mobiledocNodes } from './mobiledoc.ts';
import { createOldAddresses, type OldAddresses } from './old-addresses.ts';
import { type RecordWatch, UNWATCHED, watched } from './record-watch.ts';
import { type Imported, ImportFault, type ImportSource, type RecordOf, type ReportLine } from './records.ts';
import { boundedText, convertText } from './text.ts';
import { textRecords, UNDATED } from './text-records.ts';

/** Tables with data about posts, which are kept in memory while the posts are read. */
const SIDE_TABLES = [
  'meta',
  'posts_tags',
  'posts_authors',
  'posts_meta',
  'tags',
  'users',
  'settings',
  'products',
  'newsletters',
  'snippets',
  'offers',
];
/** The limit for all side tables together. */
const MAX_SIDE_ROWS = 1_000_000;

const TABLES_LEFT_OUT: Readonly<Record<string, string>> = {
  products: 'tiers',
  newsletters: 'newsletters',
  snippets: 'snippets',
  offers: 'offers',
};

const VERSION = /^\d+\.\d+\.\d+/;

interface Side {
  readonly tags: Map<string, Row>;
  readonly users: Map<string, Row>;
  readonly meta: Map<string, Row>;
  readonly settings: Row[];
  /** Ids of tags and authors by post, in order. */
  readonly tagsOf: Map<string, { id: string; order: number }[]>;
  readonly authorsOf: Map<string, { id: string; order: number }[]>;
  readonly leftOut: Map<string, number>;
  hasVersion: boolean;
  /** Whether the whole site required a password. */
  isPrivate: boolean;
}

interface GhostInput {
  readonly source: ImportSource;
  /** The address of the old site, if known. Pictures can be downloaded from there. */
  readonly siteUrl?: string | null;
  readonly watch?: RecordWatch;
}

/**
 * Reads an export of Ghost 1 to 6, in two passes, because the data about a post follows it in the file.
 * @throws ImportFault if it is not such an export
 */
export async function* readGhost({ source, siteUrl = null, watch = UNWATCHED }: GhostInput): AsyncGenerator<Imported> {
  const side = await readSide(source);
  if (!side.hasVersion)
    throw new ImportFault('This is no export of Ghost: it has no meta.version', { file: source.name });
  const addresses = createOldAddresses({ addresses: siteUrl === null ? [] : [siteUrl.replace(/\/+$/, '')] });
  yield { kind: 'site', addresses: siteUrl === null ? [] : [siteUrl.replace(/\/+$/, '')] };
  yield* ghostSettings(side.settings, addresses);
  for (const [table, count] of side.leftOut) {
    yield reportLine('left-out', `${count} ${TABLES_LEFT_OUT[table]} have no equal and were left out`, null);
  }
  yield* tagRecords(side, addresses);
  yield* authorRecords(side, addresses);
  for await (const { row, number } of readTables(source, ['posts'])) {
    const about = { name: textOf(row.title), record: { kind: 'post', key: idOf(row.id) || String(number) } };
    yield* watched(watch, about, () => postRecords(row, number, { side, addresses, source }));
  }
}

export const idOf = (value: Json | undefined): string => textOf(value).slice(0, 100);

async function readSide(source: ImportSource): Promise<Side> {
  const side: Side = {
    tags: new Map(),
    users: new Map(),
    meta: new Map(),
    settings: [],
    tagsOf: new Map(),
    authorsOf: new Map(),
    leftOut: new Map(),
    hasVersion: false,
    isPrivate: false,
  };
  let rows = 0;
  for await (const { table, row, number } of readTables(source, SIDE_TABLES)) {
    rows += 1;
    if (rows > MAX_SIDE_ROWS)
      throw new ImportFault('The file has too many tags, authors or details', { file: source.name, record: number });
    if (table === 'meta') side.hasVersion = VERSION.test(textOf(row.version));
    else if (table === 'tags') side.tags.set(idOf(row.id), row);
    else if (table === 'users') side.users.set(idOf(row.id), withoutSecrets(row));
    else if (table === 'posts_meta') side.meta.set(idOf(row.post_id), row);
    else if (table === 'settings') {
      side.settings.push(row);
      if (row.key === 'is_private') side.isPrivate = isOn(row.value);
    } else if (table === 'posts_tags') addOrdered(side.tagsOf, row, row.tag_id);
    else if (table === 'posts_authors') addOrdered(side.authorsOf, row, row.author_id);
    else side.leftOut.set(table, (side.leftOut.get(table) ?? 0) + 1);
  }
  return side;
}

const withoutSecrets = ({ password: _, ...row }: Row): Row => row;

function addOrdered(map: Side['tagsOf'], row: Row, id: Json | undefined): void {
  const post = idOf(row.post_id);
  const list = map.get(post) ?? [];
  list.push({ id: idOf(id), order: Number(row.sort_order) || 0 });
  map.set(post, list);
}

const inOrder = (list: readonly { id: string; order: number }[] | undefined): string[] =>
  [...(list ?? [])].sort((a, b) => a.order - b.order).map(({ id }) => id);

function* tagRecords({ tags }: Side, addresses: OldAddresses): Generator<Imported> {
  for (const [key, row] of tags) {
    const lines: ReportLine[] = [];
    const name = nameFrom(row.name, TAG_LIMITS.name, 'The name of a tag', (reason, text) =>
      lines.push(reportLine(reason, text, textOf(row.name))),
    );
    const slug = slugFrom(row.slug, name ?? '', TAG_LIMITS.slug);
    if (name === null || slug === null) {
      yield reportLine('left-out', 'A tag without a name was left out', textOf(row.slug));
      continue;
    }
    if (textOf(row.codeinjection_head) || textOf(row.codeinjection_foot))
      lines.push(reportLine('code-left-out', 'Code of a tag was left out', name));
    const isInternal = textOf(row.visibility) === 'internal' && !isInternalTag(name);
    const shown = isInternal ? `#${name}`.slice(0, TAG_LIMITS.name) : name;
    const description = lineFrom(row.description, TAG_LIMITS.description, 'The description of a tag', (reason, text) =>
      lines.push(reportLine(reason, text, name)),
    );
    yield* lines;
    yield {
      kind: 'tag',
      key,
      name: shown,
      slug,
      description,
      picture: pictureOf(row.feature_image, addresses),
      oldPaths: isInternalTag(shown) ? [] : oldPathsFrom([`/tag/${textOf(row.slug)}`]),
    };
  }
}

const pictureOf = (value: Json | undefined, addresses: OldAddresses, description: string | null = null) =>
  textOf(value) === '' ? null : addresses.picture(textOf(value), description);

/** Authors of the posts. Accounts without posts are not imported. */
function* authorRecords({ users, authorsOf }: Side, addresses: OldAddresses): Generator<Imported> {
  const writing = new Set([...authorsOf.values()].flatMap((list) => list.map(({ id }) => id)));
  for (const [key, row] of users) {
    if (authorsOf.size > 0 && !writing.has(key)) continue;
    const lines: ReportLine[] = [];
    const say = (reason: ReportLine['reason'], text: string) => lines.push(reportLine(reason, text, textOf(row.name)));
    const name =
      nameFrom(row.name, USER_LIMITS.name, 'The name of an author', say) ??
      nameFrom(row.slug, USER_LIMITS.name, 'The name of an author', say);
    if (name === null) continue;
    const author: RecordOf<'author'> = {
      kind: 'author',
      key,
      name,
      email: emailFrom(row.email),
      text: lineFrom(row.bio, USER_LIMITS.text, 'The text about an author', say),
      website: websiteFrom(row.website),
      handles: handlesFrom({
        x: row.twitter,
        fediverse: row.mastodon,
        bluesky: row.bluesky,
        instagram: row.instagram,
        linkedin: row.linkedin,
        youtube: row.youtube,
      }),
      picture: pictureOf(row.profile_image, addresses),
      oldPaths: oldPathsFrom([`/author/${textOf(row.slug)}`]),
    };
    if (textOf(row.website) !== '' && author.website === null)
      say('left-out', 'A website without https:// was left out');
    yield* lines;
    yield author;
  }
}

interface Reading {
  readonly side: Side;
  readonly addresses: OldAddresses;
  readonly source: ImportSource;
}

const VISIBILITY: Readonly<Record<string, string>> = {
  members: 'It was for members',
  paid: 'It was for paying members',
  tiers: 'It was for members of a tier',
  filter: 'It was for some members',
};

/** Why a post was not public; null if it was public. */
function secretOf(row: Row, meta: Row, marks: GhostMarks, { isPrivate }: Side): string | null {
  const [visibility, state] = [textOf(row.visibility), textOf(row.status)];
  if (state === 'sent' || isOn(meta.email_only) || isOn(row.email_only)) return 'It was sent by mail only';
  if (!['published', 'scheduled', 'draft'].includes(state))
    return `It had the state ${state.slice(0, 40) || 'of none'}`;
  if (visibility !== '' && visibility !== 'public') return VISIBILITY[visibility] ?? 'It was not public';
  return marks.secret ?? (isPrivate ? 'Its site had a password' : null);
}

const isOn = (value: Json | undefined): boolean => value === true || value === 1 || value === '1' || value === 'true';

function* postRecords(row: Row, number: number, { side, addresses, source }: Reading): Generator<Imported> {
  const key = idOf(row.id);
  if (key === '') throw new ImportFault('A post has no id', { file: source.name, record: number });
  const meta = side.meta.get(key) ?? {};
  const either = (name: string): Json | undefined => meta[name] ?? row[name];
  const marks: GhostMarks = { secret: null };
  const remarks: Remark[] = [];
  const text = convertText(nodesOf(row, marks, remarks), addresses);
  const status = statusOf(textOf(row.status));
  if (textOf(either('codeinjection_head')) || textOf(either('codeinjection_foot'))) {
    remarks.push({ reason: 'code-left-out', text: 'Code that was added to its page was left out', address: null });
  }
  const [publishedAt, createdAt] = [instantFrom(row.published_at), instantFrom(row.created_at)];
  const isUndated = status === 'published' && !publishedAt && !createdAt;
  const isDraft = status === 'draft' && textOf(row.status) === 'draft';
  const secret = isDraft ? null : (secretOf(row, meta, marks, side) ?? (isUndated ? UNDATED : null));
  const isPage = textOf(row.type) === 'page' || isOn(row.page);
  const alt = lineFrom(meta.feature_image_alt, 500, 'The description of the cover', () => {});
  const tags = inOrder(side.tagsOf.get(key)).filter((id) => side.tags.has(id));
  const authors = inOrder(side.authorsOf.get(key)).filter((id) => side.users.has(id));
  const slug = textOf(row.slug);
  yield* textRecords({
    kind: isPage ? 'page' : 'post',
    key,
    title: row.title,
    slug,
    text,
    status,
    secret,
    publishedAt,
    createdAt,
    updatedAt: instantFrom(row.updated_at),
    excerpt: row.custom_excerpt,
    authors: authors.length > 0 ? authors : [idOf(row.author_id)].filter((id) => side.users.has(id)),
    tags,
    isFeatured: isOn(row.featured),
    language: row.locale,
    canonicalUrl: either('canonical_url'),
    cover: pictureOf(row.feature_image ?? row.image, addresses, alt),
    coverDescription: alt,
    coverCaption: lineOf(parseHtml(textOf(meta.feature_image_caption))),
    searchTitle: either('meta_title'),
    searchDescription: either('meta_description'),
    cardTitle: textOf(either('og_title')) || textOf(either('twitter_title')),
    cardText: textOf(either('og_description')) || textOf(either('twitter_description')),
    cardPicture: pictureOf(textOf(either('og_image')) || textOf(either('twitter_image')), addresses),
    oldPaths: slug === '' ? [] : [`/${slug}/`],
    remarks,
  });
}

function statusOf(status: string): 'published' | 'scheduled' | 'draft' {
  return status === 'published' || status === 'scheduled' ? status : 'draft';
}

/** The newest readable format of the text. */
function nodesOf(row: Row, marks: GhostMarks, remarks: Remark[]): HtmlNode[] {
  const forms = [
    { text: textOf(row.lexical), read: lexicalNodes },
    { text: textOf(row.mobiledoc), read: mobiledocNodes },
  ];
  for (const { text, read } of forms) {
    if (text === '') continue;
    try {
      return read(text, marks);
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
      remarks.push({
        reason: 'changed',
        text: 'Its text was damaged: the page that readers saw was taken',
        address: null,
      });
    }
  }
  const html = boundedText(textOf(row.html), remarks);
  if (/<!--members-only-->/.test(html)) marks.secret ??= 'What follows its paywall was not public';
  if (/<!--kg-gated-block:begin[^>]{0,200}?nonMember:false/.test(html)) marks.secret ??= 'A part of it was for members';
  const words = html === '' ? boundedText(textOf(row.plaintext), remarks) : '';
  return parseHtml(html || words.replace(/[<&]/g, (sign) => (sign === '<' ? '&lt;' : '&amp;')));
}
