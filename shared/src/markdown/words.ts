import type { MarkdownNode } from './tree.ts';

/** The text of `nodes` with single spaces. Includes the descriptions of pictures, but not the numbers of footnotes. */
export const wordsOf = (nodes: readonly MarkdownNode[]): string => read(nodes).replace(/\s+/g, ' ').trim();

function read(nodes: readonly MarkdownNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      if ('pictureUrl' in node) return node.alt;
      if (node.attributes.role === 'doc-noteref') return '';
      return node.tag === 'br' ? ' ' : read(node.children);
    })
    .join('');
}
