import { safeStorage } from '../safe-storage.ts';
import { type Kept, readKept } from './kept.ts';

const PREFIX = 'inkwell:unsent:';

function parse(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** Copies in local storage: there at once, for all tabs. A killed browser loses them for some seconds: Chromium writes them to the disk late. */
export const localCopies = {
  all: (): Kept[] => readKept(safeStorage.keys(PREFIX).map((key) => parse(safeStorage.get(key)))),
  find: (id: string): Kept | null => readKept([parse(safeStorage.get(PREFIX + id))])[0] ?? null,
  /** @returns false when the browser refuses; then the copy of before stays */
  put: (kept: Kept): boolean => safeStorage.set(PREFIX + kept.id, JSON.stringify(kept)),
  remove: (id: string): void => safeStorage.remove(PREFIX + id),
};
