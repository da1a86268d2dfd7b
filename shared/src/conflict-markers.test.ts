import { describe, expect, it } from 'vitest';
import { CONFLICT_MARKERS, conflictMarkersIn, hasConflictMarkers } from './conflict-markers.ts';

const { mine, theirs, end } = CONFLICT_MARKERS;

describe('conflictMarkersIn', () => {
  it('returns all markers in order', () => {
    const text = `a\n${mine}\nb\n${theirs}\nc ${end}`;

    expect(conflictMarkersIn(text)).toEqual(
      [mine, theirs, end].map((marker) => ({ marker, start: text.indexOf(marker) })),
    );
    expect(hasConflictMarkers(text)).toBe(true);
  });

  it.each(Object.values(CONFLICT_MARKERS))('finds an unpaired marker: %s', (marker) => {
    const text = `The harbour. ${marker} Boats.`;

    // Called twice: the position of the shared regular expression must not carry over.
    expect([hasConflictMarkers(text), hasConflictMarkers(text)]).toEqual([true, true]);
  });

  it.each(['⟪Something⟫ else', '⟪Your version', 'Your version, their version, end', '⟪ End ⟫', ''])(
    'finds no marker in %j',
    (text) => {
      expect(conflictMarkersIn(text)).toEqual([]);
      expect(hasConflictMarkers(text)).toBe(false);
    },
  );
});
