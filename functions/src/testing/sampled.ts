let places = 0;

/**
 * A third of the hostile values for a place, another third than for the place before: all of them everywhere are thousands of calls.
 * HOSTILE_VALUES=all has all.
 */
export function sampled<T>(hostile: readonly T[]): readonly T[] {
  places += 1;
  return process.env.HOSTILE_VALUES === 'all' ? hostile : hostile.filter((_, index) => (index + places) % 3 === 0);
}
