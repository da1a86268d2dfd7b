import { escapeHtml } from '@inkwell/shared/escape';
import { imageSources, MAIL_PICTURE_WIDTH, narrowCopy } from '@inkwell/shared/images';
import type { MarkdownElement, MarkdownNode, MarkdownPicture } from '@inkwell/shared/markdown/tree';

/** The width of an email's text in pixels: the sheet without its padding (mail/letter.ts). */
const TEXT_WIDTH = MAIL_PICTURE_WIDTH / 2;

/** Lines that are visible on light and dark paper. */
const LINE = '1px solid #8a8a8a';
const MONOSPACE = 'Consolas,Menlo,monospace';

/** Inline styles, for mail programs that ignore style sheets. */
const STYLES: Readonly<Record<string, string>> = {
  p: 'margin:0 0 16px',
  h2: 'margin:28px 0 12px;font-size:23px;line-height:1.3',
  h3: 'margin:24px 0 10px;font-size:20px;line-height:1.3',
  h4: 'margin:20px 0 8px;font-size:18px;line-height:1.3',
  h5: 'margin:20px 0 8px;font-size:17px;line-height:1.3',
  h6: 'margin:20px 0 8px;font-size:17px;line-height:1.3',
  ul: 'margin:0 0 16px;padding:0 0 0 26px',
  ol: 'margin:0 0 16px;padding:0 0 0 26px',
  li: 'margin:0 0 6px',
  blockquote: 'margin:0 0 16px;padding:0 0 0 16px;border-left:3px solid #8a8a8a',
  pre: `margin:0 0 16px;padding:12px;border:${LINE};border-radius:6px;white-space:pre-wrap;word-break:break-word;font-family:${MONOSPACE};font-size:14px;line-height:1.5`,
  code: `font-family:${MONOSPACE};font-size:14px`,
  hr: `margin:28px 0;border:0;border-top:${LINE}`,
  table: `width:100%;margin:0 0 16px;border-collapse:collapse;font-size:15px`,
  th: `padding:6px 10px;border:${LINE};text-align:start;vertical-align:top`,
  td: `padding:6px 10px;border:${LINE};text-align:start;vertical-align:top`,
  figure: 'margin:0 0 16px',
  figcaption: 'margin:6px 0 0;font-size:14px;line-height:1.4',
};

/** Text by readers and authors may run from right to left. */
const WITH_DIRECTION = new Set(['p', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'blockquote', 'th', 'td', 'figcaption']);
const VOID_ELEMENTS = new Set(['br', 'hr']);
/** Elements that many mail programs remove together with their content. */
const AS_OTHER: Readonly<Record<string, string>> = { figure: 'div', figcaption: 'div', section: 'div' };
/** Attributes for pages only: scrolling regions, names for screen readers, classes of style sheets. */
const KEPT_ATTRIBUTES = ['href', 'id', 'start', 'scope'] as const;

const ALIGNED = /^markdown-(left|center|right)$/;

export interface MailStyle {
  /** The color of links on light paper. On dark paper, the class `link` sets it. */
  readonly link: string;
  /** Copies of pictures in formats that all mail programs show, by the picture's address. */
  readonly copies?: ReadonlyMap<string, string>;
}

/**
 * Renders nodes to HTML for emails: with inline styles, pictures as wide as the text, and no attributes that need scripts, regions or style sheets.
 */
export function mailHtml(nodes: readonly MarkdownNode[], { link, copies }: MailStyle): string {
  const htmlOf = (node: MarkdownNode): string => {
    if (typeof node === 'string') return escapeHtml(node);
    if ('pictureUrl' in node) return picture(node, 'inline', copies);
    return element(node);
  };

  const element = ({ tag, attributes, children }: MarkdownElement): string => {
    const name = AS_OTHER[tag] ?? tag;
    const keptAttributes = KEPT_ATTRIBUTES.flatMap((one) =>
      attributes[one] === undefined ? [] : [` ${one}="${escapeHtml(attributes[one])}"`],
    );
    const alignment = ALIGNED.exec(attributes.class ?? '')?.[1];
    const styles = [
      tag === 'a' ? `color:${link};text-decoration:underline` : STYLES[tag],
      alignment && `text-align:${alignment}`,
      attributes.class === 'markdown-notes' && `margin:28px 0 0;border-top:${LINE};padding:16px 0 0;font-size:14px`,
      attributes.class === 'markdown-task' && 'list-style:none',
    ].filter(Boolean);
    const style = styles.length > 0 ? ` style="${styles.join(';')}"` : '';
    const direction = WITH_DIRECTION.has(tag) ? ' dir="auto"' : '';
    const linkClass = tag === 'a' ? ' class="link"' : '';
    const open = `<${name}${keptAttributes.join('')}${linkClass}${direction}${style}>`;
    if (VOID_ELEMENTS.has(tag)) return open;
    const inner = children.map((child) =>
      tag === 'figure' && typeof child === 'object' && 'pictureUrl' in child
        ? picture(child, 'block', copies)
        : htmlOf(child),
    );
    return `${open}${inner.join('')}</${name}>`;
  };

  return nodes.map(htmlOf).join('');
}

/** A picture that fits the text's width. Programs that block pictures show its description. */
function picture(
  { pictureUrl, alt }: MarkdownPicture,
  display: 'inline' | 'block',
  copies: MailStyle['copies'],
): string {
  const { src, srcSet, width, height } = imageSources(pictureUrl);
  const shown = width === null ? null : Math.min(width, TEXT_WIDTH);
  const size =
    shown === null || width === null || height === null
      ? ''
      : ` width="${shown}" height="${Math.round((height * shown) / width)}"`;
  const style = `display:${display};max-width:100%;height:auto;border:0;font-size:14px`;
  return `<img src="${escapeHtml(copies?.get(pictureUrl) ?? narrowCopy(srcSet, MAIL_PICTURE_WIDTH) ?? src)}" alt="${escapeHtml(alt)}"${size} style="${style}">`;
}
