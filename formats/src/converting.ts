import { wholeNumber } from '@inkwell/shared/format';
import type { ReportReason } from '@inkwell/shared/imports';
import { embedOf } from '@inkwell/shared/markdown/embeds';
import type { Block } from './blocks.ts';
import { cutTo } from './fitting.ts';
import type { HtmlNode } from './html-tree.ts';
import type { OldAddresses } from './old-addresses.ts';
import { IMPORT_LIMITS, type ImportedPicture } from './records.ts';
import { writtenAddress } from './runs.ts';

/** Something for the report that a text said. */
export interface Remark {
  readonly reason: ReportReason;
  readonly text: string;
  readonly address: string | null;
}

/** What is known while a text is converted. */
export interface Converting {
  readonly addresses: OldAddresses;
  /** Labels of notes by the id that references lead to. */
  readonly notes: ReadonlyMap<string, string>;
  /** Fragments of headings by their old ids. */
  readonly fragments: ReadonlyMap<string, string>;
  /** How deep in lists and quotes. */
  readonly depth: number;
  readonly remark: (reason: Remark['reason'], text: string, address?: string | null) => void;
  /** Notes that the text shows a picture. */
  readonly picture: (src: string, description: string) => ImportedPicture | null;
  readonly blocksOf: (nodes: readonly HtmlNode[], converting: Converting) => Block[];
  /** The blocks of Markdown by others, in which HTML may stand. */
  readonly markdownOf: (text: string, converting: Converting) => Block[];
}

/** A text as far as an import takes it; the report says what is left out. */
export function boundedText(source: string, remarks: Remark[]): string {
  const max = IMPORT_LIMITS.sourceText;
  if (source.length <= max) return source;
  const text = `Its text has more than ${wholeNumber(max)} characters: the rest was left out`;
  remarks.push({ reason: 'shortened', text, address: null });
  return cutTo(source, max);
}

/** Kinds of what has no equal, each said once for each address. */
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
  drawing: 'A drawing (SVG) was left out',
} as const;

/** An address as the card of an embed wants it. */
export function embedAddress(address: string): string {
  const embed = embedOf(address);
  if (embed?.kind === 'youtube' && !embed.isShort) {
    return `https://www.youtube.com/watch?v=${embed.videoId}${embed.startSeconds > 0 ? `&t=${embed.startSeconds}` : ''}`;
  }
  if (embed?.kind === 'vimeo') return `https://vimeo.com/${embed.videoId}${embed.hash ? `/${embed.hash}` : ''}`;
  return writtenAddress(address);
}

/** The name of a file at the end of an address. */
export function fileName(address: string): string {
  const name = address.split(/[?#]/)[0]?.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(name) || address;
  } catch {
    return name || address;
  }
}
