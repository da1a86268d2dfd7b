import type { Clock } from './clock.ts';
import { within } from './deadline.ts';
import { withoutMeter } from './meter.ts';

export interface Refreshed<T> {
  /** A value at most `forMs` old. */
  (): Promise<T>;
  /**
   * The same, but falls back to the last loaded value, however old, if loading fails or takes longer than `waitMs`, and calls `onFailure`. Rejects
   * only if no value was ever loaded and there is no `initial` one.
   */
  orLast(waitMs: number, onFailure: (error: unknown) => void): Promise<T>;
  /** Makes the next caller load. The last value is kept for `orLast`. */
  expire(): void;
}

/**
 * Caches the result of `load` for `forMs` in this instance. Parallel callers share one load; a failed load is not cached. Its reads are not metered,
 * because many calls share them.
 * @param options `initial`: what `orLast` falls back to before a value was loaded
 */
export function createRefreshed<T>(
  load: () => Promise<T>,
  { forMs, clock, initial }: { forMs: number; clock: Clock; initial?: T },
): Refreshed<T> {
  let current: { readonly value: Promise<T>; readonly untilMs: number } | undefined;
  let last: { readonly value: T } | undefined = initial === undefined ? undefined : { value: initial };

  const get = (): Promise<T> => {
    const nowMs = clock.now().getTime();
    const leftMs = (current?.untilMs ?? 0) - nowMs;
    // If the clock was set back, more time than `forMs` is left.
    if (current && leftMs > 0 && leftMs <= forMs) return current.value;
    const made = { value: withoutMeter(load), untilMs: nowMs + forMs };
    current = made;
    made.value.then(
      (value) => {
        // A load that began before a change may end after a later load.
        if (current === made) last = { value };
      },
      () => {
        if (current === made) current = undefined;
      },
    );
    return made.value;
  };

  return Object.assign(get, {
    async orLast(waitMs: number, onFailure: (error: unknown) => void): Promise<T> {
      const value = get();
      try {
        return await (last ? within(waitMs, value) : value);
      } catch (error) {
        onFailure(error);
        if (!last) throw error;
        return last.value;
      }
    },
    expire() {
      current = undefined;
    },
  });
}
