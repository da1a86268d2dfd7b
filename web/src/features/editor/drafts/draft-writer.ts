import type { Draft, DraftStore } from './draft.ts';

/** `words`: all but a chosen picture is kept. */
export type DraftStatus = 'idle' | 'saved' | 'words' | 'failed';

interface DraftWriter {
  /** Keeps `draft` as soon as the write before it is through; of those that wait with one id only the newest is written. */
  write(draft: Draft): void;
  /** Forgets the draft once everything under way is through. */
  clear(id: string): Promise<void>;
  /** Resolves once nothing waits to be written. */
  settled(): Promise<void>;
}

/** Takes out what waits, oldest first, until nothing waits; more may be added while it does. */
function* nextOf(waiting: Map<string, Draft>): Generator<Draft> {
  for (let [next] = waiting; next; [next] = waiting) {
    waiting.delete(next[0]);
    yield next[1];
  }
}

/**
 * Writes drafts one after the other without a timer: the first keystroke goes to the store at once, so that a killed tab
 * loses nothing but what was typed during the last write.
 */
export function createDraftWriter(store: DraftStore, onStatus: (status: DraftStatus) => void): DraftWriter {
  const waiting = new Map<string, Draft>();
  let running: Promise<void> | null = null;

  async function drain(): Promise<void> {
    for (const draft of nextOf(waiting)) {
      try {
        onStatus((await store.put(draft)) === 'all' ? 'saved' : 'words');
      } catch (error) {
        console.warn('The draft could not be kept', error);
        onStatus('failed');
      }
    }
    running = null;
  }

  return {
    write(draft) {
      waiting.set(draft.id, draft);
      running ??= drain();
    },
    async clear(id) {
      waiting.delete(id);
      await running;
      await store.remove(id);
      onStatus('idle');
    },
    async settled() {
      await running;
    },
  };
}
