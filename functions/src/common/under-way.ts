const working = new Set<Promise<unknown>>();

/** Has an instance that is told to end wait for `work`, also when nobody waits for its answer any more. */
export function underWay<T>(work: Promise<T>): Promise<T> {
  working.add(work);
  const end = () => void working.delete(work);
  work.then(end, end);
  return work;
}

/** Settles when nothing is under way. */
export async function nothingUnderWay(): Promise<void> {
  while (working.size > 0) await Promise.allSettled(working);
}
