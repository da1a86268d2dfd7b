import type { Backend } from './database.ts';
import { readRecords } from './record.ts';

const ENDING = '.json';

/** The parts of the origin's private file system that we use: <https://fs.spec.whatwg.org>. */
export type Folder = Pick<FileSystemDirectoryHandle, 'getFileHandle' | 'removeEntry' | 'values'>;

/** @throws DOMException or TypeError if the browser has no such file system, as in some private windows */
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
 * Records as files in the browser, used if IndexedDB refuses. Selected files are not stored. A file is replaced as a whole when it is closed, so a
 * kill leaves no half-written file.
 */
export function createFileBackend(open: () => Promise<Folder>): Backend {
  let last: Promise<unknown> = Promise.resolve();
  /** Changes are made in call order: of two writes to a file, the last one to end would win. */
  function inTurn(change: () => Promise<void>): Promise<void> {
    const done = last.then(change);
    last = done.catch(() => undefined);
    return done;
  }
  async function all() {
    const values: unknown[] = [];
    for await (const handle of (await open()).values()) values.push(await read(handle));
    return readRecords(values);
  }
  return {
    put: ({ file: _, ...record }) =>
      inTurn(async () => {
        const handle = await (await open()).getFileHandle(record.id + ENDING, { create: true });
        const writable = await handle.createWritable();
        try {
          await writable.write(JSON.stringify(record));
          await writable.close();
        } catch (error) {
          // An open writable takes up space.
          await writable.abort().catch(() => undefined);
          throw error;
        }
      }),
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
    remove: (id) =>
      inTurn(async () => {
        try {
          await (await open()).removeEntry(id + ENDING);
        } catch (error) {
          if (!isMissing(error)) throw error;
        }
      }),
  };
}
