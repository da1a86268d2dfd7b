import { createHeadingIds } from '@inkwell/shared/markdown/heading-ids';
import { parseMarkdown } from '@inkwell/shared/markdown/tokens';
import { useMemo } from 'react';
import { blocks } from './blocks.tsx';
import classes from './markdown.module.css';

interface MarkdownProps {
  /** Markdown as its writer typed it; anything in it is treated as hostile. */
  readonly source: string;
  /** How many levels headings move down, so that the page's own `h1` stays the only one. */
  readonly headingOffset?: number;
}

/**
 * Shows a text. Built from React elements alone, without `innerHTML`: raw HTML appears as text, links and pictures lead
 * only to http, https, mailto and the site itself.
 */
export function Markdown({ source, headingOffset = 1 }: MarkdownProps) {
  const content = useMemo(
    () => blocks(parseMarkdown(source), { headingOffset, headingId: createHeadingIds() }, 0),
    [source, headingOffset],
  );
  return <div className={classes.content}>{content}</div>;
}
