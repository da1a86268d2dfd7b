import type { MarkdownElement, MarkdownNode } from './tree.ts';
import { wordsOf } from './words.ts';

/** Texts with fewer headings get no table of contents. */
const FEWEST_HEADINGS = 3;
/** A longer table of contents is collapsed on wide screens too, because it would push the text below the fold. */
const MOST_UNFOLDED = 12;
/** Further sections are omitted, because a longer list does not help to find one. */
const MOST_SECTIONS = 200;
/** Deeper headings are omitted. */
const LOWEST_LEVEL = 4;

const HEADING = /^h[2-6]$/;

/** Whether an element is a heading of the text; the page's own headings have no id. */
export const isHeading = ({ tag, attributes }: MarkdownElement): boolean =>
  HEADING.test(tag) && attributes.id !== undefined;

interface Section {
  readonly level: number;
  readonly id: string;
  readonly words: string;
}

/**
 * The table of contents of a text with at least three sections. Headings in quotations and lists are not included. It works without scripts. On wide
 * screens, styles keep it open.
 */
export function contentsOf(text: readonly MarkdownNode[]): MarkdownElement[] {
  const sections = text.flatMap((node): Section[] => {
    if (typeof node === 'string' || !('tag' in node) || !isHeading(node)) return [];
    const level = Number(node.tag.slice(1));
    const words = wordsOf(node.children);
    return level > LOWEST_LEVEL || words === '' ? [] : [{ level, id: node.attributes.id ?? '', words }];
  });
  if (sections.length < FEWEST_HEADINGS) return [];

  const folded = sections.length > MOST_UNFOLDED ? ' markdown-contents-long' : '';
  const word = { tag: 'bdi', attributes: {}, children: ['Contents'] };
  const summary = { tag: 'summary', attributes: {}, children: [word] };
  const details = { tag: 'details', attributes: {}, children: [summary, listOf(sections.slice(0, MOST_SECTIONS))] };
  return [
    {
      tag: 'nav',
      // An article's direction follows its first word, which must not be a word of the interface.
      attributes: { class: `markdown-contents${folded}`, dir: 'auto', 'aria-label': 'Contents' },
      children: [details],
    },
  ];
}

interface Branch {
  readonly level: number;
  readonly element: MarkdownElement & { readonly children: MarkdownNode[] };
}

const branch = (level: number, tag: string, children: MarkdownNode[]): Branch => ({
  level,
  element: { tag, attributes: {}, children },
});

/** Each section is an item under the last preceding one with a higher level. */
function listOf(sections: readonly Section[]): MarkdownElement {
  const list = branch(0, 'ul', []);
  /** The open lists, and the items between them. */
  const open = [list];
  const innermost = () => open.at(-1) ?? list;
  for (const { level, id, words } of sections) {
    while (innermost().level >= level) open.pop();
    if (innermost().element.tag === 'li') {
      const inner = branch(innermost().level, 'ul', []);
      innermost().element.children.push(inner.element);
      open.push(inner);
    }
    const item = branch(level, 'li', [{ tag: 'a', attributes: { href: `#${id}` }, children: [words] }]);
    innermost().element.children.push(item.element);
    open.push(item);
  }
  return list.element;
}
