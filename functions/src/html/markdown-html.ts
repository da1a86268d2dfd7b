import { htmlOf } from '@inkwell/shared/markdown/html';
import { markdownTree } from '@inkwell/shared/markdown/tree';

/** Renders Markdown to HTML for feeds and mails, with absolute addresses. */
export function markdownToHtml(source: string, addresses: { siteUrl?: string; pageUrl?: string } = {}): string {
  return htmlOf(markdownTree(source, addresses));
}
