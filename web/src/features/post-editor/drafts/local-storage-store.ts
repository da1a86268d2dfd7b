import { safeStorage } from '../../../lib/safe-storage.ts';
import { type Draft, type DraftStore, readDrafts, withoutFile, withoutOld } from './draft.ts';

const PREFIX = 'inkwell-draft:';

function keys(): string[] {
  try {
    return Object.keys(window.localStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    return [];
  }
}

function parse(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Drafts in local storage, for browsers that take nothing else: words are kept, chosen pictures are not. They outlive a killed tab, but not
 * a killed browser: Chromium writes them to the disk seconds later.
 */
export function createLocalStorageStore(now: () => number = Date.now): DraftStore {
  const keep = (draft: Draft): boolean => safeStorage.set(PREFIX + draft.id, JSON.stringify(withoutFile(draft)));

  return {
    async put(draft) {
      if (!keep(draft)) throw new Error('The browser refused to keep the draft');
      return 'for-now';
    },

    jot(draft) {
      keep(draft);
    },

    async list(userId) {
      const drafts = readDrafts(keys().map((key) => parse(safeStorage.get(key))));
      const { live, old } = withoutOld(drafts, now());
      for (const { id } of old) await this.remove(id);
      return live.filter((draft) => draft.userId === userId);
    },

    async remove(id) {
      safeStorage.remove(PREFIX + id);
    },
  };
}
