import { withCard } from './cards.ts';
import { codeLabel } from './code-languages.ts';
import { contentsOf, isHeading } from './contents.ts';
import { isFormulaBlock } from './formulas.ts';
import type { ReadingOptions } from './tokens.ts';
import { type MarkdownElement, type MarkdownNode, markdownTree } from './tree.ts';
import { wordsOf } from './words.ts';

/**
 * The text of an article as shown on its page: with a table of contents, links to headings, cards for embeds, and a bar above each code block. Feeds,
 * emails and previews show the text without these (tree.ts).
 */
export function articleTree(source: string, options?: ReadingOptions): MarkdownNode[] {
  const text = markdownTree(source, options);
  let cardsLeft = MOST_CARDS;
  const carded = (block: MarkdownNode): MarkdownNode => {
    const shown = cardsLeft > 0 ? withCard(block) : block;
    if (shown !== block) cardsLeft -= 1;
    return shown;
  };
  return [...contentsOf(text), ...text.map((block) => dressed(carded(block)))];
}

/** Further addresses stay links: a card takes 20 times as much HTML as its address has characters. */
const MOST_CARDS = 500;

/** Elements that contain other blocks. */
const CONTAINERS = new Set(['blockquote', 'ul', 'ol', 'li', 'section']);

function dressed(node: MarkdownNode): MarkdownNode {
  if (typeof node === 'string' || !('tag' in node)) return node;
  if (isHeading(node)) return withLink(node);
  if (node.tag === 'pre') return isFormulaBlock(node) ? node : withBar(node);
  return CONTAINERS.has(node.tag) ? { ...node, children: node.children.map(dressed) } : node;
}

/** The link follows the heading: inside, screen readers would read it as part of the heading's name. */
const withLink = (heading: MarkdownElement): MarkdownElement => ({
  tag: 'div',
  attributes: { class: 'markdown-heading' },
  children: [
    heading,
    {
      tag: 'a',
      attributes: {
        class: 'markdown-anchor',
        href: `#${heading.attributes.id}`,
        'aria-label': `Link to section ${wordsOf(heading.children)}`,
      },
      children: ['#'],
    },
  ],
});

/** The bar names the language and leaves room for the app's copy button. */
function withBar(pre: MarkdownElement): MarkdownElement {
  const [code] = pre.children;
  const className = typeof code === 'object' && 'tag' in code ? (code.attributes.class ?? '') : '';
  const label = codeLabel(className.replace('language-', ''));
  const bar = { tag: 'div', attributes: { class: 'markdown-bar' }, children: [span(label)] };
  // Code is read from the left, whatever the article's direction.
  return { tag: 'div', attributes: { class: 'markdown-code', dir: 'ltr' }, children: [bar, pre] };
}

const span = (text: string): MarkdownElement => ({ tag: 'span', attributes: {}, children: [text] });
