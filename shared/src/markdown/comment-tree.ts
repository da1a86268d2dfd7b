import { type MarkdownElement, type MarkdownNode, markdownTree } from './tree.ts';

/** What a comment may look like. Beside these, only the words stay. */
const TAGS = new Set(['p', 'strong', 'em', 'code', 'pre', 'a', 'blockquote', 'ul', 'ol', 'li', 'br']);

/** Search engines are told that the publication does not vouch for where it leads, and the other site is not told from where. */
const REL = 'nofollow ugc noopener noreferrer';

/**
 * Reads the simple Markdown of comments: bold, italic, code, links, quotes and lists. Headings, tables and pictures become their words,
 * so a comment can neither pass for a part of the page nor have readers load anything. Hostile like any Markdown: `markdownTree`.
 */
export const commentTree = (source: string): MarkdownNode[] =>
  restricted(markdownTree(source, { hasFootnotes: false }));

const restricted = (nodes: readonly MarkdownNode[]): MarkdownNode[] => nodes.flatMap(only);

function only(node: MarkdownNode): MarkdownNode | MarkdownNode[] {
  if (typeof node === 'string') return node;
  if ('pictureUrl' in node) return node.alt;
  const { tag, attributes } = node;
  const children = restricted(node.children);
  if (tag === 'a') return link(attributes.href ?? '', children);
  if (tag === 'ol' && attributes.start !== undefined) return element('ol', children, { start: attributes.start });
  // A scrollable region has to be reachable by keyboard (WCAG 2.1.1).
  if (tag === 'pre') return element('pre', children, { tabindex: '0' });
  if (TAGS.has(tag)) return element(tag, children);
  if (/^(?:h\d|figure|tr)$/.test(tag)) return element('p', children);
  return tag === 'td' || tag === 'th' ? [...children, ' '] : children;
}

const element = (
  tag: string,
  children: readonly MarkdownNode[],
  attributes: MarkdownElement['attributes'] = {},
): MarkdownElement => ({ tag, attributes, children });

/** A place in the same text does not exist: comments have no headings. */
const link = (href: string, children: readonly MarkdownNode[]): MarkdownNode | MarkdownNode[] =>
  href.startsWith('#') ? [...children] : element('a', children, { href, rel: REL });
