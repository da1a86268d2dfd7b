import { safeStorage } from '../../../lib/safe-storage.ts';
import { type Draft, type DraftStore, readDrafts, withoutOld } from './draft.ts';

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

/** A chosen file cannot be kept as text; the picture the post had before stays. */
function withoutFile(draft: Draft): Draft {
  if (draft.image.kind !== 'file') return draft;
  const { before } = draft.image;
  return { ...draft, image: before === null ? { kind: 'none' } : { kind: 'stored', url: before } };
}

/** Drafts in local storage, for browsers that refuse IndexedDB: words are kept, chosen pictures are not. */
export function createLocalStorageStore(now: () => number = Date.now): DraftStore {
  return {
    async put(draft) {
      if (!safeStorage.set(PREFIX + draft.id, JSON.stringify(withoutFile(draft)))) {
        throw new Error('The browser refused to keep the draft');
      }
      return draft.image.kind === 'file' ? 'words' : 'all';
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
