import type { Clock } from '../common/clock.ts';
import { setNewest } from '../common/set-newest.ts';

export interface RateLimiter {
  /**
   * Counts a call against the caller's limit in `bucket`. @returns 0 if allowed, else the seconds until the next allowed call, rounded up
   */
  take(bucket: string, caller: string, perMinute: number): number;
}

/** Limits calls across all instances. */
export interface SharedLimiter {
  take(bucket: string, caller: string, limit: { readonly calls: number; readonly windowMs: number }): Promise<number>;
}

export const RATE_WINDOW_MS = 60_000;

/**
 * Stores the times of each caller's allowed calls in this instance, so that no period of a minute contains more than `perMinute`. Refused
 * calls do not count. Above `maxCallers`, the least recent caller is dropped.
 */
export function createRateLimiter({ clock, maxCallers = 10_000 }: { clock: Clock; maxCallers?: number }): RateLimiter {
  const allowedMs = new Map<string, readonly number[]>();

  return {
    take(bucket, caller, perMinute) {
      const key = `${bucket}:${caller}`;
      const nowMs = clock.now().getTime();
      // Times in the future were stored before the clock was set back.
      const recent = (allowedMs.get(key) ?? []).filter((atMs) => atMs <= nowMs && nowMs - atMs < RATE_WINDOW_MS);
      const blocking = recent[recent.length - perMinute];

      setNewest(allowedMs, key, blocking === undefined ? [...recent, nowMs] : recent, maxCallers);
      return blocking === undefined ? 0 : Math.max(1, Math.ceil((blocking + RATE_WINDOW_MS - nowMs) / 1000));
    },
  };
}
