import type { DocumentCache } from '../common/document-cache.ts';

/** The part of a dependency that a test uses, typed as the whole. */
export const partOf = <T>(part: NoInfer<Partial<T>>): T => part as T;

/** A cache that holds these documents. */
export const cacheOf = <T>(documents: Readonly<Record<string, T>> = {}): DocumentCache<T> => ({
  current: async (id) => documents[id] ?? null,
  getAll: async (ids) => new Map([...ids].map((id) => [id, documents[id] ?? null])),
  forget() {},
});
