import { IMPORT_LIMITS } from '@inkwell/shared/imports';
import type { BucketProvider } from '../storage/bucket.ts';

/** A folder in Storage that only the server can access, for the data of an import between its first pass and its end. */
export interface ImportArea {
  write(path: string, bytes: Uint8Array | string): Promise<void>;
  /** @throws if the file does not exist */
  read(path: string): Promise<Buffer>;
  /** Deletes all files in the area. Safe to repeat. */
  clear(): Promise<void>;
}

/** The folder of an import. The Storage rules give nobody access. */
export const importFolder = (id: string): string => `imports/records/${id}`;

export const createImportArea = (bucket: BucketProvider, folder: string): ImportArea => ({
  async write(path, bytes) {
    const file = (await bucket()).file(`${folder}/${path}`);
    await file.save(typeof bytes === 'string' ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      resumable: false,
      contentType: 'application/octet-stream',
      metadata: { cacheControl: 'private' },
    });
  },
  read: async (path) => (await (await bucket()).file(`${folder}/${path}`).download())[0],
  async clear() {
    await (await bucket()).deleteFiles({ prefix: `${folder}/`, force: true });
  },
});

/** The name of a file with records. `number` starts at 0. */
export const chunkPath = (kind: string, number: number): string =>
  `records/${kind}-${String(number).padStart(5, '0')}.jsonl`;

/** The lines of a file with records, in order. */
export const linesIn = (bytes: Buffer): string[] => bytes.toString('utf8').split('\n').filter(Boolean);

const DAY_MS = 86_400_000;
const LISTED = 500;

/** Deletes expired files of imports in any state, and of uploads that were never imported. Safe to repeat. @returns the number deleted */
export async function clearImportFiles({
  bucket,
  at,
  isOver,
}: {
  bucket: BucketProvider;
  at: Date;
  isOver: () => boolean;
}): Promise<number> {
  const opened = await bucket();
  let cleared = 0;
  let pageToken: string | undefined;
  do {
    const query = { prefix: 'imports/', autoPaginate: false, maxResults: LISTED, ...(pageToken && { pageToken }) };
    const [files, next] = await opened.getFiles(query);
    const old = files.filter(
      ({ metadata }) => Date.parse(metadata.timeCreated ?? '') <= at.getTime() - IMPORT_LIMITS.keptDays * DAY_MS,
    );
    await Promise.all(old.map((file) => file.delete({ ignoreNotFound: true })));
    cleared += old.length;
    pageToken = next instanceof Object && 'pageToken' in next ? String(next.pageToken) : undefined;
  } while (pageToken !== undefined && !isOver());
  return cleared;
}
