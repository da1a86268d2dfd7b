import { wordLists } from './word-lists.ts';

/*
 * Converts the HTML that programs put on the clipboard to plain HTML: headings, lists, tasks, tables, links, pictures and code
 * stay, styles are removed. Marks that are expressed by styles (bold as a font weight) are read by the schema.
 */

const NOTHING =
  'style, script, meta, link, title, noscript, template, colgroup, caption, svg, button, select, textarea, [hidden]';
const BLOCKS = 'p, div, li, ul, ol, h1, h2, h3, h4, h5, h6, blockquote, pre, table, tr';

/** Whether the HTML comes from this editor and needs no cleaning. */
export const isOwn = (html: string): boolean => html.includes('data-pm-slice');

/** Cleans HTML that was copied elsewhere. */
export function cleanHtml(html: string): HTMLElement {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  dropComments(body);
  for (const element of body.querySelectorAll(NOTHING)) element.remove();
  codeOfEditors(body);
  wordLists(body);
  wordParagraphs(body);
  taskLists(body);
  nestedLists(body);
  codeBlocks(body);
  spaces(body);
  tables(body);
  links(body);
  pictures(body);
  for (const bold of body.querySelectorAll(':is(h1, h2, h3, h4, h5, h6, th) :is(b, strong)')) unwrap(bold);
  for (const styled of body.querySelectorAll<HTMLElement>(':is(h1, h2, h3, h4, h5, h6, th) [style]'))
    styled.style.fontWeight = '';
  return body;
}

/** Removes pictures with `data:` addresses from the HTML and returns them as files. Decoded here, because the page may not fetch `data:`. */
export function embeddedPictures(body: HTMLElement): File[] {
  const pictures = [...body.querySelectorAll<HTMLImageElement>('img[src^="data:image/"]')];
  return pictures.flatMap((picture, index) => {
    picture.remove();
    const [, type = '', data = ''] = /^data:(image\/\w+);base64,([\w+/=\s]+)$/.exec(picture.src) ?? [];
    if (data === '') return [];
    const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
    return [new File([bytes], `${picture.alt || `picture ${index + 1}`}.${type.slice('image/'.length)}`, { type })];
  });
}

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}

function renamed(element: Element, tag: string): HTMLElement {
  const other = element.ownerDocument.createElement(tag);
  other.append(...element.childNodes);
  element.replaceWith(other);
  return other;
}

function dropComments(body: HTMLElement): void {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  const comments: Node[] = [];
  while (walker.nextNode()) comments.push(walker.currentNode);
  for (const comment of comments) comment.parentNode?.removeChild(comment);
}

/** Code editors copy lines as `div` elements in a monospaced font. */
function codeOfEditors(body: HTMLElement): void {
  for (const block of body.querySelectorAll<HTMLElement>('div[style*="white-space"]')) {
    const { whiteSpace, fontFamily } = block.style;
    if (!whiteSpace.startsWith('pre') || !/mono|consolas|courier|menlo/i.test(fontFamily)) continue;
    const lines = [...block.children].every(({ tagName }) => tagName === 'DIV' || tagName === 'BR')
      ? [...block.children].map(({ textContent }) => textContent ?? '').join('\n')
      : (block.textContent ?? '');
    const pre = body.ownerDocument.createElement('pre');
    pre.append(Object.assign(body.ownerDocument.createElement('code'), { textContent: lines }));
    block.replaceWith(pre);
  }
}

/** Word uses classes where others use elements. */
function wordParagraphs(body: HTMLElement): void {
  for (const title of body.querySelectorAll('p.MsoTitle')) renamed(title, 'h1');
  for (const subtitle of body.querySelectorAll('p.MsoSubtitle')) renamed(subtitle, 'h2');
  for (const quote of body.querySelectorAll('p.MsoQuote, p.MsoIntenseQuote')) {
    const around = body.ownerDocument.createElement('blockquote');
    quote.replaceWith(around);
    around.append(quote);
  }
}

/** Whether a task is done; null for other items. Notion, GitHub, Google Docs and Apple Notes each have their own markup. */
function taskOf(item: Element): boolean | null {
  const box = item.querySelector<HTMLInputElement>(
    ':scope > input[type="checkbox"], :scope > p > input[type="checkbox"], :scope > label > input[type="checkbox"]',
  );
  if (box) return box.hasAttribute('checked');
  const sign = item.querySelector(':scope > .checkbox');
  if (sign) return sign.classList.contains('checkbox-on');
  if (item.getAttribute('role') === 'checkbox') return item.getAttribute('aria-checked') === 'true';
  const isChecklist = item.parentElement?.matches('.checklist, .Apple-checklist') ?? false;
  return isChecklist ? item.classList.contains('checked') : null;
}

function taskLists(body: HTMLElement): void {
  for (const list of body.querySelectorAll('ul')) {
    const items = [...list.children].filter(({ tagName }) => tagName === 'LI');
    const tasks = items.map(taskOf);
    if (items.length === 0 || tasks.includes(null)) continue;
    list.dataset.type = 'taskList';
    items.forEach((item, index) => {
      if (!(item instanceof HTMLElement)) return;
      for (const box of item.querySelectorAll(':scope > .checkbox, input[type="checkbox"]')) box.remove();
      // In Google Docs, the box is a picture.
      if (item.getAttribute('role') === 'checkbox') item.querySelector(':scope > img, :scope > span > img')?.remove();
      item.dataset.type = 'taskItem';
      item.dataset.checked = String(tasks[index]);
    });
  }
  for (const box of body.querySelectorAll('input')) box.remove();
  // In Notion, each task is a list.
  for (const list of body.querySelectorAll('[data-type="taskList"] + [data-type="taskList"]')) {
    list.previousElementSibling?.append(...list.childNodes);
    list.remove();
  }
}

/** Google Docs and Word's web version put a nested list after its item instead of into it. */
function nestedLists(body: HTMLElement): void {
  for (const list of body.querySelectorAll(':is(ul, ol) > :is(ul, ol)')) {
    const before = list.previousElementSibling;
    if (before?.tagName === 'LI') before.append(list);
    else unwrap(list);
  }
}

function codeBlocks(body: HTMLElement): void {
  for (const pre of body.querySelectorAll('pre')) {
    const marked =
      pre.closest('[class*="highlight-source-"], [class*="language-"]') ?? pre.querySelector('[class*="language-"]');
    const language = /(?:highlight-source|language)-([\w+#-]+)/.exec(marked?.className ?? '')?.[1];
    const code = body.ownerDocument.createElement('code');
    for (const lineBreak of pre.querySelectorAll('br')) lineBreak.replaceWith('\n');
    code.textContent = (pre.textContent ?? '').replaceAll('\u00a0', ' ').replace(/\n$/, '');
    if (language) code.className = `language-${language}`;
    pre.replaceChildren(code);
  }
}

/** Converts non-breaking spaces outside of code to spaces, and removes the breaks that mark the end of a copy. */
function spaces(body: HTMLElement): void {
  for (const end of body.querySelectorAll('br.Apple-interchange-newline')) end.remove();
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { currentNode: text } = walker;
    if (!text.parentElement?.closest('pre')) text.nodeValue = (text.nodeValue ?? '').replaceAll('\u00a0', ' ');
  }
}

/** In Markdown, a cell has one line and the first row is the header. */
function tables(body: HTMLElement): void {
  for (const inner of body.querySelectorAll('td table, th table')) inner.replaceWith(inner.textContent ?? '');
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

function links(body: HTMLElement): void {
  for (const link of body.querySelectorAll('a')) {
    const href = link.getAttribute('href') ?? '';
    // Links within the copied document have no target here.
    if (href === '' || href.startsWith('#') || href.startsWith('file:')) {
      unwrap(link);
      continue;
    }
    const real = URL.canParse(href) ? new URL(href) : null;
    const target =
      real?.hostname.endsWith('google.com') && real.pathname === '/url' ? real.searchParams.get('q') : null;
    if (target) link.setAttribute('href', target);
    link.removeAttribute('title');
  }
}

/** Removes pictures that cannot be fetched, e.g. from a disk, and tracking pixels. */
function pictures(body: HTMLElement): void {
  for (const picture of body.querySelectorAll('img')) {
    const src = picture.getAttribute('src') ?? '';
    const isPoint = picture.getAttribute('width') === '1' && picture.getAttribute('height') === '1';
    if (isPoint || !/^(?:https?:|data:image\/(?:png|jpeg|gif|webp)[;,]|\/)/i.test(src)) picture.remove();
  }
}
