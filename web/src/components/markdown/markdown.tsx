import { commentTree } from '@inkwell/shared/markdown/comment-tree';
import type { MarkdownNode } from '@inkwell/shared/markdown/tree';
import { createElement, type ReactNode, useMemo, useRef } from 'react';
import { useSiteLinks } from '../../hooks/use-site-links.ts';

/**
 * Renders a comment as React elements, without `innerHTML`: raw HTML appears as text, and links use only http, https, mailto and this site.
 * @param source Markdown as typed; may be malicious
 */
export function Markdown({ source }: { readonly source: string }) {
  const root = useRef<HTMLDivElement>(null);
  useSiteLinks(root);
  const content = useMemo(() => commentTree(source).map(toReact), [source]);
  return createElement('div', { ref: root }, ...content);
}

/** Children never move within a text, so they need no keys. */
function toReact(node: MarkdownNode): ReactNode {
  if (typeof node === 'string') return node;
  if ('pictureUrl' in node) return node.alt;
  const { tabindex: tabIndex, ...attributes } = node.attributes;
  return createElement(node.tag, { ...attributes, tabIndex }, ...node.children.map(toReact));
}
