/** Keeps writes to one document apart. Firestore takes about one a second for long. */
export interface Pace {
  /** Milliseconds until the next write under `key` may begin; 0 after a while without one. */
  waitMs(key: string): number;
  /** A write under `key` begins now. */
  begin(key: string): void;
}

export function createPace(everyMs: number): Pace {
  /** When the latest write of each key began, oldest first. */
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
