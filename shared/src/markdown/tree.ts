import type { MarkedToken, Token, Tokens } from 'marked';
import { decodeEntities } from './entities.ts';
import { createHeadingIds, fragmentId } from './heading-ids.ts';
import { createOutline, type Outline } from './outline.ts';
import { type PictureWidth, readPictureNotes } from './picture-notes.ts';
import { parseMarkdown, standardTokens, textOf } from './tokens.ts';
import { safeImageUrl, safeLink } from './urls.ts';

/*
 * What a text looks like, said once: the app makes React elements of this tree, served pages and feeds make HTML. Text is
 * raw and must be escaped by whoever writes it; tags, attribute names and the protocols of addresses are safe.
 */

/** Class names that begin with `markdown-` are those of web/src/styles/markdown.css. */
export interface MarkdownElement {
  readonly tag: string;
  /** By their HTML names. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly MarkdownNode[];
}

/** A picture; its narrower copies and its size are in its address (images.ts). */
export interface MarkdownPicture {
  readonly pictureUrl: string;
  readonly alt: string;
  /** How wide its figure is; a picture within a line is as wide as it is. */
  readonly width: PictureWidth;
}

export type MarkdownNode = string | MarkdownElement | MarkdownPicture;

/** Deeper nesting than this is nobody's style; it is shown without its marks, so that rendering cannot overflow. */
const MAX_DEPTH = 40;

interface Options {
  /** Put before addresses of the site itself, for readers elsewhere. */
  readonly siteUrl?: string;
  /** Put before links to places in the same text, for readers elsewhere. */
  readonly pageUrl?: string;
}

interface Context {
  readonly outline: Outline;
  readonly siteUrl: string;
  readonly pageUrl: string;
  /** Gives the next heading its id. Called once per heading, in order. */
  readonly headingId: (text: string) => string;
}

/**
 * Reads Markdown, which is treated as hostile: raw HTML becomes text; links lead to http, https, mailto and the site itself,
 * pictures to the same but mailto.
 */
export function markdownTree(source: string, { siteUrl = '', pageUrl = '' }: Options = {}): MarkdownNode[] {
  const context = { outline: createOutline(), siteUrl, pageUrl, headingId: createHeadingIds() };
  return blocks(parseMarkdown(source), context, 0);
}

const element = (
  tag: string,
  children: readonly MarkdownNode[],
  attributes: Readonly<Record<string, string>> = {},
): MarkdownElement => ({ tag, attributes, children });

function blocks(tokens: readonly Token[], context: Context, depth: number): MarkdownNode[] {
  if (depth > MAX_DEPTH) return [tokens.map((token) => token.raw).join('')];
  return standardTokens(tokens).flatMap((token) => block(token, context, depth));
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
      return element('p', [token.text.trim()], { class: 'markdown-raw' });
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
  const language = /^[\w+#-]{1,30}/.exec(token.lang ?? '')?.[0];
  // A scrollable region has to be reachable by keyboard (WCAG 2.1.1).
  return element('pre', [element('code', [token.text], language ? { class: `language-${language}` } : {})], {
    tabindex: '0',
  });
}

/** Wide tables scroll by themselves, with the keyboard too, instead of widening the page. */
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
    'aria-label': 'Table',
    tabindex: '0',
  });
}

function inline(tokens: readonly Token[] | undefined, context: Context, depth: number): MarkdownNode[] {
  if (depth > MAX_DEPTH) return [textOf(tokens)];
  return standardTokens(tokens).flatMap((token) => node(token, context, depth));
}

function node(token: MarkedToken, context: Context, depth: number): MarkdownNode | MarkdownNode[] {
  const inner = (tokens: readonly Token[] | undefined) => inline(tokens, context, depth + 1);
  switch (token.type) {
    case 'text':
      if (token.tokens) return inner(token.tokens);
      return token.escaped ? token.text : decodeEntities(token.text);
    case 'strong':
    case 'em':
    case 'del':
      return element(token.type, inner(token.tokens));
    case 'codespan':
      return element('code', [token.text]);
    case 'br':
      return element('br', []);
    case 'link':
      return link(token, inner(token.tokens), context);
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

/** A picture, or its description where its address is refused. */
function picture(token: Tokens.Image, { siteUrl }: Context): MarkdownElement | MarkdownPicture {
  const alt = decodeEntities(token.text);
  const url = safeImageUrl(token.href);
  if (!url) return element('span', [alt]);
  const { address, width } = readPictureNotes(url);
  return { pictureUrl: address.startsWith('/') ? `${siteUrl}${address}` : address, alt, width };
}
