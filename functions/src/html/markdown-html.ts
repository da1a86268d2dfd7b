import { imageSources, PICTURE_SIZES } from '@inkwell/shared/images';
import { articleTree } from '@inkwell/shared/markdown/article-tree';
import { type MarkdownNode, markdownTree } from '@inkwell/shared/markdown/tree';
import { escapeHtml } from './escape.ts';

const VOID_ELEMENTS = new Set(['br', 'hr']);

/** The text of an article as HTML for its own page, with cards for addresses that stand alone. */
export const articleToHtml = (source: string): string => write(articleTree(source));

/** Markdown as HTML for readers elsewhere, with the addresses of the site and of the page. */
export function markdownToHtml(source: string, addresses: { siteUrl?: string; pageUrl?: string } = {}): string {
  return write(markdownTree(source, addresses));
}

function write(nodes: readonly MarkdownNode[]): string {
  let html = '';
  for (const node of nodes) {
    if (typeof node === 'string') html += escapeHtml(node);
    else if ('pictureUrl' in node) {
      html += imageMarkup(node.pictureUrl, {
        alt: escapeHtml(node.alt),
        sizes: PICTURE_SIZES,
        attributes: 'loading="lazy"',
      });
    } else {
      html += `<${node.tag}`;
      for (const name in node.attributes) html += ` ${name}="${escapeHtml(node.attributes[name] ?? '')}"`;
      html += VOID_ELEMENTS.has(node.tag) ? '>' : `>${write(node.children)}</${node.tag}>`;
    }
  }
  return html;
}

/** An `img` with the narrower copies and the size that its address tells. `alt` is already escaped. */
export function imageMarkup(
  url: string,
  { alt, sizes, attributes }: { alt: string; sizes: string; attributes: string },
): string {
  const { src, srcSet, width, height } = imageSources(url);
  const copies = srcSet ? ` srcset="${escapeHtml(srcSet)}" sizes="${sizes}"` : '';
  const size = width && height ? ` width="${width}" height="${height}"` : '';
  // Some hosts of pictures refuse requests that come from other sites.
  return `<img src="${escapeHtml(src)}"${copies} alt="${alt}"${size} ${attributes} decoding="async" referrerpolicy="no-referrer">`;
}
