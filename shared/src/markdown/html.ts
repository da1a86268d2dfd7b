import { escapeHtml } from '../escape.ts';
import { imageSources } from '../images.ts';
import type { SafeHtml } from '../safe-html.ts';
import { PICTURE_SIZES } from './picture-notes.ts';
import type { MarkdownNode } from './tree.ts';

const VOID_ELEMENTS = new Set(['br', 'hr']);

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
function imageMarkup(
  url: string,
  { alt, sizes, attributes }: { alt: string; sizes: string; attributes: string },
): string {
  const { src, srcSet, width, height } = imageSources(url);
  const copies = srcSet ? ` srcset="${escapeHtml(srcSet)}" sizes="${sizes}"` : '';
  const size = width && height ? ` width="${width}" height="${height}"` : '';
  // Some image hosts refuse requests that come from other sites.
  return `<img src="${escapeHtml(src)}"${copies} alt="${alt}"${size} ${attributes} decoding="async" referrerpolicy="no-referrer">`;
}
