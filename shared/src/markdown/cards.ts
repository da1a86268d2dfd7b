import { type Embed, embedOf, embedWords, MAX_ADDRESS_CHARS } from './embeds.ts';
import type { MarkdownElement, MarkdownNode } from './tree.ts';

/**
 * A block as an article shows it: a paragraph that is only an address becomes a card (docs/decisions/0023-embeds.md). A card is a link
 * and loads nothing. Cards of embeds also have a button that opens a frame; the app adds its behaviour.
 */
export function withCard(block: MarkdownNode): MarkdownNode {
  const link = loneLink(block);
  return link ? card(link) : block;
}

/** The link of a paragraph that is only an address. In lists and quotes, addresses do not become cards. */
export function loneLink(node: MarkdownNode): MarkdownElement | null {
  if (typeof node === 'string' || !('tag' in node) || node.tag !== 'p') return null;
  const [link, ...others] = node.children.filter((child) => typeof child !== 'string' || child.trim() !== '');
  if (link === undefined || typeof link === 'string' || !('tag' in link) || others.length > 0) return null;
  const [text] = link.children;
  const { href = '', title } = link.attributes;
  return link.tag === 'a' && title === undefined && typeof text === 'string' && isCardAddress(text, href) ? link : null;
}

/** Whether an address can become a card: http(s), of usual length, without a user name, and equal to the link's target. */
export function isCardAddress(words: string, href: string): boolean {
  if (words.length > MAX_ADDRESS_CHARS || !/^https?:\/\//i.test(words) || !URL.canParse(words)) return false;
  const url = new URL(words);
  return url.href === href && !url.username && !url.password;
}

/** The texts of a card. */
export function cardWords(address: string): { readonly title: string; readonly detail: string } {
  const { host, pathname, search } = new URL(address);
  const site = host.replace(/^www\./, '');
  const place = readable(`${pathname === '/' ? '' : pathname}${search}`);
  const embed = embedOf(address);
  return embed ? { title: embedWords(embed).title, detail: `${site}${place}` } : { title: site, detail: place };
}

/** Decodes an address for display, unless it would contain invalid text or characters that change the direction of text. */
function readable(place: string): string {
  try {
    const text = decodeURI(place);
    return /[\p{C}\p{Z}]/u.test(text) ? place : text;
  } catch {
    return place;
  }
}

const element = (
  tag: string,
  className: string,
  children: readonly MarkdownNode[],
  attributes: MarkdownElement['attributes'] = {},
): MarkdownElement => ({ tag, attributes: { ...(className && { class: className }), ...attributes }, children });

function card(link: MarkdownElement): MarkdownNode {
  const address = link.attributes.href ?? '';
  const { title, detail } = cardWords(address);
  const words = [
    element('span', 'markdown-card-title', [title]),
    ...(detail ? [' ', element('span', 'markdown-card-detail', [detail])] : []),
  ];
  const shown = { ...link, children: words };
  const embed = embedOf(address);
  return embed ? framed(embed, shown, address) : element('p', 'markdown-card', [shown]);
}

function framed(embed: Embed, link: MarkdownElement, address: string): MarkdownNode {
  const { action, notice, shape } = embedWords(embed);
  const place = element('div', 'markdown-embed-place', [
    element('button', '', [action], { type: 'button' }),
    element('p', '', [notice]),
  ]);
  return element(
    'figure',
    `markdown-embed markdown-embed-${shape}`,
    [place, element('figcaption', 'markdown-card', [link])],
    {
      'data-embed': address,
    },
  );
}
