import { describe, expect, it } from 'vitest';
import { CONFLICT_MARKERS, conflictMarkersIn, hasConflictMarkers } from './conflict-markers.ts';

const { mine, theirs, end } = CONFLICT_MARKERS;

describe('conflict markers', () => {
  it('are found in their order, wherever they stand', () => {
    const text = `a\n${mine}\nb\n${theirs}\nc ${end}`;

    expect(conflictMarkersIn(text)).toEqual(
      [mine, theirs, end].map((marker) => ({ marker, start: text.indexOf(marker) })),
    );
    expect(hasConflictMarkers(text)).toBe(true);
  });

  it.each(Object.values(CONFLICT_MARKERS))('are also one that was left over: %s', (marker) => {
    const text = `The harbour. ${marker} Boats.`;

    // Asked twice: what was found before must not move where the next search begins.
    expect([hasConflictMarkers(text), hasConflictMarkers(text)]).toEqual([true, true]);
  });

  it.each(['⟪Something⟫ else', '⟪Your version', 'Your version, their version, end', '⟪ End ⟫', ''])(
    'are not %j',
    (text) => {
      expect(conflictMarkersIn(text)).toEqual([]);
      expect(hasConflictMarkers(text)).toBe(false);
    },
  );
});
