import { BLOCKS, besides, isBlock, renamed, textNodes, unwrap } from './dom.ts';

/** Elements with text of their own that the editor's parser would join with the text around them. */
const LINES = 'summary, dt, legend, caption';
const CONTAINERS = 'details, main, nav, center, dialog, search';
const EMPTY_BREAKS = '.c-mrkdwn__br, .gmail-c-mrkdwn__br, [data-stringify-type="paragraph-break"]';

/** Gives text that stands alone in a copied page a paragraph of its own. */
export function ownParagraphs(body: HTMLElement): void {
  // A caption is written above its table, and a table has no paragraphs.
  for (const caption of body.querySelectorAll('table > caption')) caption.closest('table')?.before(caption);
  for (const line of body.querySelectorAll(LINES)) renamed(line, line.querySelector(BLOCKS) ? 'div' : 'p');
  for (const container of body.querySelectorAll(CONTAINERS)) renamed(container, 'div');
}

/** In Notion's HTML, a line break within a paragraph is only a line end. */
export function notionLines(body: HTMLElement): void {
  for (const text of textNodes(body)) {
    if (!text.nodeValue?.trim() || text.parentElement?.closest('pre')) continue;
    const lines = text.nodeValue.replace(/^\n+|\n+$/g, '').split('\n');
    const parts = lines.flatMap((line, at) => (at === 0 ? [line] : [body.ownerDocument.createElement('br'), line]));
    if (parts.length > 1) text.replaceWith(...parts);
  }
}

const isBreak = (node: Node | null): node is Element => node instanceof Element && node.tagName === 'BR';

/** An element that ends the previous paragraph without being one. */
const separator = ({ ownerDocument }: Node): Element => ownerDocument?.createElement('div') as Element;

/**
 * Makes paragraphs of lines that are separated only by two line breaks or by an element of Slack's. Removes breaks and empty blocks that
 * only add space.
 */
export function paragraphsOfBreaks(body: HTMLElement): void {
  for (const empty of body.querySelectorAll(EMPTY_BREAKS)) {
    const { ownerDocument } = empty;
    empty.replaceWith(ownerDocument.createElement('br'), ownerDocument.createElement('br'));
  }
  for (const first of body.querySelectorAll('br')) {
    if (!first.isConnected || first.closest('pre, td, th, h1, h2, h3, h4, h5, h6')) continue;
    const run: Element[] = [];
    for (let next: Node | null = first; isBreak(next); next = besides(next, 'nextSibling')) run.push(next);
    const isAtEdge = !besides(first, 'previousSibling') || !besides(run.at(-1) ?? first, 'nextSibling');
    if (run.length === 1 && !isAtEdge) continue;
    const paragraph = first.closest(BLOCKS);
    first.replaceWith(separator(first));
    for (const other of run.slice(1)) other.remove();
    if (paragraph?.tagName === 'P') renamed(paragraph, 'div');
  }
  for (const block of body.querySelectorAll('p, div, h1, h2, h3, h4, h5, h6')) {
    const isEmpty = !block.textContent?.trim() && !block.querySelector('img, hr, table, li, pre, div, p');
    if (isEmpty && !block.closest('pre') && isBlock(block)) block.replaceWith(separator(block));
  }
}

const FORMATTING = 'a, b, strong, i, em, u, s, del, ins, span, font, mark, small, big, label, cite, code';
const MIXED = 'div, blockquote, section, article, aside, header, footer, figure, dd';

/** The editor's parser joins text next to blocks with the text of a block, so such text becomes a paragraph and its formatting moves into it. */
export function looseWords(body: HTMLElement): void {
  for (const around of body.querySelectorAll(FORMATTING)) {
    if (!around.querySelector(BLOCKS)) continue;
    for (const leaf of [...textNodes(around), ...around.querySelectorAll('img')]) {
      if (leaf instanceof Text && leaf.nodeValue?.trim() === '') continue;
      const inner = around.cloneNode() as Element;
      leaf.replaceWith(inner);
      inner.append(leaf);
    }
    unwrap(around);
  }
  for (const container of [body, ...body.querySelectorAll(MIXED)]) {
    if (![...container.children].some(isBlock)) continue;
    let paragraph: Element | null = null;
    for (const node of [...container.childNodes]) {
      if (isBlock(node)) paragraph = null;
      else if (paragraph) paragraph.append(node);
      else if (node.textContent?.trim() || node instanceof Element) {
        paragraph = body.ownerDocument.createElement('p');
        node.replaceWith(paragraph);
        paragraph.append(node);
      }
    }
  }
}
