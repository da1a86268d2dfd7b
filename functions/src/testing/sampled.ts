let places = 0;

/**
 * A third of the hostile values, each time another third: all values in all places would take thousands of calls. HOSTILE_VALUES=all returns all
 * values.
 */
export function sampled<T>(hostile: readonly T[]): readonly T[] {
  places += 1;
  return process.env.HOSTILE_VALUES === 'all' ? hostile : hostile.filter((_, index) => (index + places) % 3 === 0);
}
