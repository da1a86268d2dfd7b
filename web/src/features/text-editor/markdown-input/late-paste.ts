import { changedRange } from '../../../lib/changed-range.ts';
import type { TextEdit, TextSelection } from './commands.ts';

/** A pasted text that may be replaced as long as none of its characters has changed. */
export interface PastedPlace {
  readonly start: number;
  readonly end: number;
}

/**
 * The range after an edit anywhere in the text; null if the edit touched it.
 * @param caret the caret after an edit by the writer, which tells which of several equal characters was typed
 */
export function placeAfter(
  { start, end }: PastedPlace,
  before: string,
  after: string,
  caret?: number,
): PastedPlace | null {
  const behind = after.length - (caret ?? 0);
  const isAtCaret = caret !== undefined && before.length >= behind && before.endsWith(after.slice(caret));
  const change = isAtCaret
    ? changedRange(before.slice(0, before.length - behind), after.slice(0, caret))
    : changedRange(before, after);
  // A change ends at the caret: typing a letter before an equal letter does not change the second one.
  const to = isAtCaret ? before.length - behind : change.start + change.remove;
  const by = after.length - before.length;
  if (change.start >= end) return { start, end };
  return to <= start ? { start: start + by, end: end + by } : null;
}

const IS_BLOCK = /\n|^(?:#{1,6} |>|[-*+] |\d{1,9}[.)] |\||```|---)/;

const gapBefore = (text: string): string =>
  text === '' || text.endsWith('\n\n') ? '' : text.endsWith('\n') ? '\n' : '\n\n';
const gapBehind = (text: string): string =>
  text === '' || text.startsWith('\n\n') ? '' : text.startsWith('\n') ? '\n' : '\n\n';

/** Replaces a pasted text with its Markdown, with blank lines around blocks. Caret and selection stay on the same characters. */
export function exchangeAt({ text, start, end }: TextSelection, place: PastedPlace, markdown: string): TextEdit {
  const before = text.slice(0, place.start);
  const behind = text.slice(place.end);
  const isBlock = IS_BLOCK.test(markdown);
  const front = isBlock ? gapBefore(before) : '';
  const written = front + markdown;
  const insert = written + (isBlock ? gapBehind(behind) : '');
  const moved = (at: number) => {
    if (at >= place.end)
      return at === place.end ? place.start + written.length : at + insert.length - (place.end - place.start);
    return at <= place.start ? at : Math.min(at + front.length, place.start + written.length);
  };
  return { from: place.start, to: place.end, insert, start: moved(start), end: moved(end) };
}
