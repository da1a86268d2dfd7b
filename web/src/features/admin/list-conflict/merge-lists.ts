/** A list that two people changed at once. */
export interface ListVersions<T> {
  /** The common version that both started from. */
  readonly base: readonly T[];
  readonly mine: readonly T[];
  readonly theirs: readonly T[];
}

/** The values with keys that do not depend on their position. Equal values are told apart by a number. */
export function keyed<T>(values: readonly T[]): (readonly [key: string, value: T])[] {
  const seen = new Map<string, number>();
  return values.map((value) => {
    const content = JSON.stringify(value);
    const number = seen.get(content) ?? 0;
    seen.set(content, number + 1);
    return [`${content} ${number}`, value];
  });
}

/** The keys of the values that are not in `others`. */
export function keysOnlyIn<T>(values: readonly T[], others: readonly T[]): ReadonlySet<string> {
  const known = new Set(keyed(others).map(([key]) => key));
  return new Set(keyed(values).flatMap(([key]) => (known.has(key) ? [] : [key])));
}

/** Contains everything that either side added, and nothing that either side removed. In the order of `mine`, followed by their additions. */
export function mergeLists<T>({ base, mine, theirs }: ListVersions<T>): T[] {
  const removed = keysOnlyIn(base, theirs);
  const [notInBase, notInMine] = [keysOnlyIn(theirs, base), keysOnlyIn(theirs, mine)];
  const kept = keyed(mine).filter(([key]) => !removed.has(key));
  const added = keyed(theirs).filter(([key]) => notInBase.has(key) && notInMine.has(key));
  return [...kept, ...added].map(([, value]) => value);
}
