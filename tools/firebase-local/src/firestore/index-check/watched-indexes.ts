import { existsSync, readFileSync, unwatchFile, watchFile } from 'node:fs';
import type { IndexCheck } from '../operations/query.ts';
import { checkIndexes } from './index-check.ts';
import { type IndexConfig, parseIndexConfig } from './index-config.ts';

const pollMs = 500;
const noIndexes = '{}';

/** The indexes of a file, which is read again whenever it changes. */
export interface WatchedIndexes {
  check: IndexCheck;
  stop(): void;
}

/**
 * Reads firestore.indexes.json and watches it. A missing file declares no indexes. If it becomes unreadable later, that is reported
 * and the last readable state stays in force.
 * @throws IndexFileError when it cannot be read at the start
 */
export function watchIndexes(file: string): WatchedIndexes {
  const read = (): IndexConfig => parseIndexConfig(existsSync(file) ? readFileSync(file, 'utf8') : noIndexes, file);
  let config = read();
  const listener = () => {
    try {
      config = read();
      console.log(`Indexes read again from ${file}.`);
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
