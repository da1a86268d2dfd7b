import { open, rename, rm } from 'node:fs/promises';
import type { DatabaseState } from '../firestore.ts';
import { encodeRecord, header } from './data-format.ts';

const chunkLength = 1 << 20;

/** The current documents of all databases as lines of a data file, in chunks of about 1 MB. The state is fixed at the first step. */
export function* snapshotLines(states: Iterable<DatabaseState>): Iterable<string> {
  const snapshots = [...states].map(({ database }) => ({
    name: database.name,
    time: database.lastTime,
    documents: [...database.collections.values()].flatMap((collection) => [...collection.documents.values()]),
  }));
  let chunk = '';
  for (const { name, time, documents } of snapshots) {
    for (const document of documents) {
      chunk += encodeRecord({ database: name, time, mutations: [{ key: document.key, document }] });
      if (chunk.length > chunkLength) {
        yield chunk;
        chunk = '';
      }
    }
  }
  yield chunk;
}

/** Writes a temporary data file, synchronises it with the disk, and renames it. */
export async function writeSnapshot(path: string, states: Iterable<DatabaseState>): Promise<void> {
  const temporary = `${path}.next`;
  const handle = await open(temporary, 'w');
  try {
    await handle.write(`${JSON.stringify(header)}\n`);
    for (const chunk of snapshotLines(states)) await handle.write(chunk);
    await handle.sync();
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  await rename(temporary, path);
}
