import { RESPONSE_CACHE_MS } from '@inkwell/shared/endpoint';
import type { Clock } from './clock.ts';
import { setNewest } from './set-newest.ts';

export interface DocumentCache<T> {
  /** Values by id; null for ids without a document. Reads only missing and expired ones. */
  getAll(ids: Iterable<string>): Promise<Map<string, T | null>>;
  /**
   * The stored value, read each time, for the target of an address: the answer made from it is cached anyway. A missing value is cached for 10 s,
   * so that repeated requests for an unknown address read nothing.
   */
  current(id: string): Promise<T | null>;
  /** Call after this instance changes the document. */
  forget(id: string): void;
}

/** Pages may show names that are this old. */
const FRESH_MS = 30_000;
const MAX_ENTRIES = 5_000;

/**
 * Caches small documents, for 30 s by default, so that lists do not read the author of each post. Never use it for permissions. Parallel callers
 * share one read. Above 5,000 entries, the oldest are dropped.
 */
export function createDocumentCache<T>({
  load,
  clock,
  forMs = FRESH_MS,
}: {
  load: (ids: string[]) => Promise<Map<string, T>>;
  clock: Clock;
  forMs?: number;
}): DocumentCache<T> {
  const entries = new Map<string, { value: Promise<T | null>; untilMs: number }>();

  const keep = (id: string, value: Promise<T | null>, nowMs: number) =>
    setNewest(entries, id, { value, untilMs: nowMs + forMs }, MAX_ENTRIES);

  const isMissing = async (id: string): Promise<boolean> => {
    const entry = entries.get(id);
    const ageMs = clock.now().getTime() + forMs - (entry?.untilMs ?? 0);
    if (!entry || ageMs < 0 || ageMs >= RESPONSE_CACHE_MS) return false;
    return (await entry.value.catch(() => undefined)) === null;
  };

  return {
    async current(id) {
      if (await isMissing(id)) return null;
      entries.delete(id);
      return (await this.getAll([id])).get(id) ?? null;
    },

    async getAll(ids) {
      const nowMs = clock.now().getTime();
      // Damaged records may have an empty id, which Firestore refuses.
      const distinctIds = [...new Set(ids)].filter((id) => id !== '');
      // If the clock was set back, more time than `forMs` is left.
      const isFresh = (leftMs: number) => leftMs > 0 && leftMs <= forMs;
      const missing = distinctIds.filter((id) => !isFresh((entries.get(id)?.untilMs ?? 0) - nowMs));
      if (missing.length > 0) {
        const loading = load(missing);
        for (const id of missing) {
          const value = loading.then((loaded) => loaded.get(id) ?? null);
          // After a failed read, the next caller reads again.
          value.catch(() => entries.delete(id));
          keep(id, value, nowMs);
        }
      }
      const found = await Promise.all(
        distinctIds.map(async (id) => [id, (await entries.get(id)?.value) ?? null] as const),
      );
      return new Map(found);
    },

    forget: (id) => void entries.delete(id),
  };
}
