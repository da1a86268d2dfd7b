import { besides, renamed } from './dom.ts';
import { insertLists, type LeveledItem } from './lists.ts';

/*
 * Word copies a list as paragraphs: `mso-list: l0 level2 lfo1` in the style gives the level, and a span contains the bullet or number. Its web
 * version has lists, but headings only as a role.
 */

const LIST = /mso-list:\s*(l\d+)\s+level(\d+)\s*(\w*)/i;
const NUMBER = /^\s*\(?(?:[\d.]*\d|[a-z]|[ivxlc]+)[.)]/i;

/** The bullet or number of an item. */
const signOf = (paragraph: Element): Element | undefined =>
  [...paragraph.querySelectorAll('span')].find((span) => /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''));

function itemOf(paragraph: Element): LeveledItem | null {
  const [found, list, level, series] = LIST.exec(paragraph.getAttribute('style') ?? '') ?? [];
  if (!found) return null;
  const sign = signOf(paragraph);
  const shown = (sign?.textContent ?? '').replaceAll('\u00a0', ' ').trim();
  sign?.remove();
  const isOrdered = NUMBER.test(shown);
  const start = Number(/(\d+)\D*$/.exec(shown)?.[1] ?? 1);
  return { content: [...paragraph.childNodes], level: Number(level), isOrdered, start, series: `${list} ${series}` };
}

/** Converts runs of Word's list paragraphs to nested lists. Numbered headings stay headings and keep their numbers. */
export function wordLists(body: HTMLElement): void {
  for (const heading of body.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const sign = signOf(heading);
    sign?.replaceWith(`${sign.textContent?.replaceAll('\u00a0', ' ').trim()} `);
  }
  const isItem = (element: Element | null): element is Element =>
    element?.tagName === 'P' && LIST.test(element.getAttribute('style') ?? '');
  for (const first of body.querySelectorAll('p')) {
    if (!first.isConnected || !isItem(first)) continue;
    const run: Element[] = [];
    for (let next: Element | null = first; isItem(next); next = next.nextElementSibling) run.push(next);
    insertLists(
      first,
      run.map(itemOf).filter((item) => item !== null),
    );
    for (const paragraph of run) paragraph.remove();
  }
}

/** Word uses classes and roles where other programs use elements. */
export function wordParagraphs(body: HTMLElement): void {
  for (const title of body.querySelectorAll('p.MsoTitle')) renamed(title, 'h1');
  for (const subtitle of body.querySelectorAll('p.MsoSubtitle')) renamed(subtitle, 'h2');
  for (const quote of body.querySelectorAll('p.MsoQuote, p.MsoIntenseQuote')) {
    const around = body.ownerDocument.createElement('blockquote');
    quote.replaceWith(around);
    around.append(quote);
  }
  for (const heading of body.querySelectorAll('p[role="heading"], div[role="heading"]')) {
    const level = Math.min(6, Math.max(1, Number(heading.getAttribute('aria-level')) || 2));
    renamed(heading, `h${level}`);
  }
  for (const end of body.querySelectorAll('.EOP')) if (!besides(end, 'nextSibling')) end.remove();
  for (const lineBreak of body.querySelectorAll('.LineBreakBlob'))
    lineBreak.replaceWith(body.ownerDocument.createElement('br'));
}
