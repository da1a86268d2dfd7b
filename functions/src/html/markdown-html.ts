import { htmlOf } from '@inkwell/shared/markdown/html';
import { markdownTree } from '@inkwell/shared/markdown/tree';

/** Renders Markdown to HTML for feeds and emails, with absolute addresses. */
export function markdownToHtml(source: string, options: Parameters<typeof markdownTree>[1] = {}): string {
  return htmlOf(markdownTree(source, options));
}
