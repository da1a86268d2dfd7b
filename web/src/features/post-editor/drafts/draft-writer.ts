import type { Draft, DraftStore, Kept } from './draft.ts';

/** What became of the last write. */
export type DraftStatus = 'idle' | Kept | 'failed';

/** Whether what was written here may be gone with the browser, and has to be elsewhere soon. */
export const isAtRisk = (status: DraftStatus): boolean => status === 'for-now' || status === 'failed';

interface DraftWriter {
  /** Keeps `draft` as soon as the write before it is through; of those that wait with one id only the newest is written. */
  write(draft: Draft): void;
  /** Forgets the draft once everything under way is through, unless it is written again before. Resolves once that is settled. */
  clear(id: string): Promise<void>;
  /** Resolves once nothing waits to be written. */
  settled(): Promise<void>;
}

/** What is to be done with a draft: to keep it as it is now, or to forget it. */
type Work = { readonly draft: Draft } | { readonly draft: null; readonly onDone: () => void };

/** Takes out what waits, oldest first, until nothing waits; more may be added while it does. */
function* nextOf(waiting: Map<string, Work>): Generator<[string, Work]> {
  for (let [next] = waiting; next; [next] = waiting) {
    waiting.delete(next[0]);
    yield next;
  }
}

/**
 * Writes drafts one after the other without a timer: the first keystroke goes to the store at once, so that a killed tab
 * loses nothing but what was typed during the last write.
 */
export function createDraftWriter(store: DraftStore, onStatus: (status: DraftStatus) => void): DraftWriter {
  const waiting = new Map<string, Work>();
  let running: Promise<void> | null = null;

  async function keep(draft: Draft): Promise<void> {
    try {
      onStatus(await store.put(draft));
    } catch (error) {
      console.warn('The draft could not be kept', error);
      onStatus('failed');
    }
  }

  async function forget(id: string): Promise<void> {
    try {
      await store.remove(id);
      onStatus('idle');
    } catch (error) {
      console.warn('A draft could not be removed', error);
    }
  }

  async function drain(): Promise<void> {
    for (const [id, work] of nextOf(waiting)) {
      if (work.draft) await keep(work.draft);
      else {
        await forget(id);
        work.onDone();
      }
    }
    running = null;
  }

  function add(id: string, work: Work): void {
    const replaced = waiting.get(id);
    if (replaced?.draft === null) replaced.onDone();
    waiting.set(id, work);
    running ??= drain();
  }

  return {
    write(draft) {
      store.jot?.(draft, running !== null);
      add(draft.id, { draft });
    },
    clear: (id) => new Promise((onDone) => add(id, { draft: null, onDone })),
    async settled() {
      await running;
    },
  };
}
