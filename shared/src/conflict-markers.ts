/** The lines that a merge puts around both versions of a passage that both sides changed (docs/decisions/0008-own-merge.md). */
export const CONFLICT_MARKERS = { mine: '⟪Your version⟫', theirs: '⟪Their version⟫', end: '⟪End⟫' } as const;

/** Why a text with conflict markers can be neither published nor scheduled. */
export const CONFLICT_MARKERS_LEFT =
  'The text still holds both versions of a passage. Choose what stays before you publish.';

const ANY_MARKER = new RegExp(Object.values(CONFLICT_MARKERS).join('|'), 'g');

/** A conflict marker and its position in UTF-16 units. */
interface FoundMarker {
  readonly marker: string;
  readonly start: number;
}

/** The conflict markers of a text in order, including unpaired ones. */
export const conflictMarkersIn = (text: string): FoundMarker[] =>
  Array.from(text.matchAll(ANY_MARKER), ({ 0: marker, index: start }) => ({ marker, start }));

/** Whether a text has conflict markers. Takes linear time. */
export const hasConflictMarkers = (text: string): boolean => text.search(ANY_MARKER) >= 0;
