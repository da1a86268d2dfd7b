import { isElement, type MarkdownNode, markdownTree } from '@inkwell/shared/markdown/tree';

/** The web addresses in a tree, whose clicks are counted. */
const isCounted = (url: string | undefined): url is string => url !== undefined && /^https?:\/\//.test(url);

const addressesIn = (nodes: readonly MarkdownNode[]): string[] =>
  nodes.flatMap((node) => {
    if (!isElement(node)) return [];
    const { href } = node.attributes;
    return [...(node.tag === 'a' && isCounted(href) ? [href] : []), ...addressesIn(node.children)];
  });

/** The distinct links of an issue, in the order of its text. */
export const linksOf = (content: string, siteUrl: string): string[] => [
  ...new Set(addressesIn(markdownTree(content, { siteUrl }))),
];

/** Replaces a tree's links with the call that counts their clicks. */
export function withCountedLinks(
  tree: readonly MarkdownNode[],
  { siteUrl, issueId }: { readonly siteUrl: string; readonly issueId: string },
): (nodes: readonly MarkdownNode[]) => MarkdownNode[] {
  const links = [...new Set(addressesIn(tree))];
  const counted = (node: MarkdownNode): MarkdownNode => {
    if (!isElement(node)) return node;
    const { href } = node.attributes;
    const isLink = node.tag === 'a' && isCounted(href);
    const to = isLink ? `${siteUrl}/api/newsletter/go/${issueId}/${links.indexOf(href)}` : href;
    const attributes = isLink ? { ...node.attributes, href: to ?? href } : node.attributes;
    return { ...node, attributes, children: node.children.map(counted) };
  };
  return (nodes) => nodes.map(counted);
}
