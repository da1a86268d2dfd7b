import { useSyncExternalStore } from 'react';

/** A value outside React that notifies its listeners of changes. */
export interface Store<T> {
  subscribe(listener: () => void): () => void;
  snapshot(): T;
  set(next: T): void;
}

export function createStore<T>(first: T): Store<T> {
  let current = first;
  const listeners = new Set<() => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => current,
    set(next) {
      current = next;
      for (const listener of [...listeners]) listener();
    },
  };
}

/**
 * The value of a store, rendered again when it changes.
 * @param atFirst the value while a page is rendered on the server or hydrated, if it may differ there
 */
export const useStore = <T>({ subscribe, snapshot }: Omit<Store<T>, 'set'>, atFirst = snapshot): T =>
  useSyncExternalStore(subscribe, snapshot, atFirst);
