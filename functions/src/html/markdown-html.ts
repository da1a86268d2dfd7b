import { imageSources } from '@inkwell/shared/images';
import { PICTURE_SIZES } from '@inkwell/shared/markdown/picture-notes';
import { type MarkdownNode, markdownTree } from '@inkwell/shared/markdown/tree';
import type { SafeHtml } from '@inkwell/shared/safe-html';
import { escapeHtml } from './escape.ts';

const VOID_ELEMENTS = new Set(['br', 'hr']);

/** Renders Markdown to HTML for feeds and mails, with absolute addresses. */
export function markdownToHtml(source: string, addresses: { siteUrl?: string; pageUrl?: string } = {}): string {
  return htmlOf(markdownTree(source, addresses));
}

/** Renders nodes to HTML, without line breaks. */
export function htmlOf(nodes: readonly MarkdownNode[]): SafeHtml {
  let html = '';
  for (const node of nodes) {
    if (typeof node === 'string') html += escapeHtml(node);
    else if ('pictureUrl' in node) {
      html += imageMarkup(node.pictureUrl, {
        alt: escapeHtml(node.alt),
        sizes: PICTURE_SIZES[node.width],
        attributes: 'loading="lazy"',
      });
    } else {
      html += `<${node.tag}`;
      for (const name in node.attributes) html += ` ${name}="${escapeHtml(node.attributes[name] ?? '')}"`;
      html += VOID_ELEMENTS.has(node.tag) ? '>' : `>${htmlOf(node.children)}</${node.tag}>`;
    }
  }
  return html as SafeHtml;
}

/** An `img` with its narrower copies and its size. `alt` must be escaped. */
export function imageMarkup(
  url: string,
  { alt, sizes, attributes }: { alt: string; sizes: string; attributes: string },
): string {
  const { src, srcSet, width, height } = imageSources(url);
  const copies = srcSet ? ` srcset="${escapeHtml(srcSet)}" sizes="${sizes}"` : '';
  const size = width && height ? ` width="${width}" height="${height}"` : '';
  // Some image hosts refuse requests that come from other sites.
  return `<img src="${escapeHtml(src)}"${copies} alt="${alt}"${size} ${attributes} decoding="async" referrerpolicy="no-referrer">`;
}
