import type { StoredRecord } from './record.ts';
import type { AutosaveStore, Kept } from './store.ts';

/** The result of the last write. */
export type WriteStatus = 'idle' | Kept | 'failed';

/** Whether the last text may be lost with the browser and should be sent to the server soon. */
export const isAtRisk = (status: WriteStatus): boolean => status === 'for-now' || status === 'failed';

/** How long a change waits for an earlier write, and so the maximum age of text that a killed browser may lose. */
export const LONGEST_WAIT_MS = 250;

/**
 * Writes records without a timer: the first keystroke is stored at once. Changes during a write wait for its end, but at most `LONGEST_WAIT_MS`. A
 * page that is hidden or closed waits for nothing, and leaves a copy of unconfirmed text.
 */
export function createWriter(
  store: Pick<AutosaveStore, 'put' | 'copy'>,
  onStatus: (status: WriteStatus, record: StoredRecord) => void,
) {
  const waiting = new Map<string, StoredRecord>();
  /** Running writes, in order. */
  const running = new Map<StoredRecord, Promise<void>>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasFailed = false;

  async function keep(record: StoredRecord): Promise<void> {
    const tell = (kept: Kept) => onStatus(record.state === 'removed' ? 'idle' : kept, record);
    try {
      tell(await store.put(record, tell));
      hasFailed = false;
    } catch (error) {
      // Without this check there would be a warning for each keystroke.
      if (!hasFailed) console.warn('A record could not be stored', error);
      hasFailed = true;
      onStatus('failed', record);
    }
    running.delete(record);
    if (running.size === 0) begin();
  }

  /** Starts the pending writes. */
  function begin(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const record of waiting.values()) {
      waiting.delete(record.id);
      running.set(record, keep(record));
    }
    if (running.size === 0) listen('removeEventListener');
  }

  function leave({ type }: { readonly type: string }): void {
    if (type === 'visibilitychange' && document.visibilityState !== 'hidden') return;
    for (const record of [...running.keys(), ...waiting.values()]) store.copy(record, true);
    begin();
  }

  function listen(how: 'addEventListener' | 'removeEventListener'): void {
    window[how]('pagehide', leave);
    document[how]('visibilitychange', leave);
  }

  return {
    /** Only the latest of a record's pending versions is written. Removals are written too. */
    write(record: StoredRecord): void {
      store.copy(record, running.size > 0);
      waiting.set(record.id, record);
      if (running.size > 0) timer ??= setTimeout(begin, LONGEST_WAIT_MS);
      else {
        listen('addEventListener');
        begin();
      }
    },
    /** Resolves when nothing waits to be written. */
    async settled(): Promise<void> {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}
