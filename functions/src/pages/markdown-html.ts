import { imageSources } from '@inkwell/shared/images';
import { decodeEntities } from '@inkwell/shared/markdown/entities';
import { createHeadingIds, fragmentId } from '@inkwell/shared/markdown/heading-ids';
import { parseMarkdown, standardTokens, textOf } from '@inkwell/shared/markdown/tokens';
import { safeImageUrl, safeLink } from '@inkwell/shared/markdown/urls';
import type { MarkedToken, Token, Tokens } from 'marked';
import { escapeHtml } from './escape.ts';

/** Deeper nesting is shown without its marks, as the app does. */
const MAX_DEPTH = 40;

interface Context {
  /** Put before addresses of the site itself; feeds are read elsewhere. */
  readonly siteUrl: string;
  readonly headingId: (text: string) => string;
}

/**
 * Markdown as HTML that may stand in a page or a feed: the same reading as the app's, which shows raw HTML as text and
 * leads only to http, https, mailto and the site itself. `#` becomes `h2`, because the page has its own `h1`.
 */
export function markdownToHtml(source: string, { siteUrl = '' }: { siteUrl?: string } = {}): string {
  return blocks(parseMarkdown(source), { siteUrl, headingId: createHeadingIds() }, 0);
}

function blocks(tokens: readonly Token[], context: Context, depth: number): string {
  if (depth > MAX_DEPTH) return escapeHtml(textOf(tokens));
  return standardTokens(tokens)
    .map((token) => block(token, context, depth))
    .join('');
}

function block(token: MarkedToken, context: Context, depth: number): string {
  switch (token.type) {
    case 'space':
    case 'def':
      return '';
    case 'heading':
      return heading(token, context);
    case 'paragraph':
      return `<p>${inline(token.tokens, context, 0)}</p>`;
    case 'list':
      return list(token, context, depth);
    case 'blockquote':
      return `<blockquote>${blocks(token.tokens, context, depth + 1)}</blockquote>`;
    case 'table':
      return table(token, context);
    case 'code':
      return `<pre><code>${escapeHtml(token.text)}</code></pre>`;
    case 'hr':
      return '<hr>';
    case 'html':
      return `<p>${escapeHtml(token.text.trim())}</p>`;
    default:
      return inline([token], context, depth);
  }
}

function heading(token: Tokens.Heading, context: Context): string {
  const tag = `h${Math.min(6, token.depth + 1)}`;
  const id = escapeHtml(context.headingId(textOf(token.tokens)));
  return `<${tag} id="${id}">${inline(token.tokens, context, 0)}</${tag}>`;
}

function list(token: Tokens.List, context: Context, depth: number): string {
  const items = token.items.map((item) => `<li>${blocks(item.tokens, context, depth + 1)}</li>`).join('');
  if (!token.ordered) return `<ul>${items}</ul>`;
  const start = typeof token.start === 'number' && token.start !== 1 ? ` start="${token.start}"` : '';
  return `<ol${start}>${items}</ol>`;
}

function table(token: Tokens.Table, context: Context): string {
  const row = (tag: 'th' | 'td', cells: readonly Tokens.TableCell[]) =>
    `<tr>${cells.map((cell) => `<${tag}>${inline(cell.tokens, context, 0)}</${tag}>`).join('')}</tr>`;
  const body = token.rows.map((cells) => row('td', cells)).join('');
  return `<table><thead>${row('th', token.header)}</thead><tbody>${body}</tbody></table>`;
}

function inline(tokens: readonly Token[] | undefined, context: Context, depth: number): string {
  if (depth > MAX_DEPTH) return escapeHtml(textOf(tokens));
  return standardTokens(tokens)
    .map((token) => node(token, context, depth))
    .join('');
}

function node(token: MarkedToken, context: Context, depth: number): string {
  const inner = (children: readonly Token[] | undefined) => inline(children, context, depth + 1);
  switch (token.type) {
    case 'text':
      if (token.tokens) return inner(token.tokens);
      return escapeHtml(token.escaped ? token.text : decodeEntities(token.text));
    case 'strong':
      return `<strong>${inner(token.tokens)}</strong>`;
    case 'em':
      return `<em>${inner(token.tokens)}</em>`;
    case 'del':
      return `<del>${inner(token.tokens)}</del>`;
    case 'codespan':
      return `<code>${escapeHtml(token.text)}</code>`;
    case 'br':
      return '<br>';
    case 'link':
      return link(token, inner(token.tokens), context);
    case 'image':
      return image(token, context);
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ ';
    default:
      return 'text' in token ? escapeHtml(token.text) : '';
  }
}

function link(token: Tokens.Link, children: string, context: Context): string {
  const target = safeLink(token.href);
  if (!target) return `<span>${children}</span>`;
  const title = token.title ? ` title="${escapeHtml(decodeEntities(token.title))}"` : '';
  if (target.kind === 'external') {
    return `<a href="${escapeHtml(target.href)}" rel="noopener noreferrer"${title}>${children}</a>`;
  }
  const href = target.kind === 'fragment' ? `#${fragmentId(target.fragment)}` : `${context.siteUrl}${target.path}`;
  return `<a href="${escapeHtml(href)}"${title}>${children}</a>`;
}

function image(token: Tokens.Image, context: Context): string {
  const alt = escapeHtml(decodeEntities(token.text));
  const url = safeImageUrl(token.href);
  if (!url) return `<span>${alt}</span>`;
  return imageMarkup(url.startsWith('/') ? `${context.siteUrl}${url}` : url, {
    alt,
    sizes: '(max-width: 48em) 100vw, 45rem',
    attributes: 'loading="lazy"',
  });
}

/** An `img` with the narrower copies and the size that its address tells. `alt` is already escaped. */
export function imageMarkup(
  url: string,
  { alt, sizes, attributes }: { alt: string; sizes: string; attributes: string },
): string {
  const { src, srcSet, width, height } = imageSources(url);
  const copies = srcSet ? ` srcset="${escapeHtml(srcSet)}" sizes="${sizes}"` : '';
  const size = width && height ? ` width="${width}" height="${height}"` : '';
  return `<img src="${escapeHtml(src)}"${copies} alt="${alt}"${size} ${attributes} decoding="async">`;
}
