import { BLOCKS, renamed, textNodes } from './dom.ts';

/** Elements with their own text that the editor's parser would join with the text around them. */
const LINES = 'summary, dt, dd, legend, caption';
const CONTAINERS = 'details, dl';
const EMPTY_BREAKS = '.c-mrkdwn__br, .gmail-c-mrkdwn__br, [data-stringify-type="paragraph-break"]';

/** Wraps bare text of a copied page in a paragraph. */
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

/** Replaces Slack's elements for empty lines with line breaks. */
export function paragraphsOfBreaks(body: HTMLElement): void {
  for (const empty of body.querySelectorAll(EMPTY_BREAKS)) {
    const { ownerDocument } = empty;
    empty.replaceWith(ownerDocument.createElement('br'), ownerDocument.createElement('br'));
  }
}
