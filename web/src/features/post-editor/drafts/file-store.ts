import { type Draft, type DraftStore, readDrafts, withoutFile, withoutOld } from './draft.ts';

const ENDING = '.json';

/** What of the origin's private file system drafts use: <https://fs.spec.whatwg.org>. */
export type DraftFolder = Pick<FileSystemDirectoryHandle, 'getFileHandle' | 'removeEntry' | 'values'>;

/** @throws DOMException, TypeError where the browser has no such file system, as in some private windows */
export async function openDraftFolder(): Promise<DraftFolder> {
  return (await navigator.storage.getDirectory()).getDirectoryHandle('drafts', { create: true });
}

async function read(handle: FileSystemHandle): Promise<unknown> {
  if (handle.kind !== 'file') return null;
  try {
    return JSON.parse(await (await (handle as FileSystemFileHandle).getFile()).text());
  } catch {
    return null;
  }
}

/**
 * Drafts as files of the browser, for when IndexedDB refuses: words are kept, chosen pictures are not. A file is replaced as a whole when
 * it is closed, so it survives a killed browser from the moment `put` resolves, and no kill leaves half of one.
 */
export function createFileStore(open: () => Promise<DraftFolder>, now: () => number = Date.now): DraftStore {
  return {
    async put(draft: Draft) {
      const file = await (await open()).getFileHandle(draft.id + ENDING, { create: true });
      const writable = await file.createWritable();
      try {
        await writable.write(JSON.stringify(withoutFile(draft)));
        await writable.close();
      } catch (error) {
        // What is neither closed nor aborted takes up room.
        await writable.abort().catch(() => undefined);
        throw error;
      }
      return 'words';
    },

    async list(userId) {
      const records: unknown[] = [];
      for await (const handle of (await open()).values()) records.push(await read(handle));
      const { live, old } = withoutOld(readDrafts(records), now());
      for (const { id } of old) await this.remove(id);
      return live.filter((draft) => draft.userId === userId);
    },

    async remove(id) {
      try {
        await (await open()).removeEntry(id + ENDING);
      } catch (error) {
        if (!(error instanceof DOMException) || error.name !== 'NotFoundError') throw error;
      }
    },
  };
}
