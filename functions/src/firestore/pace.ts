/** Limits the rate of writes to one document; Firestore sustains about one a second. */
export interface Pace {
  /** Milliseconds until the next write under `key` may start. */
  waitMs(key: string): number;
  /** Records that a write under `key` starts now. */
  begin(key: string): void;
}

export function createPace(everyMs: number): Pace {
  /** The start of the latest write of each key, oldest first. */
  const begunMs = new Map<string, number>();

  return {
    waitMs: (key) => Math.max(0, (begunMs.get(key) ?? Number.NEGATIVE_INFINITY) + everyMs - performance.now()),

    begin(key) {
      const nowMs = performance.now();
      begunMs.delete(key);
      for (const [old, atMs] of begunMs) {
        if (nowMs - atMs < everyMs) break;
        begunMs.delete(old);
      }
      if (everyMs > 0) begunMs.set(key, nowMs);
    },
  };
}
