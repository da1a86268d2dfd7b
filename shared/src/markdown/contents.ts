import type { MarkdownElement, MarkdownNode } from './tree.ts';
import { wordsOf } from './words.ts';

/** Texts with fewer headings get no table of contents. */
const FEWEST_HEADINGS = 3;
/** A table of contents with more lines is collapsed on wide screens too, because it would push the text below the fold. */
const MOST_UNFOLDED = 12;
/** Deeper headings are left out. */
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
 * The table of contents of a text, if it has at least three sections. Headings in quotations and lists are not included. It works
 * without scripts; on wide screens, styles keep it open.
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
  const details = { tag: 'details', attributes: {}, children: [summary, listOf(sections)] };
  return [
    {
      tag: 'nav',
      // The direction of an article follows its first word, which must not be a word of the interface.
      attributes: { class: `markdown-contents${folded}`, dir: 'auto', 'aria-label': 'Contents' },
      children: [details],
    },
  ];
}

/** Sections on the level of the first are items; deeper sections belong to the item before them. */
function listOf(sections: readonly Section[]): MarkdownElement {
  const items: MarkdownElement[] = [];
  let at = 0;
  while (at < sections.length) {
    const [section, ...rest] = sections.slice(at);
    if (!section) break;
    const next = rest.findIndex(({ level }) => level <= section.level);
    const inner = next === -1 ? rest : rest.slice(0, next);
    const link = { tag: 'a', attributes: { href: `#${section.id}` }, children: [section.words] };
    items.push({ tag: 'li', attributes: {}, children: inner.length > 0 ? [link, listOf(inner)] : [link] });
    at += 1 + inner.length;
  }
  return { tag: 'ul', attributes: {}, children: items };
}
