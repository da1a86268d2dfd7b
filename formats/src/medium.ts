import { posix } from 'node:path';
import type { Remark } from '@inkwell/shared/markdown/from-html/converting';
import {
  element,
  elementsIn,
  findElement,
  type HtmlElement,
  type HtmlNode,
  hasClass,
  isElement,
  lineOf,
  linkCard,
} from '@inkwell/shared/markdown/from-html/nodes';
import { USER_LIMITS } from '@inkwell/shared/users';
import { instantFrom, nameFrom, oldPathOf, reportLine } from './fitting.ts';
import { addressNode, parseHtml } from './html-tree.ts';
import { createOldAddresses, type OldAddresses } from './old-addresses.ts';
import { UNWATCHED, watched } from './record-watch.ts';
import { type Imported, ImportFault } from './records.ts';
import { sourceOf, type ZipInput } from './substack.ts';
import { boundedText, convertText } from './text.ts';
import { statusAt, textRecords, UNDATED } from './text-records.ts';

const STORY = /(?:^|\/)posts\/[^/]+\.html$/;
/** The id at the end of an address or a file name. */
const ID = /(?:^|[-_/])([0-9a-f]{8,14})$/;

/**
 * Reads an export of Medium: an HTML page for each story, draft and reply.
 * @throws ImportFault if there are no such pages
 */
export async function* readMedium({
  folder,
  siteUrl = null,
  now,
  watch = UNWATCHED,
}: ZipInput): AsyncGenerator<Imported> {
  const paths: string[] = [];
  for await (const path of folder.paths()) if (STORY.test(path)) paths.push(path);
  if (paths.length === 0)
    throw new ImportFault('This is no export of Medium: it has no folder “posts” with pages', { file: folder.name });
  const broken: Imported[] = [];
  /** Paths of stories by their ids. */
  const known = new Map<string, string>();
  let profile: string | null = null;
  for (const path of paths) {
    try {
      const foot = (await sourceOf(folder, path)).slice(-4_000);
      const canonical = /href="([^"]+)"[^>]*class="p-canonical"/.exec(foot)?.[1];
      profile ??= /href="(https:\/\/medium\.com\/@[^"?]+)"[^>]*class="p-author/.exec(foot)?.[1] ?? null;
      const id = ID.exec(posix.basename(path, '.html'))?.[1];
      const old = canonical === undefined ? null : oldPathOf(canonical);
      if (id !== undefined && old !== null) known.set(id, old);
    } catch (error) {
      if (!(error instanceof ImportFault)) throw error;
      broken.push(reportLine('left-out', `A story was left out: ${error.message}`, path));
      paths.splice(paths.indexOf(path), 1, '');
    }
  }
  yield { kind: 'site', addresses: [siteUrl?.replace(/\/+$/, '') ?? profile].filter((one) => one !== null) };
  yield* broken;
  const reading: Reading = { known, now, authors: new Set(), left: { replies: 0, empty: 0 } };
  for (const path of paths.filter((one) => one !== '')) {
    const source = await sourceOf(folder, path);
    yield* watched(watch, { name: path, record: null }, () => story(path, source, reading));
  }
  const { replies, empty } = reading.left;
  if (replies > 0) yield reportLine('left-out', `${replies} replies to stories of other people were left out`);
  if (empty > 0) yield reportLine('left-out', `${empty} empty drafts were left out`);
}

interface Reading {
  readonly known: ReadonlyMap<string, string>;
  readonly now: Date;
  /** Keys of authors that were already yielded. */
  readonly authors: Set<string>;
  readonly left: { replies: number; empty: number };
}

const inPart = (nodes: readonly HtmlNode[], is: (node: HtmlElement) => boolean): HtmlNode[] =>
  findElement(nodes, is)?.children ?? [];
const field = (name: string) => (node: HtmlElement) => node.attributes['data-field'] === name;
/** Whether an element is a block of text. The oldest stories have no class `graf`. */
const isGraf = ({ attributes }: HtmlElement): boolean => /(?:^|\s)graf(?:--|\s|$)/.test(attributes.class ?? '');
const classed = (name: string) => (node: HtmlElement) => hasClass(node, name);
/** Only letters and digits, for comparing words. */
const compared = (words: string): string => words.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();

/** Whether all words of a paragraph are bold, as in manually formatted titles. */
const isBold = ({ children }: HtmlElement): boolean =>
  lineOf(children) !== '' && lineOf(children.filter((one) => !isElement(one) || one.tag !== 'strong')) === '';

function* story(path: string, source: string, { known, now, authors, left }: Reading): Generator<Imported> {
  const remarks: Remark[] = [];
  const page = parseHtml(boundedText(source, remarks));
  const body = inPart(page, field('body'));
  const first = findElement(body, isGraf);
  const name = lineOf(inPart(page, classed('p-name')));
  const heading =
    findElement(body, classed('graf--title')) ??
    findElement(body, ({ tag, children }) => /^h[1-4]$/.test(tag) && compared(lineOf(children)) === compared(name));
  const isDraft = /^draft_/i.test(posix.basename(path));
  // A reply has no title, so Medium uses its first words.
  const isReply =
    heading === null &&
    first !== null &&
    !/^(?:h\d|figure)$/.test(first.tag) &&
    !isBold(first) &&
    !findElement(body, ({ tag }) => /^h\d$/.test(tag)) &&
    compared(lineOf(body)).startsWith(compared(name));
  if (isReply && !isDraft) {
    left.replies += 1;
    return;
  }
  if (isDraft && lineOf(body) === '' && !findElement(body, ({ tag }) => tag === 'img')) {
    left.empty += 1;
    return;
  }
  const footer = [...elementsIn(page)].filter(({ tag }) => tag === 'footer').at(-1)?.children ?? [];
  const author = findElement(footer, classed('p-author'));
  const file = posix.basename(path, '.html');
  const id = ID.exec(file)?.[1] ?? null;
  const canonical = findElement(footer, classed('p-canonical'))?.attributes.href ?? '';
  const old = canonical === '' ? null : oldPathOf(canonical);
  const written = findElement(footer, classed('dt-published'))?.attributes.datetime ?? '';
  const publishedAt = instantFrom(written) ?? instantFrom(/^\d{4}-\d{2}-\d{2}/.exec(file)?.[0] ?? '');
  const summary = lineOf(inPart(page, field('subtitle')));
  const shown = findElement(body, classed('graf--subtitle'));
  // In its metadata, Medium shortens long titles and subtitles. Without a subtitle, it uses the first words of the text.
  const isCutFrom = (words: string) => (node: HtmlElement | null) =>
    node !== null && compared(lineOf(node.children)).startsWith(compared(words));
  const title = isCutFrom(name)(heading) ? heading : null;
  const subtitle = isCutFrom(summary)(shown) ? shown : null;
  const isOwnSummary = subtitle === null && findElement(body, (node) => isGraf(node) && isCutFrom(summary)(node));
  const key = author?.attributes.href?.split('/').at(-1)?.slice(0, 300) ?? '';
  const authorName = nameFrom(lineOf(author?.children ?? []), USER_LIMITS.name, 'The name', () => {});
  const isNamed = key !== '' && authorName !== null;
  if (isNamed && !authors.has(key)) {
    authors.add(key);
    const none = { email: null, text: null, website: null, handles: {}, picture: null };
    yield { kind: 'author', key, name: authorName, ...none, oldPaths: [] };
  }
  yield* textRecords({
    kind: 'post',
    key: (id ?? file).slice(0, 300),
    title: lineOf(title?.children ?? []) || name,
    slug: (old === null ? file.replace(/^(?:draft|\d{4}-\d{2}-\d{2})_/, '') : posix.basename(old)).replace(ID, ''),
    text: convertText(
      // A title or subtitle that is stored separately is not part of the text.
      storyNodes(body, (node) => node === title || node === subtitle),
      addressesOf(canonical, known),
    ),
    status: isDraft ? 'draft' : statusAt(publishedAt, now),
    secret: !isDraft && publishedAt === null ? UNDATED : null,
    publishedAt,
    createdAt: publishedAt,
    updatedAt: null,
    excerpt: lineOf(subtitle?.children ?? []) || (isOwnSummary ? '' : summary),
    authors: isNamed ? [key] : [],
    oldPaths: [old, id === null ? null : `/p/${id}`],
    remarks,
  });
}

/** Links to stories in the file lead to them, whatever their address. Tracking links lead to their targets. */
function addressesOf(base: string, known: ReadonlyMap<string, string>): OldAddresses {
  const addresses = createOldAddresses({ addresses: [], base: base || 'https://medium.com/' });
  return {
    ...addresses,
    link(given) {
      const href = /^https?:\/\/medium\.com\/r\/\?/.test(given) ? shownIn(given) : given;
      const id = ID.exec(href.replace(/[?#].*$/s, ''))?.[1];
      const old = id === undefined ? undefined : known.get(id);
      return old === undefined ? addresses.link(href) : `${old}${/#.*$/s.exec(href)?.[0] ?? ''}`;
    },
  };
}

/** Converts the elements of a story to common HTML. */
function storyNodes(body: readonly HtmlNode[], isAbove: (node: HtmlElement) => boolean): HtmlNode[] {
  let rules = 0;
  const read = (node: HtmlNode): HtmlNode[] => {
    if (!isElement(node)) return [node];
    const { tag, attributes, children } = node;
    if (isAbove(node)) return [];
    // The first section begins with an invisible line.
    if (tag === 'hr' && hasClass(node, 'section-divider') && rules++ === 0) return [];
    if (hasClass(node, 'graf--mixtapeEmbed')) return card(node);
    if (tag === 'script') return script(attributes.src ?? '');
    const background = /background-image:\s*url\(["']?([^"')]+)/.exec(attributes.style ?? '')?.[1];
    if (tag === 'div' && background) return [element('img', { src: background }), ...children.flatMap(read)];
    if (tag === 'iframe') return [element(tag, { ...attributes, src: playerOf(attributes.src ?? '') })];
    if (tag === 'pre')
      return [element(tag, { 'data-language': attributes['data-code-block-lang'] ?? '' }, [...children])];
    const inner = children.flatMap(read);
    if (/^h[34]$/.test(tag) && hasClass(node, 'graf')) return [element(`h${Number(tag[1]) - 1}`, attributes, inner)];
    const isWide = /graf--layout(?:Outset(?:Center|Row)|FillWidth)/.test(attributes.class ?? '');
    return [{ ...node, attributes: isWide ? { ...attributes, class: 'alignwide' } : attributes, children: inner }];
  };
  return body.flatMap(read);
}

function card(node: HtmlElement): HtmlNode[] {
  const link = findElement(node.children, ({ tag, attributes }) => tag === 'a' && Boolean(attributes.href));
  const words = (tag: string): string => lineOf(findElement(node.children, (one) => one.tag === tag)?.children ?? []);
  return link
    ? [linkCard(link.attributes.href ?? '', words('strong') || lineOf(link.children), words('em'))]
    : node.children;
}

/** Code that a script embeds. Scripts of social networks are ignored. */
function script(src: string): HtmlNode[] {
  const gist = /^https:\/\/gist\.github\.com\/(?:[\w-]+\/)?\w+(?=\.js)/.exec(src)?.[0];
  if (gist !== undefined) return [addressNode(gist)];
  return /platform\.twitter\.com|instagram\.com\/embed/.test(src) ? [] : [element('script', { src })];
}

const playerOf = (src: string): string => (/^https:\/\/cdn\.embedly\.com\//.test(src) ? shownIn(src) : src);

/** The target page of a tracking or player address. */
const shownIn = (address: string): string =>
  (URL.canParse(address) ? new URL(address).searchParams.get('url') : null) ?? address;
