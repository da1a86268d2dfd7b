import type { Clock } from './clock.ts';

export interface RateLimiter {
  /**
   * Takes one call from the caller's allowance in `bucket`.
   * @returns 0 when allowed, else the whole seconds until the next call is
   */
  take(bucket: string, caller: string, perMinute: number): number;
}

interface Allowance {
  left: number;
  atMs: number;
}

/**
 * Token buckets in the memory of this instance: a caller may spend a minute's allowance at once and regains it evenly.
 * Bounded: beyond `maxCallers` the one seen least recently is forgotten, which only ever forgives.
 */
export function createRateLimiter({ clock, maxCallers = 20_000 }: { clock: Clock; maxCallers?: number }): RateLimiter {
  const allowances = new Map<string, Allowance>();

  return {
    take(bucket, caller, perMinute) {
      const key = `${bucket}:${caller}`;
      const nowMs = clock.now().getTime();
      const last = allowances.get(key) ?? { left: perMinute, atMs: nowMs };
      const regained = (Math.max(0, nowMs - last.atMs) / 60_000) * perMinute;
      const left = Math.min(perMinute, last.left + regained);
      const isAllowed = left >= 1;

      allowances.delete(key);
      allowances.set(key, { left: isAllowed ? left - 1 : left, atMs: nowMs });
      if (allowances.size > maxCallers) {
        const oldest = allowances.keys().next();
        if (!oldest.done) allowances.delete(oldest.value);
      }
      return isAllowed ? 0 : Math.max(1, Math.ceil(((1 - left) * 60) / perMinute));
    },
  };
}
