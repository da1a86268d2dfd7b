const working = new Set<Promise<unknown>>();

/** Makes an instance that shuts down wait for `work`, even if nobody waits for its result. */
export function underWay<T>(work: Promise<T>): Promise<T> {
  working.add(work);
  const end = () => void working.delete(work);
  work.then(end, end);
  return work;
}

/** Resolves when no work is left. */
export async function nothingUnderWay(): Promise<void> {
  while (working.size > 0) await Promise.allSettled(working);
}
