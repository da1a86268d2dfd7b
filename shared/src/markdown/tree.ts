import type { MarkedToken, Token, Tokens } from 'marked';
import { MAX_SLUG_CHARS } from '../slug.ts';
import { type Budget, createBudget } from './budget.ts';
import { decodeEntities } from './entities.ts';
import { createNoteNumbers, type NoteNumbers, type NoteReference, takeNotes } from './footnotes.ts';
import { FORMULA_CLASS, isFormula } from './formula-syntax.ts';
import { createHeadingIds, fragmentId } from './heading-ids.ts';
import { createOutline, type Outline } from './outline.ts';
import { type PictureWidth, readPictureNotes } from './picture-notes.ts';
import { type ReadingOptions, readMarkdown, standardTokens, textOf } from './tokens.ts';
import { safeImageUrl, safeLink } from './urls.ts';

/*
 * The one rendering of a text: the app converts this tree to React elements, served pages and feeds convert it to HTML. Text is raw
 * and must be escaped on output; tags, attribute names and the protocols of addresses are safe.
 */

/** Class names that begin with `markdown-` are defined in web/src/styles/markdown.css. */
export interface MarkdownElement {
  readonly tag: string;
  /** By their HTML names. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly MarkdownNode[];
  /** For code: the options after the language, such as `{2,4-6}`. */
  readonly info?: string;
}

export const isElement = (node: MarkdownNode): node is MarkdownElement => typeof node === 'object' && 'tag' in node;

/** A picture. Its address encodes its size and its narrower copies (images.ts). */
export interface MarkdownPicture {
  readonly pictureUrl: string;
  readonly alt: string;
  /** The width of the figure; inline pictures keep their own width. */
  readonly width: PictureWidth;
}

export type MarkdownNode = string | MarkdownElement | MarkdownPicture;

/** More deeply nested content is shown as plain text, so that rendering cannot overflow the stack. */
const MAX_DEPTH = 40;

/**
 * The estimated maximum of HTML characters besides the words: two typed characters can be a heading with its links, and many links can share one
 * defined address. Elements that exceed it are shown as typed.
 */
const MAX_MARKUP = 1_000_000;

interface Options extends ReadingOptions {
  /** Prefix for addresses on this site, for feeds and emails. */
  readonly siteUrl?: string;
  /** Prefix for links within the text, for feeds and emails. */
  readonly pageUrl?: string;
  /** False shows footnotes as typed, for pages with several texts, on which the numbers would clash. */
  readonly hasFootnotes?: boolean;
}

interface Context {
  readonly outline: Outline;
  /** The remaining HTML characters besides the words. */
  readonly room: Budget;
  readonly siteUrl: string;
  readonly pageUrl: string;
  /** Gives the next heading its id. Called once per heading, in order. */
  readonly headingId: (text: string) => string;
  /** Names the next table. Called once per table, in order. */
  readonly tableName: () => string;
  /** Null inside a link, which cannot contain another link. */
  readonly notes: NoteNumbers | null;
}

/**
 * Renders Markdown that may be malicious: raw HTML becomes text, links lead only to http, https, mailto and this site, pictures only
 * to http, https and this site.
 */
export function markdownTree(
  source: string,
  { siteUrl = '', pageUrl = '', hasFootnotes = true, math = false }: Options = {},
): MarkdownNode[] {
  const reading = readMarkdown(source, { math });
  const { body, notes } = hasFootnotes
    ? takeNotes(reading.blocks, reading.read)
    : { body: reading.blocks, notes: new Map() };
  const numbers = createNoteNumbers(notes);
  const context = {
    outline: createOutline(),
    room: createBudget(MAX_MARKUP),
    siteUrl,
    pageUrl,
    headingId: createHeadingIds(),
    tableName: createTableNames(),
    notes: numbers,
  };
  return [...blocks(body, context, 0), ...footnotes(numbers, context)];
}

/** Each region of a page needs its own name (WCAG 2.4.1). */
function createTableNames(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return count === 1 ? 'Table' : `Table ${count}`;
  };
}

const element = (
  tag: string,
  children: readonly MarkdownNode[],
  attributes: Readonly<Record<string, string>> = {},
): MarkdownElement => ({ tag, attributes, children });

function blocks(tokens: readonly Token[], context: Context, depth: number): MarkdownNode[] {
  if (depth > MAX_DEPTH) return [asTyped(tokens.map((token) => token.raw).join(''))];
  return standardTokens(tokens).flatMap((token) =>
    context.room.take(markupOf(token, context)) ? block(token, context, depth) : asTyped(token.raw),
  );
}

const asTyped = (source: string): MarkdownNode => element('p', [source.trim()], { class: 'markdown-raw' });

/** The HTML characters of a token's element, without its content. An address may have to be encoded, and a picture repeats it for each copy. */
function markupOf(token: MarkedToken, { siteUrl, pageUrl }: Context): number {
  switch (token.type) {
    case 'space':
    case 'def':
    case 'text':
    case 'escape':
      return 0;
    case 'heading':
      // Includes its link and its entry in an article's contents.
      return 200 + 4 * Math.min(token.raw.length, MAX_SLUG_CHARS) + 2 * token.raw.length;
    case 'list':
      return 40 * (1 + token.items.length);
    case 'table':
      return 40 * (1 + token.header.length) * (1 + token.rows.length);
    case 'code':
      // Includes its bar in an article.
      return 300;
    case 'link':
      return 60 + 3 * token.href.length + (token.title?.length ?? 0) + siteUrl.length + pageUrl.length;
    case 'image':
      return 160 + 6 * token.href.length + (token.title?.length ?? 0) + siteUrl.length;
    default:
      return 40;
  }
}

function block(token: MarkedToken, context: Context, depth: number): MarkdownNode | MarkdownNode[] {
  switch (token.type) {
    case 'space':
    case 'def':
      return [];
    case 'heading':
      return heading(token, context);
    case 'paragraph':
      return paragraph(token, context);
    case 'list':
      return list(token, context, depth);
    case 'blockquote':
      return element('blockquote', blocks(token.tokens, within(context), depth + 1));
    case 'table':
      return table(token, context);
    case 'code':
      return code(token);
    case 'hr':
      return element('hr', []);
    case 'html':
      return asTyped(token.text);
    case 'text':
      return token.escaped ? asTyped(token.text) : inline([token], context, depth);
    default:
      return inline([token], context, depth);
  }
}

const within = (context: Context): Context => ({ ...context, outline: context.outline.inner() });

function heading(token: Tokens.Heading, context: Context): MarkdownNode {
  const level = context.outline.levelOf(token.depth);
  const id = context.headingId(textOf(token.tokens));
  return element(`h${level}`, inline(token.tokens, context, 0), { id });
}

/** A picture alone in its paragraph is a figure; its title is the caption. */
function paragraph(token: Tokens.Paragraph, context: Context): MarkdownNode {
  const [only, ...others] = standardTokens(token.tokens);
  if (only?.type !== 'image' || others.length > 0) return element('p', inline(token.tokens, context, 0));
  const caption = only.title ? [element('figcaption', [decodeEntities(only.title)])] : [];
  const shown = picture(only, context);
  const isResized = 'width' in shown && shown.width !== 'text';
  return element('figure', [shown, ...caption], isResized ? { class: `markdown-${shown.width}` } : {});
}

function list(token: Tokens.List, context: Context, depth: number): MarkdownNode {
  const items = token.items.map((item) =>
    element('li', blocks(item.tokens, within(context), depth + 1), item.task ? { class: 'markdown-task' } : {}),
  );
  if (!token.ordered) return element('ul', items);
  return element('ol', items, token.start === 1 || token.start === '' ? {} : { start: String(token.start) });
}

function code(token: Tokens.Code): MarkdownNode {
  if (isFormula(token)) return element('pre', [formula(token)], { tabindex: '0' });
  const [, language, info] = /^([\w+#-]{1,30})?(.{0,200})/.exec(token.lang ?? '') ?? [];
  const text = element('code', [token.text], language ? { class: `language-${language}` } : {});
  // A scrollable region must be reachable by keyboard (WCAG 2.1.1).
  return element('pre', [info ? { ...text, info } : text], { tabindex: '0' });
}

/** A formula as its source, until `withFormulas` renders it. */
const formula = ({ text }: Tokens.Code | Tokens.Codespan): MarkdownElement =>
  element('code', [text], { class: text.startsWith('$$') ? FORMULA_CLASS.display : FORMULA_CLASS.inline });

/** Wide tables scroll in their own region, also by keyboard, instead of widening the page. */
function table(token: Tokens.Table, context: Context): MarkdownNode {
  const row = (tag: 'th' | 'td', cells: readonly Tokens.TableCell[]) =>
    element(
      'tr',
      cells.map((cell) =>
        element(tag, inline(cell.tokens, context, 0), {
          ...(tag === 'th' && { scope: 'col' }),
          ...(cell.align && { class: `markdown-${cell.align}` }),
        }),
      ),
    );
  const head = element('thead', [row('th', token.header)]);
  const body =
    token.rows.length > 0
      ? [
          element(
            'tbody',
            token.rows.map((cells) => row('td', cells)),
          ),
        ]
      : [];
  return element('section', [element('table', [head, ...body])], {
    class: 'markdown-table',
    'aria-label': context.tableName(),
    tabindex: '0',
  });
}

function inline(tokens: readonly Token[] | undefined, context: Context, depth: number): MarkdownNode[] {
  if (depth > MAX_DEPTH) return [textOf(tokens)];
  return standardTokens(tokens).flatMap((token) =>
    context.room.take(markupOf(token, context)) ? node(token, context, depth) : token.raw,
  );
}

function node(token: MarkedToken, context: Context, depth: number): MarkdownNode | MarkdownNode[] {
  const inner = (tokens: readonly Token[] | undefined) => inline(tokens, context, depth + 1);
  switch (token.type) {
    case 'text':
      if (token.tokens) return inner(token.tokens);
      return token.escaped ? token.text : words(token.text, context);
    case 'strong':
    case 'em':
    case 'del':
      return element(token.type, inner(token.tokens));
    case 'codespan':
      return isFormula(token) ? formula(token) : element('code', [token.text]);
    case 'br':
      return element('br', []);
    case 'link':
      return link(token, inline(token.tokens, { ...context, notes: null }, depth + 1), context);
    case 'image':
      return picture(token, context);
    case 'checkbox':
      return element('span', [token.checked ? '☑ ' : '☐ '], {
        role: 'img',
        'aria-label': token.checked ? 'Done' : 'To do',
      });
    default:
      return 'text' in token ? token.text : [];
  }
}

function link(token: Tokens.Link, children: readonly MarkdownNode[], { siteUrl, pageUrl }: Context): MarkdownNode {
  const target = safeLink(token.href);
  if (!target) return element('span', children);
  const title = token.title ? { title: decodeEntities(token.title) } : undefined;
  switch (target.kind) {
    case 'fragment':
      return element('a', children, { href: `${pageUrl}#${fragmentId(target.fragment)}`, ...title });
    case 'internal':
      return element('a', children, { href: `${siteUrl}${target.path}`, ...title });
    case 'external':
      return element('a', children, { href: target.href, rel: 'noopener noreferrer', ...title });
  }
}

/** Text with references to notes. */
const words = (text: string, context: Context): MarkdownNode[] =>
  (context.notes?.parts(text) ?? [text]).map((part) =>
    typeof part === 'string' ? decodeEntities(part) : noteReference(part, context),
  );

/** Ids use numbers instead of labels, so that a label cannot become the id of another element. */
const noteId = (number: number): string => `footnote-${number}`;
const referenceId = ({ number, use }: NoteReference): string => `${noteId(number)}-ref${use > 1 ? `-${use}` : ''}`;

const noteReference = (reference: NoteReference, { pageUrl }: Context): MarkdownNode =>
  element('sup', [
    element('a', [String(reference.number)], {
      id: referenceId(reference),
      href: `${pageUrl}#${noteId(reference.number)}`,
      role: 'doc-noteref',
      'aria-label': `Footnote ${reference.number}`,
    }),
  ]);

/** The notes below the text, each with links back to its references. */
function footnotes(notes: NoteNumbers, context: Context): MarkdownNode[] {
  const inner = within(context);
  // All notes are rendered before any back link, because a note may refer to an earlier one. They are rendered in sequence, because each numbers the
  // notes that it is the first to refer to.
  const shown = Array.from(notes.inOrder(), ({ number, blocks: tokens }) => ({
    number,
    content: blocks(tokens, inner, 1),
  }));
  if (shown.length === 0) return [];
  const items = shown.map(({ number, content }) => {
    const back = Array.from({ length: notes.usesOf(number) }, (_, index) =>
      backLink({ number, use: index + 1 }, context),
    );
    // A followed reference also moves the keyboard focus to the note.
    return element('li', withAtEnd(content, back), { id: noteId(number), tabindex: '-1' });
  });
  return [element('section', [element('ol', items)], FOOTNOTES)];
}

const FOOTNOTES = { class: 'markdown-notes', role: 'doc-endnotes', 'aria-label': 'Footnotes' } as const;

/** The second character keeps the arrow from being drawn as an emoji. */
const backLink = (reference: NoteReference, { pageUrl }: Context): MarkdownElement => {
  const { number, use } = reference;
  return element('a', ['\u21a9\ufe0e', ...(use > 1 ? [element('sup', [String(use)])] : [])], {
    class: 'markdown-back',
    href: `${pageUrl}#${referenceId(reference)}`,
    role: 'doc-backlink',
    'aria-label': `Back to reference ${number}${use > 1 ? `-${use}` : ''}`,
  });
};

/** Adds links to the last paragraph, or in a separate paragraph. */
function withAtEnd(content: readonly MarkdownNode[], links: readonly MarkdownNode[]): MarkdownNode[] {
  const spaced = links.flatMap((link) => [' ', link]);
  if (links.length === 0) return [...content];
  const last = content.at(-1);
  if (typeof last !== 'object' || !('tag' in last) || last.tag !== 'p') return [...content, element('p', links)];
  return [...content.slice(0, -1), { ...last, children: [...last.children, ...spaced] }];
}

/** A picture, or its description if its address is refused. */
function picture(token: Tokens.Image, { siteUrl }: Context): MarkdownElement | MarkdownPicture {
  const alt = decodeEntities(token.text);
  const url = safeImageUrl(token.href);
  if (!url) return element('span', [alt]);
  const { address, width } = readPictureNotes(url);
  return { pictureUrl: address.startsWith('/') ? `${siteUrl}${address}` : address, alt, width };
}
