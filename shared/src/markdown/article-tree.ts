import { withCard } from './cards.ts';
import { codeLabel } from './code-languages.ts';
import { contentsOf, isHeading } from './contents.ts';
import { type MarkdownElement, type MarkdownNode, markdownTree } from './tree.ts';
import { wordsOf } from './words.ts';

/**
 * The text of an article as its own page shows it: with contents where it has several sections, links to its headings, cards of
 * addresses that stand alone, and a bar above its code. Feeds, mails and previews have the text alone (tree.ts).
 */
export function articleTree(source: string): MarkdownNode[] {
  const text = markdownTree(source);
  return [...contentsOf(text), ...text.map((block) => dressed(withCard(block)))];
}

/** What other blocks may stand in. */
const CONTAINERS = new Set(['blockquote', 'ul', 'ol', 'li', 'section']);

function dressed(node: MarkdownNode): MarkdownNode {
  if (typeof node === 'string' || !('tag' in node)) return node;
  if (isHeading(node)) return withLink(node);
  if (node.tag === 'pre') return withBar(node);
  return CONTAINERS.has(node.tag) ? { ...node, children: node.children.map(dressed) } : node;
}

/** The link stands beside the heading and not in it, where it would be part of the name that screen readers list. */
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

/** The bar names the language, and has the height that the app's button to copy needs. */
function withBar(pre: MarkdownElement): MarkdownElement {
  const [code] = pre.children;
  const className = typeof code === 'object' && 'tag' in code ? (code.attributes.class ?? '') : '';
  const label = codeLabel(className.replace('language-', ''));
  const bar = { tag: 'div', attributes: { class: 'markdown-bar' }, children: [span(label)] };
  // Code is read from the left in every article, and does not say where the article begins.
  return { tag: 'div', attributes: { class: 'markdown-code', dir: 'ltr' }, children: [bar, pre] };
}

const span = (text: string): MarkdownElement => ({ tag: 'span', attributes: {}, children: [text] });
