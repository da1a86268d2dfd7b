import type { Clock } from '../common/clock.ts';
import { setNewest } from '../common/set-newest.ts';

export interface RateLimiter {
  /**
   * Takes one call from the caller's allowance in `bucket`.
   * @returns 0 when allowed, else the whole seconds until the next call is
   */
  take(bucket: string, caller: string, perMinute: number): number;
}

/** The same for all instances together. */
export interface SharedLimiter {
  take(bucket: string, caller: string, limit: { readonly calls: number; readonly windowMs: number }): Promise<number>;
}

export const RATE_WINDOW_MS = 60_000;

/**
 * Remembers in this instance when each caller's allowed calls were, so that no minute, wherever it begins, holds more than
 * `perMinute` of them. Refused calls do not count. Bounded: beyond `maxCallers` the one seen least recently is forgotten,
 * which only ever forgives.
 */
export function createRateLimiter({ clock, maxCallers = 10_000 }: { clock: Clock; maxCallers?: number }): RateLimiter {
  const allowedMs = new Map<string, readonly number[]>();

  return {
    take(bucket, caller, perMinute) {
      const key = `${bucket}:${caller}`;
      const nowMs = clock.now().getTime();
      // Calls of a time that is still to come were before the clock was put back.
      const recent = (allowedMs.get(key) ?? []).filter((atMs) => atMs <= nowMs && nowMs - atMs < RATE_WINDOW_MS);
      const blocking = recent[recent.length - perMinute];

      setNewest(allowedMs, key, blocking === undefined ? [...recent, nowMs] : recent, maxCallers);
      return blocking === undefined ? 0 : Math.max(1, Math.ceil((blocking + RATE_WINDOW_MS - nowMs) / 1000));
    },
  };
}
