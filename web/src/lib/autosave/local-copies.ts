import { safeStorage } from '../safe-storage.ts';
import { readRecords, type StoredRecord } from './record.ts';

const PREFIX = 'inkwell-autosave:';

function parse(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Synchronous copies in local storage, without files. They survive a killed tab but not a killed browser, because
 * Chromium writes local storage to the disk seconds later.
 */
export const localCopies = {
  all: (): StoredRecord[] => readRecords(safeStorage.keys(PREFIX).map((key) => parse(safeStorage.get(key)))),
  find: (id: string): StoredRecord | undefined => readRecords([parse(safeStorage.get(PREFIX + id))])[0],
  /** @returns false if the browser refuses; an earlier copy stays */
  put: ({ file: _, ...record }: StoredRecord): boolean => safeStorage.set(PREFIX + record.id, JSON.stringify(record)),
  remove: (id: string): void => safeStorage.remove(PREFIX + id),
};
