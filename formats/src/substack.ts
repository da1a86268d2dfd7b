import { posix } from 'node:path';
import { decodedPath } from '@inkwell/shared/addresses';
import type { Remark } from '@inkwell/shared/markdown/from-html/converting';
import { element, type HtmlNode, lineOf } from '@inkwell/shared/markdown/from-html/nodes';
import { fragmentId } from '@inkwell/shared/markdown/heading-ids';
import { slugify } from '@inkwell/shared/slug';
import { readCsv } from './csv-rows.ts';
import { firstText, instantFrom, oldPathOf, reportLine } from './fitting.ts';
import { createOldAddresses, type OldAddresses } from './old-addresses.ts';
import { type RecordWatch, UNWATCHED, watched } from './record-watch.ts';
import { IMPORT_LIMITS, type Imported, ImportFault, type ImportFolder } from './records.ts';
import { readSubscribers } from './subscribers.ts';
import { originalPicture, substackNodes } from './substack-text.ts';
import { boundedText, convertText } from './text.ts';
import { statusAt, textRecords, UNDATED, UNTITLED } from './text-records.ts';

export interface ZipInput {
  readonly folder: ImportFolder;
  /** The address of the old site, if known. */
  readonly siteUrl?: string | null;
  /** Texts with a later date are scheduled. */
  readonly now: Date;
  readonly watch?: RecordWatch;
}

/** Lists of subscribers, which are named after the publication. Lists next to the texts show who opened them. */
const PEOPLE = /^(?:email_list|subscriber|unsubscribe)[^/]*\.csv$/i;
const POST = /^posts\/(\d+)\.?(.*)\.html$/;

/**
 * Reads an export of Substack: `posts.csv`, a file for each text, and lists of subscribers.
 * @throws ImportFault if there is no readable posts.csv
 */
export async function* readSubstack({
  folder,
  siteUrl = null,
  now,
  watch = UNWATCHED,
}: ZipInput): AsyncGenerator<Imported> {
  const paths: string[] = [];
  for await (const path of folder.paths()) paths.push(path);
  const list = paths.find((path) => posix.basename(path) === 'posts.csv');
  if (list === undefined)
    throw new ImportFault('This is no export of Substack: it has no posts.csv', { file: folder.name });
  const root = list.slice(0, -'posts.csv'.length);
  // People who unsubscribed come first, so that another list with their address does not subscribe them.
  const people = paths.filter((path) => path.startsWith(root) && PEOPLE.test(path.slice(root.length))).reverse();
  const files = new Map<string, { path: string; slug: string }>();
  for (const path of paths) {
    const [, id = '', slug = ''] = POST.exec(path.slice(path.startsWith(root) ? root.length : 0)) ?? [];
    if (id !== '') files.set(id, { path, slug });
  }
  const addresses = [siteUrl?.replace(/\/+$/, ''), addressBy(people)].filter((one) => typeof one === 'string');
  yield { kind: 'site', addresses };
  const left = { empty: 0 };
  const slugs = new Map(Array.from(files, ([id, { slug }]) => [id, slug]));
  const reading: Reading = { folder, addresses, slugs, now, watch, left };
  const done = new Set<string>();
  for await (const { cells } of readCsv({ name: list, open: () => folder.open(list) })) {
    const [, id = '', slug = ''] = /^(\d+)\.?(.*)$/s.exec(cells.get('postid') ?? '') ?? [];
    const file = files.get(id);
    files.delete(id);
    if (id !== '' && done.has(id)) {
      yield reportLine('left-out', 'posts.csv names it twice: the first row was taken', cells.get('title') || slug);
      continue;
    }
    done.add(id);
    const text = {
      cells,
      id: id || (cells.get('postid') ?? ''),
      slug: slug || (file?.slug ?? ''),
      path: file?.path ?? null,
    };
    yield* post(text, reading);
  }
  for (const [id, { path, slug }] of files) {
    const cells = new Map([['title', slug.replaceAll('-', ' ')]]);
    yield* post({ cells, id, slug, path }, reading);
  }
  if (left.empty > 0) yield reportLine('left-out', `${left.empty} empty drafts were left out`);
  for (const path of people) yield* listOf(folder, path);
}

/** The publication's address, from the name of the subscriber list: `email_list.name.csv`. */
function addressBy(people: readonly string[]): string | null {
  const name = people
    .map((path) => /^email_list\.([a-z0-9-]+)\.csv$/.exec(posix.basename(path))?.[1])
    .find((one) => one);
  return name === undefined ? null : `https://${name}.substack.com`;
}

/** The subscribers in a list. An unreadable list is reported, and the import continues. */
async function* listOf(folder: ImportFolder, path: string): AsyncGenerator<Imported> {
  try {
    yield* readSubscribers({ source: { name: posix.basename(path), open: () => folder.open(path) } });
  } catch (error) {
    if (!(error instanceof ImportFault)) throw error;
    yield reportLine('left-out', `The rest of this list of people was left out: ${error.message}`, path);
  }
}

interface Row {
  readonly cells: ReadonlyMap<string, string>;
  readonly id: string;
  readonly slug: string;
  /** Null if the file is missing. */
  readonly path: string | null;
}

interface Reading extends Required<Pick<ZipInput, 'folder' | 'now' | 'watch'>> {
  /** The addresses of the old site; the main address comes first. */
  readonly addresses: readonly string[];
  /** Slugs of texts by number. */
  readonly slugs: ReadonlyMap<string, string>;
  readonly left: { empty: number };
}

async function* post(row: Row, reading: Reading): AsyncGenerator<Imported> {
  const { folder, watch } = reading;
  const name = row.cells.get('title') || row.slug || UNTITLED;
  let source = '';
  try {
    source = await sourceOf(folder, row.path);
  } catch (error) {
    if (!(error instanceof ImportFault)) throw error;
    yield reportLine('left-out', `A text was left out: ${error.message}`, name);
    return;
  }
  const key = row.id.slice(0, 300) || row.slug.slice(0, 300) || name.slice(0, 300);
  yield* watched(watch, { name, record: { kind: 'post', key } }, () => records({ ...row, id: key }, source, reading));
}

/** Reads slightly more of a long file than an import accepts. */
export const sourceOf = async (folder: ImportFolder, path: string | null): Promise<string> =>
  path === null ? '' : firstText({ name: path, open: () => folder.open(path) }, 4 * IMPORT_LIMITS.sourceText);

const AUDIENCES: Readonly<Record<string, string>> = {
  only_paid: 'It was for paying subscribers',
  founding: 'It was for founding members',
  only_free: 'It was for subscribers',
};
const KINDS = new Set(['newsletter', 'podcast', 'thread', 'video', 'page', '']);

function* records(
  { cells, id, slug, path }: Row,
  source: string,
  { addresses: sites, slugs, now, left }: Reading,
): Generator<Imported> {
  const of = (column: string): string => cells.get(column) ?? '';
  const [type, audience, subtitle] = [of('type').toLowerCase(), of('audience').toLowerCase(), of('subtitle')];
  const publishedAt = instantFrom(of('postdate'));
  const isPublished = /^true$/i.test(of('ispublished'));
  const remarks: Remark[] = [];
  const { nodes, ...text } = substackNodes(boundedText(source, remarks));
  const sound = /\/p\//.test(of('podcasturl')) ? '' : of('podcasturl');
  const heard: HtmlNode[] = sound === '' ? [] : [element('audio', { src: sound, title: 'Listen to this episode' })];
  // A thread consists of its question; the replies are not in the export.
  const hasText = lineOf(nodes) !== '' || /<(?:img|iframe)|data-attrs/.test(source);
  const question = type === 'thread' && !hasText && subtitle !== '' ? [element('p', {}, [subtitle])] : [];
  const isEmpty = !hasText && [...heard, ...question].length === 0;
  if (isEmpty && !isPublished) {
    left.empty += 1;
    return;
  }
  const base = sites[0] === undefined ? null : `${sites[0]}/p/${slug}`;
  const addresses = createOldAddresses({ addresses: sites, base, fullSize: originalPicture });
  const known =
    audience === 'everyone'
      ? null
      : (AUDIENCES[audience] ?? `It had the audience ${audience.slice(0, 40) || 'of nobody'}`);
  const isMail = type === 'adhoc_email' ? 'It was sent by mail only' : null;
  const isOther = KINDS.has(type) ? null : `It was of the kind ${type.slice(0, 40)}`;
  const secret =
    (isMail ?? isOther ?? known ?? (text.hasPaywall ? 'What follows its paywall was not public' : null)) ||
    (publishedAt === null ? UNDATED : isEmpty && path === null ? 'Its text is not in the file' : null);
  if (!cells.has('postid'))
    remarks.push({ reason: 'not-public', text: 'posts.csv does not name it: it is a draft now', address: null });
  yield* textRecords({
    kind: type === 'page' ? 'page' : 'post',
    key: id,
    title: of('title') || slug.replaceAll('-', ' '),
    slug,
    text: convertText([...heard, ...question, ...nodes], withOwnLinks(addresses, slugs, slug)),
    status: isPublished ? statusAt(publishedAt, now) : 'draft',
    secret: isPublished ? secret : null,
    publishedAt,
    createdAt: publishedAt,
    updatedAt: null,
    excerpt: subtitle,
    oldPaths: slug === '' ? [] : [oldPathOf(`/p/${slug}`)],
    remarks,
  });
}

/** Updates links to the publication's own texts, by number (also to a heading) or through the app. */
const withOwnLinks = (addresses: OldAddresses, slugs: ReadonlyMap<string, string>, shown: string): OldAddresses => ({
  ...addresses,
  link(href) {
    // Substack fills in these placeholders when it sends an email.
    if (href.includes('%%')) return null;
    const [, id = '', part = ''] =
      /^https?:\/\/[^/?#]+\/(?:i\/|home\/post\/p-)(\d+)(?:(?=[?#]|$)|(\/[^?#]*))/.exec(href) ?? [];
    const slug = slugs.get(id);
    const heading = slugify(decodedPath(part) ?? '');
    const fragment = heading === '' ? '' : `#${fragmentId(heading)}`;
    if (slug) return slug === shown && fragment ? fragment : `/p/${slug}${fragment}`;
    const [, name = '', rest = ''] = /^https?:\/\/open\.substack\.com\/pub\/([\w-]+)(\/p\/[^?#]+)/.exec(href) ?? [];
    const own = name === '' ? null : addresses.link(`https://${name}.substack.com${rest}`);
    return own?.startsWith('/') ? own : addresses.link(href);
  },
});
