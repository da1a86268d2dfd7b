import type { Backend } from './database.ts';
import { readRecords } from './record.ts';

const ENDING = '.json';

/** What of the origin's private file system is used: <https://fs.spec.whatwg.org>. */
export type Folder = Pick<FileSystemDirectoryHandle, 'getFileHandle' | 'removeEntry' | 'values'>;

/** @throws DOMException, TypeError where the browser has no such file system, as in some private windows */
export async function openFolder(): Promise<Folder> {
  return (await navigator.storage.getDirectory()).getDirectoryHandle('autosave', { create: true });
}

const isMissing = (error: unknown): boolean => error instanceof DOMException && error.name === 'NotFoundError';

async function read(handle: FileSystemHandle): Promise<unknown> {
  if (handle.kind !== 'file') return null;
  try {
    return JSON.parse(await (await (handle as FileSystemFileHandle).getFile()).text());
  } catch {
    return null;
  }
}

/**
 * Records as files of the browser, for when IndexedDB refuses: words are kept, chosen files are not. A file is replaced as a whole when
 * it is closed, so it survives a killed browser from the moment `put` resolves, and no kill leaves half of one.
 */
export function createFileBackend(open: () => Promise<Folder>): Backend {
  async function all() {
    const values: unknown[] = [];
    for await (const handle of (await open()).values()) values.push(await read(handle));
    return readRecords(values);
  }
  return {
    async put({ file: _, ...record }) {
      const handle = await (await open()).getFileHandle(record.id + ENDING, { create: true });
      const writable = await handle.createWritable();
      try {
        await writable.write(JSON.stringify(record));
        await writable.close();
      } catch (error) {
        // What is neither closed nor aborted takes up room.
        await writable.abort().catch(() => undefined);
        throw error;
      }
    },
    async find(id) {
      const values: unknown[] = [];
      try {
        values.push(await read(await (await open()).getFileHandle(id + ENDING)));
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
      return readRecords(values)[0];
    },
    list: async (ownerId) => (await all()).filter((record) => record.ownerId === ownerId),
    expired: async (nowMs) => (await all()).filter(({ untilMs = Infinity }) => untilMs <= nowMs).map(({ id }) => id),
    async remove(id) {
      try {
        await (await open()).removeEntry(id + ENDING);
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },
  };
}
