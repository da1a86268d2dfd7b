import type { ReportReason } from '../../imports.ts';
import { percentDecoded } from '../../percent-decoded.ts';
import { embedOf } from '../embeds.ts';
import type { Block } from './blocks.ts';
import type { HtmlNode } from './nodes.ts';
import { writtenAddress } from './runs.ts';

/** An entry for the report about a text. */
export interface Remark {
  readonly reason: ReportReason;
  readonly text: string;
  readonly address: string | null;
}

/** A picture in the new text. */
export interface ShownPicture {
  readonly address: string;
  readonly description: string | null;
}

/** Resolves the addresses in a text. */
export interface TextAddresses {
  /** A link's address in the new text; null if it leads nowhere, or to script. */
  link(href: string): string | null;
  /** A picture of the text; null for an invalid address. */
  picture(src: string, description?: string | null): ShownPicture | null;
  /** The absolute address (http or https), or a path if the text's own address is unknown; null for others. */
  absolute(href: string): string | null;
}

/** The state of converting a text. */
export interface Converting {
  readonly addresses: TextAddresses;
  /** Labels of notes by the id that references link to. */
  readonly notes: ReadonlyMap<string, string>;
  /** Fragments of headings by their old ids. */
  readonly fragments: ReadonlyMap<string, string>;
  /** The depth in lists and quotes. */
  readonly depth: number;
  readonly remark: (reason: Remark['reason'], text: string, address?: string | null) => void;
  /** Records that the text shows a picture. */
  readonly picture: (src: string, description: string) => ShownPicture | null;
  readonly blocksOf: (nodes: readonly HtmlNode[], converting: Converting) => Block[];
  /** The blocks of Markdown by others, which may contain HTML. */
  readonly markdownOf: (text: string, converting: Converting) => Block[];
}

/** Kinds of content without an equivalent. Each is reported once per address. */
export const REMARKS = {
  script: 'Script was left out',
  style: 'A style sheet was left out',
  form: 'A form has no equal; its words were taken',
  frame: 'A frame of another site became a link',
  media: 'Sound and film became a link to the old file',
  file: 'A file became a link to its old address',
  folded: 'A part that folds is shown open',
  formula: 'A formula was taken as plain words',
  captionLink: 'A caption cannot hold its link',
  pictureLink: 'A picture with a caption cannot hold its link',
  unsafeLink: 'A link with script or an unknown scheme was left out',
  lostPicture: 'A picture without a usable address was left out',
  lostText: 'A link to a text that is not in the folder',
  drawing: 'A drawing (SVG) was left out',
} as const;

/** An address in the form that embed cards require. */
export function embedAddress(address: string): string {
  const embed = embedOf(address);
  if (embed?.kind === 'youtube' && !embed.isShort) {
    return `https://www.youtube.com/watch?v=${embed.videoId}${embed.startSeconds > 0 ? `&t=${embed.startSeconds}` : ''}`;
  }
  if (embed?.kind === 'vimeo') return `https://vimeo.com/${embed.videoId}${embed.hash ? `/${embed.hash}` : ''}`;
  return writtenAddress(address);
}

/** The file name at the end of an address. */
export function fileName(address: string): string {
  const name = address.split(/[?#]/)[0]?.split('/').at(-1) ?? '';
  return (percentDecoded(name) ?? name) || address;
}
