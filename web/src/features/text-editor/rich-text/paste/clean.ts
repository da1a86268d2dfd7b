import { MAX_NUMBER_CHARS } from '@inkwell/shared/markdown/from-html/notes';
import { bareAddresses } from './bare-addresses.ts';
import { codeBlocks, codeOfEditors, formulas } from './code.ts';
import { BLOCKS, renamed, textNodes, unwrap } from './dom.ts';
import { nestedLists, taskLists } from './lists.ts';
import { emoji } from './pictures.ts';
import { wordLists, wordParagraphs } from './word.ts';

/*
 * Converts the HTML that programs put on the clipboard to plain HTML: headings, lists, tasks, tables, links, pictures and code stay, styles are
 * removed. Marks expressed by styles (bold as a font weight) are read by the schema.
 */

const NOTHING = 'style, script, meta, title, noscript, template, colgroup, svg, button, select, textarea';

const BOLD_ANYWAY = ':is(h1, h2, h3, h4, h5, h6, th)';

/** Whether the HTML comes from this editor and needs no cleaning. */
const isOwn = (html: string): boolean => html.includes('data-pm-slice');

/** Elements with their own text that the editor's parser would join with the text around them. */
const LINES = 'summary, dt, dd, legend, caption';
const CONTAINERS = 'details, dl';
const EMPTY_BREAKS = '.c-mrkdwn__br, .gmail-c-mrkdwn__br, [data-stringify-type="paragraph-break"]';

/** Wraps bare text of a copied page in a paragraph. */
function ownParagraphs(body: HTMLElement): void {
  // A caption is written above its table, and a table has no paragraphs.
  for (const caption of body.querySelectorAll('table > caption')) caption.closest('table')?.before(caption);
  for (const line of body.querySelectorAll(LINES)) renamed(line, line.querySelector(BLOCKS) ? 'div' : 'p');
  for (const container of body.querySelectorAll(CONTAINERS)) renamed(container, 'div');
}

/** In Notion's HTML, a line break within a paragraph is only a line end. */
function notionLines(body: HTMLElement): void {
  for (const text of textNodes(body)) {
    if (!text.nodeValue?.trim() || text.parentElement?.closest('pre')) continue;
    const lines = text.nodeValue.replace(/^\n+|\n+$/g, '').split('\n');
    const parts = lines.flatMap((line, at) => (at === 0 ? [line] : [body.ownerDocument.createElement('br'), line]));
    if (parts.length > 1) text.replaceWith(...parts);
  }
}

/** Replaces Slack's elements for empty lines with line breaks. */
function paragraphsOfBreaks(body: HTMLElement): void {
  for (const empty of body.querySelectorAll(EMPTY_BREAKS)) {
    const { ownerDocument } = empty;
    empty.replaceWith(ownerDocument.createElement('br'), ownerDocument.createElement('br'));
  }
}

/** Layout tables, as in emails, and single cells copied from a spreadsheet. */
const isLayout = (table: Element): boolean =>
  table.getAttribute('role') === 'presentation' ||
  table.querySelectorAll('td, th').length === 1 ||
  table.querySelector(':is(td, th) :is(h1, h2, h3, h4, h5, h6, ul, ol, blockquote, pre)') !== null;

/** In Markdown, a cell has one line and the first row is the header. */
function tables(body: HTMLElement): void {
  for (const table of body.querySelectorAll('table')) {
    if (!isLayout(table)) continue;
    for (const part of table.querySelectorAll('colgroup, col')) part.remove();
    for (const part of [...table.querySelectorAll('thead, tbody, tfoot, tr, td, th')])
      if (part.closest('table') === table) renamed(part, 'div');
    renamed(table, 'div');
  }
  for (const inner of body.querySelectorAll(':is(td, th) table')) {
    for (const cell of inner.querySelectorAll('td, th')) cell.append(' ');
    inner.replaceWith(` ${inner.textContent?.trim()} `);
  }
  for (const cell of body.querySelectorAll('td, th')) {
    for (const block of cell.querySelectorAll(BLOCKS)) {
      if (block.previousSibling) block.before(' ');
      if (block.nextSibling) block.after(' ');
      unwrap(block);
    }
    for (const lineBreak of cell.querySelectorAll('br')) lineBreak.replaceWith(' ');
  }
  for (const table of body.querySelectorAll('table')) {
    for (const cell of table.querySelector('tr')?.querySelectorAll('td') ?? []) {
      const head = renamed(cell, 'th');
      for (const name of ['colspan', 'rowspan', 'align']) {
        const value = cell.getAttribute(name);
        if (value) head.setAttribute(name, value);
      }
    }
  }
}

/** Copied HTML without parts that only its source needs; pictures are left to `copiedPictures`. */
export function cleanHtml(html: string): { readonly body: HTMLElement; readonly isOwn: boolean } {
  const { body, baseURI } = parsed(html);
  if (isOwn(html)) return { body, isOwn: true };
  const isNotion = html.includes('<!-- notionvc');
  dropComments(body);
  for (const element of body.querySelectorAll(NOTHING)) element.remove();
  formulas(body);
  hiddenText(body);
  emoji(body);
  codeOfEditors(body);
  wordLists(body);
  wordParagraphs(body);
  nestedLists(body);
  taskLists(body);
  codeBlocks(body);
  spaces(body);
  tables(body);
  ownParagraphs(body);
  if (isNotion) notionLines(body);
  paragraphsOfBreaks(body);
  linksOfNotes(body);
  links(body, baseURI);
  linkAddresses(body);
  for (const bold of body.querySelectorAll(`${BOLD_ANYWAY} :is(b, strong)`)) unwrap(bold);
  // Safari adds computed styles to an element's own tag.
  for (const styled of body.querySelectorAll<HTMLElement>(`${BOLD_ANYWAY}[style], ${BOLD_ANYWAY} [style]`))
    styled.style.fontWeight = '';
  return { body, isOwn: false };
}

/** The HTML, and the address of its source if it names one. */
function parsed(html: string): { readonly body: HTMLElement; readonly baseURI: string | null } {
  // Windows programs may include the header of the clipboard format.
  const [, header = ''] = /^(Version:[\d.]+\r?\n(?:\w+:.*\r?\n)+)/.exec(html) ?? [];
  const source = new DOMParser().parseFromString(html.slice(header.length), 'text/html');
  const address =
    source.querySelector('base[href]')?.getAttribute('href') ?? /^SourceURL:(.*?)\r?$/m.exec(header)?.[1] ?? '';
  return { body: source.body, baseURI: /^https?:/.test(address) && URL.canParse(address) ? address : null };
}

function dropComments(body: HTMLElement): void {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  const comments: Node[] = [];
  while (walker.nextNode()) comments.push(walker.currentNode);
  for (const comment of comments) comment.parentNode?.removeChild(comment);
}

/** Text that its source hid from everybody, or showed only to screen readers, must not be published. */
function hiddenText(body: HTMLElement): void {
  for (const element of body.querySelectorAll<HTMLElement>('[hidden], .sr-only, .visually-hidden, [style]')) {
    if (element.tagName === 'INPUT') continue;
    const { display, visibility, position, clip, clipPath, width } = element.style;
    const isClipped = position === 'absolute' && (width === '1px' || clip !== '' || clipPath.startsWith('inset(50%'));
    const isHidden =
      display === 'none' ||
      visibility === 'hidden' ||
      /mso-hide:\s*all/i.test(element.getAttribute('style') ?? '') ||
      element.matches('[hidden]:not([hidden="until-found"]), .sr-only, .visually-hidden');
    if (isHidden || isClipped) element.remove();
  }
}

/** Converts non-breaking spaces outside of code to spaces, and removes the breaks that mark the end of a copy. */
function spaces(body: HTMLElement): void {
  for (const end of body.querySelectorAll('br.Apple-interchange-newline')) end.remove();
  for (const text of textNodes(body))
    if (!text.parentElement?.closest('pre')) text.nodeValue = (text.nodeValue ?? '').replaceAll('\u00a0', ' ');
}

/** The address of a link or picture, made absolute with its source's address; null if it does not work outside its source. */
function absolute(address: string, base: string | null): string | null {
  if (address === '' || address.startsWith('#') || /^(?:file|about|cid):/i.test(address)) return null;
  if (URL.canParse(address)) return address;
  const from = address.startsWith('//') ? 'https://source.invalid' : base;
  return from !== null && URL.canParse(address, from) ? new URL(address, from).href : null;
}

/** Turns bare addresses into links: Markdown could only prevent that with an escape before each sign. */
function linkAddresses(body: HTMLElement): void {
  for (const text of textNodes(body)) {
    if (text.parentElement?.closest('a, code, pre')) continue;
    for (const { address, index, href } of bareAddresses(text.data).reverse()) {
      const link = body.ownerDocument.createElement('a');
      link.href = /^www\./i.test(address) ? `https://${address}` : href;
      const words = text.splitText(index);
      words.splitText(address.length);
      link.textContent = address;
      words.replaceWith(link);
    }
  }
}

/** A fragment as written in a link's address. */
const hashOf = (name: string): string => new URL(`#${name}`, 'https://source.invalid').hash;

/** Browsers make the addresses of links within a copied page absolute. Footnotes are recognized by such links. */
function linksOfNotes(body: HTMLElement): void {
  const targets = new Map<string, string>();
  for (const target of body.querySelectorAll('[id], a[name]')) {
    const name = target.id || (target.getAttribute('name') ?? '');
    targets.set(hashOf(name), name);
  }
  for (const link of body.querySelectorAll('a[href*="#"]')) {
    const [, name = ''] = /#(.+)$/.exec(link.getAttribute('href') ?? '') ?? [];
    const target = targets.get(hashOf(name));
    const isNumber = link.closest('sup') || (link.textContent ?? '').trim().length <= MAX_NUMBER_CHARS;
    if (target && isNumber) link.setAttribute('href', `#${target}`);
  }
}

function links(body: HTMLElement, base: string | null): void {
  for (const link of body.querySelectorAll('a')) {
    const address = link.getAttribute('href')?.trim() ?? '';
    // The converter recognizes footnotes by these links, and turns others into text.
    if (address.startsWith('#')) continue;
    const href = absolute(address, base);
    if (href === null) {
      unwrap(link);
      continue;
    }
    const { hostname, pathname, searchParams } = new URL(href);
    const target = hostname.endsWith('google.com') && pathname === '/url' ? searchParams.get('q') : null;
    link.setAttribute('href', target ?? href);
    link.removeAttribute('title');
  }
  for (const picture of body.querySelectorAll('img')) {
    const src = picture.getAttribute('src') ?? '';
    picture.setAttribute('src', absolute(src, base) ?? src);
  }
}
