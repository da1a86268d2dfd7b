import { existsSync, readFileSync, unwatchFile, watchFile } from 'node:fs';
import type { IndexCheck } from '../operations/access.ts';
import { checkIndexes } from './index-check.ts';
import { type IndexConfig, parseIndexConfig } from './index-config.ts';

const pollMs = 500;
const noIndexes = '{}';

/** The indexes of a file, which is read again after each change. */
export interface WatchedIndexes {
  check: IndexCheck;
  stop(): void;
}

/**
 * Reads firestore.indexes.json and watches it. A missing file declares no indexes. If the file becomes unreadable later, this is logged and the
 * previous indexes are still used.
 * @throws IndexFileError if it cannot be read at the start
 */
export function watchIndexes(file: string): WatchedIndexes {
  const read = (): IndexConfig => parseIndexConfig(existsSync(file) ? readFileSync(file, 'utf8') : noIndexes, file);
  let config = read();
  const listener = () => {
    try {
      config = read();
      console.log(`The indexes were read again from ${file}.`);
    } catch (error) {
      console.error((error as Error).message);
    }
  };
  watchFile(file, { interval: pollMs, persistent: false }, listener);
  return {
    check: (query, aggregatedFields) => checkIndexes(config, query, aggregatedFields),
    stop: () => unwatchFile(file, listener),
  };
}
