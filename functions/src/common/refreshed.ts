import type { Clock } from './clock.ts';
import { withoutMeter } from './meter.ts';

/**
 * Keeps what `load` answers for `forMs`, per instance. Callers at the same moment share one load; a failed one is forgotten
 * at once. What it reads is shared by many calls, so it is counted for none.
 */
export function createRefreshed<T>(load: () => Promise<T>, { forMs, clock }: { forMs: number; clock: Clock }) {
  let current: { readonly value: Promise<T>; readonly untilMs: number } | undefined;

  return (): Promise<T> => {
    const nowMs = clock.now().getTime();
    const leftMs = (current?.untilMs ?? 0) - nowMs;
    // More is left than was given where the clock was put back.
    if (current && leftMs > 0 && leftMs <= forMs) return current.value;
    const made = { value: withoutMeter(load), untilMs: nowMs + forMs };
    current = made;
    made.value.catch(() => {
      if (current === made) current = undefined;
    });
    return made.value;
  };
}
