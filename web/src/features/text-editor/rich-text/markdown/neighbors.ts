import { type MarkdownBlock, markdownBlocks } from '@inkwell/shared/markdown/blocks';
import { endsInNote, splitAtNotes } from '@inkwell/shared/markdown/footnotes';

/** A block of a text and its tokens. A list that is too long for the parser and a note with indented paragraphs have several. */
export interface TextBlock {
  readonly parts: readonly MarkdownBlock[];
  readonly start: number;
  readonly end: number;
}

export const BLANK_LINE = /\n[ \t]*\r?\n/;

/** The notes of a paragraph as separate paragraphs. */
function withNotesApart(block: MarkdownBlock, text: string): MarkdownBlock[] {
  const parts = splitAtNotes(block.token);
  if (parts.length === 1) return [block];
  const lineEnds = [...text.slice(block.start, block.end).matchAll(/\r\n?|\n/g)];
  return parts.map(({ token, line }, n) => {
    const [before, after] = [lineEnds[line - 1], lineEnds[(parts[n + 1]?.line ?? Number.NaN) - 1]];
    const start = before ? block.start + before.index + before[0].length : block.start;
    return { token, start, end: after ? block.start + after.index : block.end };
  });
}

/** Separates notes, and joins tokens that belong to one block. */
export function textBlocks(text: string, tokens: readonly MarkdownBlock[]): TextBlock[] {
  const blocks: { parts: MarkdownBlock[]; start: number; end: number }[] = [];
  for (const part of tokens.flatMap((token) => withNotesApart(token, text))) {
    const last = blocks.at(-1);
    if (last && (continuesNote(last, part) || continuesList(last, part, text))) {
      last.parts.push(part);
      last.end = part.end;
    } else {
      blocks.push({ parts: [part], start: part.start, end: part.end });
    }
  }
  return blocks;
}

const continuesNote = ({ parts: [first] }: TextBlock, { token }: MarkdownBlock): boolean =>
  token.type === 'code' && token.codeBlockStyle === 'indented' && first !== undefined && endsInNote(first.token);

const continuesList = ({ parts, end }: TextBlock, part: MarkdownBlock, text: string): boolean => {
  const last = parts.at(-1);
  return (
    part.token.type === 'list' &&
    last?.token.type === 'list' &&
    !BLANK_LINE.test(text.slice(end, part.start)) &&
    firstSign(last) === firstSign(part)
  );
};

const firstSign = ({ token }: MarkdownBlock): string => /^\s*\d*([-+*.)])/.exec(token.raw)?.[1] ?? '';

/** The blocks of a text in a form that can be compared. */
const outline = (text: string, offset = 0): string[] =>
  textBlocks(text, markdownBlocks(text) ?? []).map(
    ({ parts, start, end }) => `${parts[0]?.token.type} ${start + offset}-${end + offset}`,
  );

/** Whether two passages, written one after the other, are read as the same blocks as each passage alone. */
export function stayApart(before: string, gap: string, after: string): boolean {
  const offset = before.length + gap.length;
  return String(outline(before + gap + after)) === String([...outline(before), ...outline(after, offset)]);
}

const OTHER_SIGNS: Readonly<Record<string, readonly string[]>> = {
  '-': ['*', '+'],
  '*': ['-', '+'],
  '+': ['-', '*'],
  '.': [')'],
  ')': ['.'],
};

/** A list written with each of the other signs; an empty array if the source is not a list. */
export function withOtherSigns(source: string): string[] {
  const tokens = (markdownBlocks(source) ?? []).map(({ token }) => token);
  const items = tokens.flatMap((token) => (token.type === 'list' ? token.items.map(({ raw }) => raw) : []));
  const [first] = tokens;
  if (first?.type !== 'list' || items.join('') !== tokens.map(({ raw }) => raw).join('')) return [];
  const sign = /^\s*\d*([-+*.)])/.exec(first.raw)?.[1] ?? '';
  return (OTHER_SIGNS[sign] ?? []).map((other) =>
    items.map((item) => item.replace(/^(\s*\d*)[-+*.)]/, `$1${other}`)).join(''),
  );
}
