import { CONFLICT_MARKERS, conflictMarkersIn } from '@inkwell/shared/conflict-markers';

/** A range of a text, in UTF-16 units. */
export interface Passage {
  readonly start: number;
  readonly end: number;
}

/** Unresolved passages, each from its first conflict marker to its last. A marker without a partner is a passage by itself. */
export function openPassages(text: string): Passage[] {
  const passages: Passage[] = [];
  for (const { marker, start } of conflictMarkersIn(text)) {
    const last = passages.at(-1);
    if (last && start < last.end) continue;
    const end = marker === CONFLICT_MARKERS.mine ? text.indexOf(CONFLICT_MARKERS.end, start) : -1;
    const next = marker === CONFLICT_MARKERS.mine ? text.indexOf(CONFLICT_MARKERS.mine, start + marker.length) : -1;
    const isWhole = end >= 0 && (next < 0 || end < next);
    passages.push({ start, end: isWhole ? end + CONFLICT_MARKERS.end.length : start + marker.length });
  }
  return passages;
}

/** The passage after `from`, or the first one; undefined if there is none. */
export const passageAfter = (passages: readonly Passage[], from: number): Passage | undefined =>
  passages.find(({ start }) => start >= from) ?? passages[0];
