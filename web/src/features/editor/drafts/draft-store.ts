import type { Draft, DraftStore } from './draft.ts';
import { createIndexedDbStore } from './indexed-db-store.ts';
import { createLocalStorageStore } from './local-storage-store.ts';

/** Turns to `second` for whatever `first` refuses, and reads both. */
export function createFallbackStore(first: DraftStore, second: DraftStore): DraftStore {
  return {
    async put(draft) {
      try {
        await first.put(draft);
      } catch (error) {
        console.warn('The draft is kept in local storage instead', error);
        await second.put(draft);
      }
    },
    async list(userId, postId) {
      const lists = await Promise.all([
        first.list(userId, postId).catch((): Draft[] => []),
        second.list(userId, postId),
      ]);
      const newest = new Map<string, Draft>();
      for (const draft of lists.flat().sort((a, b) => a.savedAtMs - b.savedAtMs)) newest.set(draft.id, draft);
      return [...newest.values()].reverse();
    },
    async remove(id) {
      await Promise.all([first.remove(id).catch(() => undefined), second.remove(id)]);
    },
  };
}

function createBrowserStore(): DraftStore {
  const words = createLocalStorageStore();
  return typeof indexedDB === 'undefined' ? words : createFallbackStore(createIndexedDbStore(indexedDB), words);
}

/** The drafts of this browser. */
export const draftStore: DraftStore = createBrowserStore();
