import type { MarkedToken } from 'marked';
import { parseMarkdown, type ReadingOptions } from './tokens.ts';

/** A token of the parser: the type of a block and its content. */
export type MarkdownToken = MarkedToken;

export type MarkdownTokenOf<Type extends MarkdownToken['type']> = Extract<MarkdownToken, { type: Type }>;

/** A top-level block and the range of its source in UTF-16 units, without the line breaks after it. */
export interface MarkdownBlock {
  readonly token: MarkdownToken;
  readonly start: number;
  readonly end: number;
}

const LINE_BREAKS = /\r\n|\r/g;

/** The offset in `source` after `length` units of the parser, which counts `\r\n` as one unit. */
function advance(source: string, at: number, length: number): number {
  let place = at;
  for (let read = 0; read < length; read += 1) {
    place += source[place] === '\r' && source[place + 1] === '\n' ? 2 : 1;
  }
  return place;
}

/** The end of a block without the blank lines that the parser includes. */
function endWithoutBreaks(source: string, start: number, end: number): number {
  let last = end;
  while (last > start && (source[last - 1] === '\n' || source[last - 1] === '\r')) last -= 1;
  return last;
}

/**
 * Splits a text into its top-level blocks, including link definitions. The text between blocks is blank. @returns null if the parser's tokens do not
 * cover every character
 */
export function markdownBlocks(source: string, options?: ReadingOptions): MarkdownBlock[] | null {
  const tokens = parseMarkdown(source, options);
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
