import { MERGE_MARKS, marksIn } from '@inkwell/shared/merge-marks';

/** A stretch of a text, in UTF-16 units. */
export interface Passage {
  readonly start: number;
  readonly end: number;
}

/**
 * What a merge left for the writer to choose: from the mark of the own version to the next mark of the end, and marks that have
 * lost their partner alone.
 */
export function openPassages(text: string): Passage[] {
  const passages: Passage[] = [];
  for (const { mark, start } of marksIn(text)) {
    const last = passages.at(-1);
    if (last && start < last.end) continue;
    const end = mark === MERGE_MARKS.mine ? text.indexOf(MERGE_MARKS.end, start) : -1;
    const next = mark === MERGE_MARKS.mine ? text.indexOf(MERGE_MARKS.mine, start + mark.length) : -1;
    const isWhole = end >= 0 && (next < 0 || end < next);
    passages.push({ start, end: isWhole ? end + MERGE_MARKS.end.length : start + mark.length });
  }
  return passages;
}

/** The passage that follows `from`, or the first one again; undefined where there is none. */
export const passageAfter = (passages: readonly Passage[], from: number): Passage | undefined =>
  passages.find(({ start }) => start >= from) ?? passages[0];
