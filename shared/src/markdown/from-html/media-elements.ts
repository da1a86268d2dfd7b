import { withPictureNotes } from '../picture-notes.ts';
import type { Block } from './blocks.ts';
import { type Converting, embedAddress, fileName, REMARKS } from './converting.ts';
import { isWide, runsOf } from './inline-elements.ts';
import {
  elementsIn,
  findElement,
  type HtmlElement,
  type HtmlNode,
  hasClass,
  isElement,
  lineOf,
  linkCard,
} from './nodes.ts';
import { collapsed, NO_MARKS, type Run } from './runs.ts';

/* Figures, frames, audio and video. */

const isWeb = (address: string): boolean => /^https?:\/\//.test(address);

/** Replaces a frame of another site by its address, which becomes an embed card if the product supports the site. */
export function frameBlocks(node: HtmlElement, { addresses, remark }: Converting): Block[] {
  const { attributes } = node;
  // Before the frame, WordPress writes the page's title as a link to it.
  if (hasClass(node, 'wp-embedded-content')) return [];
  const source = attributes.src || attributes['data-src'] || attributes['data-lazy-src'] || attributes.data || '';
  const address = addresses.absolute(source);
  if (address === null || address === '/' || source.trim() === '') {
    remark('no-equal', REMARKS.frame, null);
    return [];
  }
  return addressBlocks(address, REMARKS.frame, attributes.title ?? '', remark);
}

/** The card of an address. It is reported unless the product shows an embed. */
function addressBlocks(address: string, text: string, title: string, remark: Converting['remark']): Block[] {
  const written = embedAddress(address);
  if (written === embedAddressOfKnown(address)) return [{ is: 'address', address: written }];
  remark('no-equal', text, address);
  if (isWeb(written)) return [{ is: 'address', address: written }];
  return [{ is: 'paragraph', runs: [{ ...NO_MARKS, href: address, is: 'text', text: title || fileName(address) }] }];
}

/** Equals the written address if a card can show it in a frame. */
const embedAddressOfKnown = (address: string): string | null =>
  /(?:youtube|youtu\.be|vimeo|bsky\.app|codepen)/.test(new URL(address, 'https://site.invalid').host)
    ? embedAddress(address)
    : null;

export function mediaBlocks(node: HtmlElement, { addresses, remark }: Converting): Block[] {
  const source = findElement(node.children, ({ tag }) => tag === 'source')?.attributes.src;
  const address = addresses.absolute(node.attributes.src || node.attributes['data-src'] || source || '');
  if (address === null) return [];
  remark('no-equal', REMARKS.media, address);
  const words = node.attributes.title || node.attributes['aria-label'] || fileName(address);
  return [{ is: 'paragraph', runs: [{ ...NO_MARKS, href: address, is: 'text', text: words }] }];
}

export const paragraph = (runs: readonly Run[]): Block[] =>
  collapsed(runs).length === 0 ? [] : [{ is: 'paragraph', runs: collapsed(runs) }];

const lonePicture = (block: Block | undefined): Extract<Run, { is: 'picture' }> | null => {
  if (block?.is !== 'paragraph' || block.runs.length !== 1) return null;
  const [run] = block.runs;
  return run?.is === 'picture' ? run : null;
};

/** A picture's caption, which can only contain words. Its links are reported. */
function captionWords(nodes: readonly HtmlNode[], { addresses, remark }: Converting): string {
  for (const { tag, attributes } of elementsIn(nodes)) {
    const address = tag === 'a' && attributes.href ? addresses.link(attributes.href) : null;
    if (address !== null && !address.startsWith('#')) remark('no-equal', REMARKS.captionLink, address);
  }
  return lineOf(nodes);
}

export function figureBlocks(node: HtmlElement, converting: Converting): Block[] {
  if (hasClass(node, 'kg-bookmark-card') || hasClass(node, 'kg-embed-card-link')) {
    const href = findElement(node.children, ({ tag, attributes }) => tag === 'a' && Boolean(attributes.href))
      ?.attributes.href;
    const address = href ? converting.addresses.absolute(href) : null;
    const caption = lineOf(node.children.filter((child) => isElement(child) && child.tag === 'figcaption'));
    const [title = '', description = ''] = ['title', 'description'].map((part) =>
      lineOf(findElement(node.children, (one) => hasClass(one, `kg-bookmark-${part}`))?.children ?? []),
    );
    if (address !== null && isWeb(address))
      return converting.blocksOf([linkCard(address, title, description, caption)], converting);
  }
  const captions = node.children.filter((child) => isElement(child) && child.tag === 'figcaption');
  const content = node.children.filter((child) => !captions.includes(child));
  const blocks = converting.blocksOf(content, converting).map((block) => (isWide(node) ? widened(block) : block));
  const [only, ...others] = blocks;
  const picture = lonePicture(only);
  if (picture && others.length === 0) {
    const caption = captions.length > 0 ? captionWords(captions, converting) : picture.caption;
    // A picture in a link cannot be a figure, which a caption requires.
    if (picture.href !== null && caption !== '') converting.remark('no-equal', REMARKS.pictureLink, picture.href);
    return [{ is: 'paragraph', runs: [{ ...picture, caption, href: caption === '' ? picture.href : null }] }];
  }
  return [...blocks, ...captions.flatMap((caption) => paragraph(emphasized(runsOf([caption], converting))))];
}

const emphasized = (runs: readonly Run[]): Run[] => runs.map((run) => ({ ...run, isEmphasized: true }));

function widened(block: Block): Block {
  const picture = lonePicture(block);
  if (!picture) return block;
  return { is: 'paragraph', runs: [{ ...picture, address: withPictureNotes(picture.address, { width: 'wide' }) }] };
}

/** Elements that scripts of social networks turn into posts: the quoted words and the address. */
export function quoteBlocks(node: HtmlElement, converting: Converting): Block[] {
  const { addresses } = converting;
  const { attributes, children } = node;
  const permalink = attributes['data-instgrm-permalink'] ?? attributes.cite ?? '';
  const links = [...elementsIn(children)].filter(({ tag, attributes: { href } }) => tag === 'a' && href);
  const isPost = [
    'twitter-tweet',
    'twitter-video',
    'instagram-media',
    'tiktok-embed',
    'bluesky-embed',
    'mastodon-embed',
  ].some((name) => hasClass(node, name));
  const given = permalink || (isPost ? (links.at(-1)?.attributes.href ?? '') : '');
  const address = isPost && given ? addresses.absolute(given) : null;
  const blocks = converting.blocksOf(children, { ...converting, depth: converting.depth + 1 });
  const quote: Block[] = blocks.length === 0 ? [] : [{ is: 'quote', blocks }];
  return address !== null && isWeb(address) ? [...quote, { is: 'address', address: embedAddress(address) }] : quote;
}
