import { RESPONSE_CACHE_MS } from '@inkwell/shared/endpoint';
import type { Clock } from '../common/clock.ts';
import { setNewest } from '../common/set-newest.ts';
import { addressId } from './address-id.ts';
import type { AddressTarget, RedirectTarget } from './addresses.repository.ts';

type Target = AddressTarget | RedirectTarget;

/** The addresses, with a cache of unknown paths in this instance. */
export interface KnownAddresses {
  /** Whether the path was found to be unknown within the last 10 s. */
  isUnknown(path: string): boolean;
  /** The target of a decoded path; null if unknown. Reads 1 document, or none for a path cached as unknown. */
  find(path: string): Promise<Target | null>;
  /** Call after this instance gives a path a target. */
  forget(path: string): void;
}

/** About 100 bytes each. */
const MAX_ENTRIES = 20_000;

export function createKnownAddresses({
  find,
  clock,
}: {
  readonly find: (path: string) => Promise<Target | null>;
  readonly clock: Clock;
}): KnownAddresses {
  const unknown = new Map<string, number>();
  /** Counts invalidations: the result of a read that began earlier must not be cached. */
  let changes = 0;

  const isUnknown = (path: string): boolean => {
    const leftMs = (unknown.get(addressId(path)) ?? 0) - clock.now().getTime();
    // If the clock was set back, more time is left.
    return leftMs > 0 && leftMs <= RESPONSE_CACHE_MS;
  };

  return {
    isUnknown,

    async find(path) {
      if (isUnknown(path)) return null;
      const before = changes;
      const target = await find(path);
      if (target === null && changes === before)
        setNewest(unknown, addressId(path), clock.now().getTime() + RESPONSE_CACHE_MS, MAX_ENTRIES);
      return target;
    },

    forget(path) {
      changes += 1;
      unknown.delete(addressId(path));
    },
  };
}
