import { commentTree } from '@inkwell/shared/markdown/comment-tree';
import { PICTURE_SIZES } from '@inkwell/shared/markdown/picture-notes';
import { type MarkdownNode, markdownTree } from '@inkwell/shared/markdown/tree';
import { createElement, type ReactNode, useMemo, useRef } from 'react';
import { useSiteLinks } from '../../hooks/use-site-links.ts';
import { Image } from '../image.tsx';

interface MarkdownProps {
  /** Markdown as its writer typed it; anything in it is treated as hostile. */
  readonly source: string;
  /** Comments know less of Markdown than articles do, and are set smaller. */
  readonly kind?: 'article' | 'comment';
}

const KINDS = {
  article: { treeOf: markdownTree, className: 'markdown' },
  comment: { treeOf: commentTree, className: undefined },
} as const;

/**
 * Shows a text. Built from React elements alone, without `innerHTML`: raw HTML appears as text, links and pictures lead
 * only to http, https, mailto and the site itself.
 */
export function Markdown({ source, kind = 'article' }: MarkdownProps) {
  const root = useRef<HTMLDivElement>(null);
  useSiteLinks(root);
  const { treeOf, className } = KINDS[kind];
  const content = useMemo(() => treeOf(source).map(toReact), [source, treeOf]);
  return createElement('div', { ref: root, className }, ...content);
}

/** React's names of the attributes that the tree uses, where they differ from HTML's. */
const REACT_NAMES: Readonly<Record<string, string>> = { class: 'className', tabindex: 'tabIndex' };

/** Children never move within one text, so they need no keys. */
function toReact(node: MarkdownNode): ReactNode {
  if (typeof node === 'string') return node;
  if ('pictureUrl' in node) {
    const { pictureUrl, alt, width } = node;
    return <Image src={pictureUrl} alt={alt} sizes={PICTURE_SIZES[width]} fallback={<span>{alt}</span>} />;
  }
  const props = Object.entries(node.attributes).map(([name, value]) => [REACT_NAMES[name] ?? name, value]);
  return createElement(node.tag, Object.fromEntries(props), ...node.children.map(toReact));
}
