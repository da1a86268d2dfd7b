import { articleTree } from '@inkwell/shared/markdown/article-tree';
import { hasCodeToColor, withCodeColors } from '@inkwell/shared/markdown/code-colors';
import { htmlOf } from '@inkwell/shared/markdown/html';
import { useMemo, useRef } from 'react';
import { ArticleBody } from './article-body.tsx';
import { useFragment } from './use-fragment.ts';
import { useHighlighter } from './use-highlighter.ts';

/** The text of an article, rendered as the server does (functions/src/html/article-html.ts). */
export function ArticleMarkdown({ source }: { readonly source: string }) {
  const root = useRef<HTMLDivElement>(null);
  useFragment(root);
  const tree = useMemo(() => articleTree(source), [source]);
  const isColorable = useMemo(() => hasCodeToColor(tree), [tree]);
  const highlight = useHighlighter(isColorable);
  const blocks = useMemo(
    () => (isColorable && highlight ? withCodeColors(tree, highlight) : tree).map((node) => htmlOf([node])),
    [tree, isColorable, highlight],
  );
  return <ArticleBody ref={root} blocks={blocks} />;
}
