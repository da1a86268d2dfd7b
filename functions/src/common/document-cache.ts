import type { Clock } from './clock.ts';
import { setNewest } from './set-newest.ts';

export interface DocumentCache<T> {
  /** Values by id; null for ids without a document. Reads only what is not known or too old. */
  getAll(ids: Iterable<string>): Promise<Map<string, T | null>>;
  /** Forgets one id, after a change made by this instance. */
  forget(id: string): void;
}

/** Names change rarely and may be this old on a page. */
const FRESH_MS = 30_000;

/**
 * Keeps small documents in memory for at most 30 s, so that lists do not read an author for each post. Never use it for
 * anything that decides who may do what. Parallel callers share one read; beyond `maxEntries` the oldest is forgotten.
 */
export function createDocumentCache<T>({
  load,
  clock,
  maxEntries = 5_000,
}: {
  load: (ids: string[]) => Promise<Map<string, T>>;
  clock: Clock;
  maxEntries?: number;
}): DocumentCache<T> {
  const entries = new Map<string, { value: Promise<T | null>; untilMs: number }>();

  const keep = (id: string, value: Promise<T | null>, nowMs: number) =>
    setNewest(entries, id, { value, untilMs: nowMs + FRESH_MS }, maxEntries);

  return {
    async getAll(ids) {
      const nowMs = clock.now().getTime();
      // An empty id, as of a damaged record, names no document, and Firestore refuses it.
      const wanted = [...new Set(ids)].filter((id) => id !== '');
      // More is left than was given where the clock was put back.
      const isFresh = (leftMs: number) => leftMs > 0 && leftMs <= FRESH_MS;
      const missing = wanted.filter((id) => !isFresh((entries.get(id)?.untilMs ?? 0) - nowMs));
      if (missing.length > 0) {
        const loading = load(missing);
        for (const id of missing) {
          const value = loading.then((loaded) => loaded.get(id) ?? null);
          // A failed read tells nobody anything: the next caller reads again.
          value.catch(() => entries.delete(id));
          keep(id, value, nowMs);
        }
      }
      const found = await Promise.all(wanted.map(async (id) => [id, (await entries.get(id)?.value) ?? null] as const));
      return new Map(found);
    },

    forget: (id) => void entries.delete(id),
  };
}
