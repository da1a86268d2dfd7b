/** A list that two people changed at once. */
export interface ListVersions<T> {
  /** From which both began. */
  readonly base: readonly T[];
  readonly mine: readonly T[];
  readonly theirs: readonly T[];
}

/** The values with keys that are the same wherever a value stands. Equal values are told apart by their number. */
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

/** What either side added is in the list, and what either side removed is not. In the order of `mine`, what only they added last. */
export function mergeLists<T>({ base, mine, theirs }: ListVersions<T>): T[] {
  const removed = keysOnlyIn(base, theirs);
  const [notInBase, notInMine] = [keysOnlyIn(theirs, base), keysOnlyIn(theirs, mine)];
  const kept = keyed(mine).filter(([key]) => !removed.has(key));
  const added = keyed(theirs).filter(([key]) => notInBase.has(key) && notInMine.has(key));
  return [...kept, ...added].map(([, value]) => value);
}
