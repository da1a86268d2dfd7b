import { articleTree } from '@inkwell/shared/markdown/article-tree';
import { hasCodeToColor, withCodeColors } from '@inkwell/shared/markdown/code-colors';
import { createElement, useMemo, useRef } from 'react';
import { useSiteLinks } from '../../hooks/use-site-links.ts';
import { useReadingAids } from './aids/use-reading-aids.ts';
import { toReact } from './markdown.tsx';
import { useEmbeds } from './use-embeds.ts';
import { useFragment } from './use-fragment.ts';
import { useHighlighter } from './use-highlighter.ts';

/** The text of an article on its page, with the same markup as the served page (functions/src/html/article-html.ts). */
export function ArticleMarkdown({ source }: { readonly source: string }) {
  const root = useRef<HTMLDivElement>(null);
  useSiteLinks(root);
  useFragment(root);
  useReadingAids(root, source);
  useEmbeds(root);
  const tree = useMemo(() => articleTree(source), [source]);
  const isColorable = useMemo(() => hasCodeToColor(tree), [tree]);
  const highlight = useHighlighter(isColorable);
  const content = useMemo(
    () => (isColorable && highlight ? withCodeColors(tree, highlight) : tree).map(toReact),
    [tree, isColorable, highlight],
  );
  return createElement('div', { ref: root, className: 'markdown' }, ...content);
}
