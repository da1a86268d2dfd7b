import { BLOCKS, renamed, unwrap } from './dom.ts';

/** Layout tables, as in emails, and single cells copied from a spreadsheet. */
const isLayout = (table: Element): boolean =>
  table.getAttribute('role') === 'presentation' ||
  table.querySelectorAll('td, th').length === 1 ||
  table.querySelector(':is(td, th) :is(h1, h2, h3, h4, h5, h6, ul, ol, blockquote, pre)') !== null;

/** In Markdown, a cell has one line and the first row is the header. */
export function tables(body: HTMLElement): void {
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
