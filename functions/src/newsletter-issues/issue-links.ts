import { isElement, type MarkdownNode, markdownTree } from '@inkwell/shared/markdown/tree';

/** The addresses that a link of a tree leads to, which count clicks: those of the web. */
const isCounted = (url: string | undefined): url is string => url !== undefined && /^https?:\/\//.test(url);

const addressesIn = (nodes: readonly MarkdownNode[]): string[] =>
  nodes.flatMap((node) => {
    if (!isElement(node)) return [];
    const { href } = node.attributes;
    return [...(node.tag === 'a' && isCounted(href) ? [href] : []), ...addressesIn(node.children)];
  });

/** The links of an issue, each once, in the order of its text. */
export const linksOf = (content: string, siteUrl: string): string[] => [
  ...new Set(addressesIn(markdownTree(content, { siteUrl }))),
];

/** Makes the links of nodes of a tree lead through the call that counts them. */
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
