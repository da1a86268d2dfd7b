import type { Draft, DraftStore } from './draft.ts';
import { createIndexedDbStore } from './indexed-db-store.ts';
import { createLocalStorageStore } from './local-storage-store.ts';

/** A store that takes longer is taken for one that never answers: broken profiles of browsers have such a database. */
export const ANSWER_MS = 3_000;

class NoAnswer extends Error {
  constructor() {
    super('The storage of the browser does not answer');
  }
}

function answerOf<T>(promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer()), ANSWER_MS);
  });
  return Promise.race([promise, deadline]).finally(() => clearTimeout(timer));
}

/** Turns to `second` for whatever `first` refuses or does not answer, and reads both. */
export function createFallbackStore(first: DraftStore, second: DraftStore): DraftStore {
  /** Whether the first one left a question unanswered: from then on nobody waits for it. */
  let isSilent = false;

  async function ask<T>(question: () => Promise<T>): Promise<T> {
    const answer = question();
    answer.then(
      () => {
        isSilent = false;
      },
      () => undefined,
    );
    if (isSilent) throw new NoAnswer();
    try {
      return await answerOf(answer);
    } catch (error) {
      isSilent = error instanceof NoAnswer;
      throw error;
    }
  }

  return {
    async put(draft) {
      try {
        const kept = await ask(() => first.put(draft));
        // What it was turned to for before is older now.
        await second.remove(draft.id);
        return kept;
      } catch (error) {
        console.warn('The draft is kept in local storage instead', error);
        return second.put(draft);
      }
    },
    async list(userId) {
      const lists = await Promise.all([ask(() => first.list(userId)).catch((): Draft[] => []), second.list(userId)]);
      const newest = new Map<string, Draft>();
      for (const draft of lists.flat().sort((a, b) => a.savedAtMs - b.savedAtMs)) newest.set(draft.id, draft);
      return [...newest.values()].reverse();
    },
    async remove(id) {
      await Promise.all([ask(() => first.remove(id)).catch(() => undefined), second.remove(id)]);
    },
  };
}

function createBrowserStore(): DraftStore {
  const words = createLocalStorageStore();
  return typeof indexedDB === 'undefined' ? words : createFallbackStore(createIndexedDbStore(indexedDB), words);
}

/** The drafts of this browser. */
export const draftStore: DraftStore = createBrowserStore();
