/** A change of a text: `insert` replaces `remove` UTF-16 units from `start`. */
export interface ChangedRange {
  readonly start: number;
  readonly remove: number;
  readonly insert: string;
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit < 0xdc00;
const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit < 0xe000;

/**
 * Long texts are compared in pieces of this length, each in one step of the engine, because this runs for each
 * keystroke.
 */
const PIECE_UNITS = 4_096;

/** The single range in which two texts differ; it splits no character. */
export function changedRange(before: string, after: string): ChangedRange {
  const most = Math.min(before.length, after.length);
  let start = 0;
  const isPieceSame = (at: number, shift: number) =>
    before.slice(at, at + PIECE_UNITS) === after.slice(at + shift, at + shift + PIECE_UNITS);
  while (start + PIECE_UNITS <= most && isPieceSame(start, 0)) start += PIECE_UNITS;
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  if (start > 0 && isHighSurrogate(before.charCodeAt(start - 1))) start -= 1;
  let end = 0;
  const shift = after.length - before.length;
  while (end + PIECE_UNITS <= most - start && isPieceSame(before.length - end - PIECE_UNITS, shift)) end += PIECE_UNITS;
  while (
    end < most - start &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  ) {
    end += 1;
  }
  if (end > 0 && isLowSurrogate(before.charCodeAt(before.length - end))) end -= 1;
  return { start, remove: before.length - start - end, insert: after.slice(start, after.length - end) };
}
