import type { StoredRecord } from './record.ts';
import type { AutosaveStore, Kept } from './store.ts';

/** What became of the last write. */
export type WriteStatus = 'idle' | Kept | 'failed';

/** Whether the words that were written last may be lost with the browser, and have to be elsewhere soon. */
export const isAtRisk = (status: WriteStatus): boolean => status === 'for-now' || status === 'failed';

/**
 * Writes records one after the other and without a timer: the first keystroke goes to the store at once, so that a killed tab loses
 * nothing but what was typed during the last write.
 */
export function createWriter(
  store: Pick<AutosaveStore, 'put' | 'copy'>,
  onStatus: (status: WriteStatus, record: StoredRecord) => void,
) {
  const waiting = new Map<string, StoredRecord>();
  let running: Promise<void> | null = null;
  let hasFailed = false;

  async function keep(record: StoredRecord): Promise<void> {
    try {
      const kept = await store.put(record);
      hasFailed = false;
      onStatus(record.state === 'removed' ? 'idle' : kept, record);
    } catch (error) {
      // It would be said at each letter.
      if (!hasFailed) console.warn('A record could not be kept', error);
      hasFailed = true;
      onStatus('failed', record);
    }
  }

  async function drain(): Promise<void> {
    for (let [record] = waiting.values(); record; [record] = waiting.values()) {
      waiting.delete(record.id);
      await keep(record);
    }
    running = null;
  }

  return {
    /** Of the versions of a record that wait for the write before them only the latest is written. Removing is a write too. */
    write(record: StoredRecord): void {
      store.copy(record, running !== null);
      waiting.set(record.id, record);
      running ??= drain();
    },
    /** Resolves once nothing waits to be written. */
    async settled(): Promise<void> {
      await running;
    },
  };
}
