import type { Draft, DraftStore } from './draft.ts';
import { createFileStore, openDraftFolder } from './file-store.ts';
import { createIndexedDbStore } from './indexed-db-store.ts';
import { createLocalStorageStore } from './local-storage-store.ts';

/** A store that takes longer is taken for one that never answers: broken profiles of browsers have such a database. */
export const ANSWER_MS = 3_000;
/** The same for what was just written, which may be gone any moment. */
export const KEEP_MS = 300;

class NoAnswer extends Error {
  constructor() {
    super('The storage of the browser does not answer');
  }
}

function answerOf<T>(promise: Promise<T>, withinMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer()), withinMs);
  });
  return Promise.race([promise, deadline]).finally(() => clearTimeout(timer));
}

interface FallbackOptions {
  /** Whether the first store takes so long that the second one jots everything down meanwhile, and keeps it. */
  readonly isFirstSlow?: boolean;
}

/** Turns to `second` for whatever `first` refuses or does not answer, and reads both. */
export function createFallbackStore(
  first: DraftStore,
  second: DraftStore,
  { isFirstSlow = false }: FallbackOptions = {},
): DraftStore {
  /** Whether the first one took what it was given last. Until then it may be one that never answers. */
  let isProven = false;
  /** Whether the first one left a question unanswered: from then on nobody waits for it. */
  let isSilent = false;
  /** Drafts of which the second one may have a copy, with that which was jotted down there last, where it is known. */
  const turned = new Map<string, Draft | null>();

  async function ask<T>(question: () => Promise<T>, withinMs = ANSWER_MS): Promise<T> {
    const answer = question();
    answer.then(
      () => {
        isSilent = false;
      },
      () => undefined,
    );
    if (isSilent) throw new NoAnswer();
    try {
      return await answerOf(answer, withinMs);
    } catch (error) {
      isSilent = error instanceof NoAnswer;
      throw error;
    }
  }

  return {
    async put(draft) {
      try {
        const kept = await ask(() => first.put(draft), KEEP_MS);
        isProven = true;
        const jotted = turned.get(draft.id);
        // Something newer was jotted down meanwhile, and is to be put next.
        const isNewest = jotted === null || jotted === draft;
        if (!isFirstSlow && isNewest && turned.delete(draft.id)) await second.remove(draft.id);
        return kept;
      } catch (error) {
        isProven = false;
        console.warn('The draft is kept elsewhere in the browser', error);
        turned.set(draft.id, null);
        return second.put(draft);
      }
    },
    jot(draft, isLate) {
      if (isProven && !isFirstSlow && !isLate) return;
      turned.set(draft.id, draft);
      second.jot?.(draft, isLate);
    },
    async list(userId) {
      const lists = await Promise.all([ask(() => first.list(userId)).catch((): Draft[] => []), second.list(userId)]);
      for (const { id } of lists[1]) if (!turned.has(id)) turned.set(id, null);
      const newest = new Map<string, Draft>();
      for (const draft of lists.flat().sort((a, b) => a.savedAtMs - b.savedAtMs)) newest.set(draft.id, draft);
      return [...newest.values()].reverse();
    },
    async remove(id) {
      turned.delete(id);
      await Promise.all([ask(() => first.remove(id)).catch(() => undefined), second.remove(id)]);
    },
  };
}

/** What there is of it in this browser, the best first. */
function createBrowserStore(): DraftStore {
  const hasFiles = 'storage' in navigator && 'getDirectory' in navigator.storage;
  const local = createLocalStorageStore();
  const words = hasFiles ? createFallbackStore(createFileStore(openDraftFolder), local, { isFirstSlow: true }) : local;
  return typeof indexedDB === 'undefined' ? words : createFallbackStore(createIndexedDbStore(indexedDB), words);
}

/** The drafts of this browser. */
export const draftStore: DraftStore = createBrowserStore();
