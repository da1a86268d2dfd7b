import { type MarkdownElement, type MarkdownNode, markdownTree } from './tree.ts';

/** The elements that a comment can have. Only the text of other elements stays. */
const TAGS = new Set(['p', 'strong', 'em', 'code', 'pre', 'a', 'blockquote', 'ul', 'ol', 'li', 'br']);

/** Tells search engines that the publication does not endorse the link, and hides the referrer from the other site. */
const REL = 'nofollow ugc noopener noreferrer';

/**
 * Reads the Markdown of comments: bold, italic, code, links, quotes and lists. Headings, tables and pictures become plain text, so a
 * comment cannot pass as part of the page or make readers load anything. As safe as `markdownTree`.
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
  // A scrollable region must be reachable by keyboard (WCAG 2.1.1).
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

/** Links to headings are removed, because comments have none. */
const link = (href: string, children: readonly MarkdownNode[]): MarkdownNode | MarkdownNode[] =>
  href.startsWith('#') ? [...children] : element('a', children, { href, rel: REL });
