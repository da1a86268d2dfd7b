import { safeStorage } from '../../../lib/safe-storage.ts';
import { DRAFT_LIFE_MS, type Draft, type DraftStore, readDrafts } from './draft.ts';

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
    },

    async list(userId, postId) {
      const drafts = readDrafts(keys().map((key) => parse(safeStorage.get(key))));
      for (const old of drafts.filter((draft) => draft.savedAtMs <= now() - DRAFT_LIFE_MS)) await this.remove(old.id);
      return drafts.filter(
        (draft) => draft.savedAtMs > now() - DRAFT_LIFE_MS && draft.userId === userId && draft.postId === postId,
      );
    },

    async remove(id) {
      safeStorage.remove(PREFIX + id);
    },
  };
}
