import { RESPONSE_CACHE_MS } from '@inkwell/shared/endpoint';
import type { Clock } from '../common/clock.ts';
import { setNewest } from '../common/set-newest.ts';
import { addressId } from './address-id.ts';
import type { AddressTarget, RedirectTarget } from './addresses.repository.ts';

type Target = AddressTarget | RedirectTarget;

/** Addresses, with those that lead nowhere known for a while in this instance. */
export interface KnownAddresses {
  /** Whether the path was found to lead nowhere within the last 10 s. */
  isUnknown(path: string): boolean;
  /** What a decoded path leads to; null for nothing. Reads 1 document, none for a path known as unknown. */
  find(path: string): Promise<Target | null>;
  /** Call after this instance lets a path lead somewhere. */
  forget(path: string): void;
}

/** Of about 100 bytes each. */
const MAX_ENTRIES = 20_000;

export function createKnownAddresses({
  find,
  clock,
  maxEntries = MAX_ENTRIES,
}: {
  readonly find: (path: string) => Promise<Target | null>;
  readonly clock: Clock;
  readonly maxEntries?: number;
}): KnownAddresses {
  const unknown = new Map<string, number>();
  /** Counts what was forgotten: a read that began before must not be remembered. */
  let changes = 0;

  const isUnknown = (path: string): boolean => {
    const leftMs = (unknown.get(addressId(path)) ?? 0) - clock.now().getTime();
    // More time is left if the clock was set back.
    return leftMs > 0 && leftMs <= RESPONSE_CACHE_MS;
  };

  return {
    isUnknown,

    async find(path) {
      if (isUnknown(path)) return null;
      const before = changes;
      const target = await find(path);
      if (target === null && changes === before)
        setNewest(unknown, addressId(path), clock.now().getTime() + RESPONSE_CACHE_MS, maxEntries);
      return target;
    },

    forget(path) {
      changes += 1;
      unknown.delete(addressId(path));
    },
  };
}
