import type { StoredRecord } from './record.ts';
import type { AutosaveStore, Kept } from './store.ts';

/** The result of the last write. */
export type WriteStatus = 'idle' | Kept | 'failed';

/** Whether the last text may be lost with the browser and should be sent to the server soon. */
export const isAtRisk = (status: WriteStatus): boolean => status === 'for-now' || status === 'failed';

/**
 * Writes records one after the other and without a timer: the first keystroke is stored at once, so a killed tab loses
 * only what was typed during the last write.
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
      // Without this check there would be a warning for each keystroke.
      if (!hasFailed) console.warn('A record could not be stored', error);
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
    /** Of the waiting versions of a record, only the latest is written. Removals are written too. */
    write(record: StoredRecord): void {
      store.copy(record, running !== null);
      waiting.set(record.id, record);
      running ??= drain();
    },
    /** Resolves when nothing waits to be written. */
    async settled(): Promise<void> {
      await running;
    },
  };
}
