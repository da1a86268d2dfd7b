import { imageSources } from '@inkwell/shared/images';
import { commentTree } from '@inkwell/shared/markdown/comment-tree';
import { PICTURE_SIZES } from '@inkwell/shared/markdown/picture-notes';
import { type MarkdownNode, markdownTree } from '@inkwell/shared/markdown/tree';
import { createElement, type ReactNode, useMemo, useRef } from 'react';
import { useSiteLinks } from '../../hooks/use-site-links.ts';
import { Image } from '../image.tsx';
import { MISSING_PICTURE, roomOf } from './missing-picture.ts';

interface MarkdownProps {
  /** Markdown as typed; may be malicious. */
  readonly source: string;
  /** Comments support less Markdown than articles and have smaller text. */
  readonly kind?: 'article' | 'comment';
}

const KINDS = {
  article: { treeOf: markdownTree, className: 'markdown' },
  comment: { treeOf: commentTree, className: undefined },
} as const;

/**
 * Renders a text as React elements, without `innerHTML`: raw HTML appears as text, and links and pictures use only http, https, mailto and this site.
 */
export function Markdown({ source, kind = 'article' }: MarkdownProps) {
  const root = useRef<HTMLDivElement>(null);
  useSiteLinks(root);
  const { treeOf, className } = KINDS[kind];
  const content = useMemo(() => treeOf(source).map(toReact), [source, treeOf]);
  return createElement('div', { ref: root, className }, ...content);
}

/** Attributes of the tree that have other names in React. */
const REACT_NAMES: Readonly<Record<string, string>> = { class: 'className', tabindex: 'tabIndex' };

/** Children never move within a text, so they need no keys. */
function toReact(node: MarkdownNode): ReactNode {
  if (typeof node === 'string') return node;
  if ('pictureUrl' in node) {
    const { pictureUrl, alt } = node;
    const { width, height } = imageSources(pictureUrl);
    const missing = (
      <span className={MISSING_PICTURE} style={roomOf(width, height)}>
        {alt}
      </span>
    );
    return <Image src={pictureUrl} alt={alt} sizes={PICTURE_SIZES[node.width]} fallback={missing} />;
  }
  const props = Object.entries(node.attributes).map(([name, value]) => [REACT_NAMES[name] ?? name, value]);
  return createElement(node.tag, Object.fromEntries(props), ...node.children.map(toReact));
}
