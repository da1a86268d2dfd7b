import type { MarkedToken } from 'marked';
import { parseMarkdown } from './tokens.ts';

/** One token of the parser: what a block is, and what stands within it. */
export type MarkdownToken = MarkedToken;

export type MarkdownTokenOf<Type extends MarkdownToken['type']> = Extract<MarkdownToken, { type: Type }>;

/** A block of the highest level and where its source stands in the text, in UTF-16 units, without the line breaks behind it. */
export interface MarkdownBlock {
  readonly token: MarkdownToken;
  readonly start: number;
  readonly end: number;
}

const LINE_BREAKS = /\r\n|\r/g;

/** How far one gets in `source`, from `at` on, with `length` units of what the parser read: a line break is one unit for it. */
function advance(source: string, at: number, length: number): number {
  let place = at;
  for (let read = 0; read < length; read += 1) {
    place += source[place] === '\r' && source[place + 1] === '\n' ? 2 : 1;
  }
  return place;
}

/** The end of a block without the blank lines that the parser counts in. */
function endWithoutBreaks(source: string, start: number, end: number): number {
  let last = end;
  while (last > start && (source[last - 1] === '\n' || source[last - 1] === '\r')) last -= 1;
  return last;
}

/**
 * Splits a text into its blocks of the highest level, in their order: what stands between them is blank. Definitions of links
 * are blocks too.
 * @returns null where the parser did not account for each character
 */
export function markdownBlocks(source: string): MarkdownBlock[] | null {
  const tokens = parseMarkdown(source);
  if (tokens.map(({ raw }) => raw).join('') !== source.replace(LINE_BREAKS, '\n')) return null;

  const hasOddBreaks = source.includes('\r');
  const blocks: MarkdownBlock[] = [];
  let at = 0;
  for (const token of tokens) {
    const next = hasOddBreaks ? advance(source, at, token.raw.length) : at + token.raw.length;
    if (token.type !== 'space') blocks.push({ token, start: at, end: endWithoutBreaks(source, at, next) });
    at = next;
  }
  return blocks;
}
