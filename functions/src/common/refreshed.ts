import type { Clock } from './clock.ts';
import { withoutMeter } from './meter.ts';

/**
 * Caches the result of `load` for `forMs` in this instance. Parallel callers share one load; a failed load is not cached. Its reads are not
 * metered, because many calls share them.
 */
export function createRefreshed<T>(load: () => Promise<T>, { forMs, clock }: { forMs: number; clock: Clock }) {
  let current: { readonly value: Promise<T>; readonly untilMs: number } | undefined;

  return (): Promise<T> => {
    const nowMs = clock.now().getTime();
    const leftMs = (current?.untilMs ?? 0) - nowMs;
    // More time is left than `forMs` if the clock was set back.
    if (current && leftMs > 0 && leftMs <= forMs) return current.value;
    const made = { value: withoutMeter(load), untilMs: nowMs + forMs };
    current = made;
    made.value.catch(() => {
      if (current === made) current = undefined;
    });
    return made.value;
  };
}
