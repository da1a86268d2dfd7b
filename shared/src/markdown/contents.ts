import type { MarkdownElement, MarkdownNode } from './tree.ts';
import { wordsOf } from './words.ts';

/** With fewer headings a text needs no contents. */
const FEWEST_HEADINGS = 3;
/** Contents of more lines are folded on wide screens too, because they would push the text off the first one. */
const MOST_UNFOLDED = 12;
/** Deeper headings divide what can be seen at a glance. */
const LOWEST_LEVEL = 4;

const HEADING = /^h[2-6]$/;

/** Whether this is a heading of the text; what has no id is of the page. */
export const isHeading = ({ tag, attributes }: MarkdownElement): boolean =>
  HEADING.test(tag) && attributes.id !== undefined;

interface Section {
  readonly level: number;
  readonly id: string;
  readonly words: string;
}

/**
 * The contents of a text, as the one node that comes before it; none for a text of fewer than three sections. Headings in
 * quotations and lists are not of this text. It unfolds without script, and is unfolded on wide screens by styles alone.
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
      // An article begins at the side of its first word, which is none of ours; and so do its contents.
      attributes: { class: `markdown-contents${folded}`, dir: 'auto', 'aria-label': 'Contents' },
      children: [details],
    },
  ];
}

/** The first of `sections` and all on its level are items; what is deeper belongs to the item before it. */
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
