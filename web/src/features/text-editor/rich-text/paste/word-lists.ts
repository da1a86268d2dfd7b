/*
 * Word copies a list as paragraphs: `mso-list: l0 level2 lfo1` in the style gives the level, and a span to be ignored contains the
 * bullet or number.
 */

const LEVEL = /mso-list:\s*l\d+\s+level(\d+)/i;
const NUMBER = /^\s*(?:\d+|[a-z]|[ivxlc]+)[.)]/i;

interface WordItem {
  readonly paragraph: Element;
  readonly level: number;
  readonly isOrdered: boolean;
  readonly start: number;
}

function itemOf(paragraph: Element): WordItem | null {
  const found = LEVEL.exec(paragraph.getAttribute('style') ?? '');
  if (!found) return null;
  const sign = [...paragraph.querySelectorAll('span')].find((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
  );
  const shown = sign?.textContent ?? '';
  sign?.remove();
  return { paragraph, level: Number(found[1]), isOrdered: NUMBER.test(shown), start: Number.parseInt(shown, 10) || 1 };
}

/** Converts runs of Word's list paragraphs to nested lists. */
export function wordLists(body: HTMLElement): void {
  const document = body.ownerDocument;
  let open: { list: Element; level: number }[] = [];
  let last: Element | null = null;
  for (const paragraph of [...body.querySelectorAll('p, h1, h2, h3, h4, h5, h6')]) {
    const item = itemOf(paragraph);
    if (!item) continue;
    const isNext = last !== null && paragraph.previousElementSibling === last;
    if (!isNext) open = [];
    open = open.filter(({ level }) => level <= item.level);
    let top = open.at(-1);
    if (!top || top.level < item.level) {
      const list = document.createElement(item.isOrdered ? 'ol' : 'ul');
      if (item.isOrdered && item.start > 1) list.setAttribute('start', String(item.start));
      const parent = top?.list.lastElementChild;
      if (parent) parent.append(list);
      else {
        paragraph.before(list);
        last = list;
      }
      top = { list, level: item.level };
      open.push(top);
    }
    const entry = document.createElement('li');
    entry.append(...paragraph.childNodes);
    top.list.append(entry);
    paragraph.remove();
  }
}
