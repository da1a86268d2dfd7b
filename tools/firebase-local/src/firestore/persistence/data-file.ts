import { existsSync, openSync, renameSync } from 'node:fs';
import { mkdir, rm, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Mutation } from '../engine/database.ts';
import { FirestoreError } from '../errors.ts';
import type { Firestore } from '../firestore.ts';
import type { Micros } from '../time.ts';
import { AppendFile } from './append-file.ts';
import { encodeRecord, header } from './data-format.ts';
import { DataFileError, readDataFile } from './read-data.ts';
import { snapshotLines, writeSnapshot } from './snapshot.ts';

/** The interval of synchronisation. A power failure may lose the writes of this interval. */
const syncMs = 1_000;
/** The file is rewritten when the appended part is larger than this and than the file after the last rewrite. */
const minAppendedBytes = 8 * 1024 * 1024;
/** The pause after a failed rewrite. */
const rewriteAgainMs = 10_000;
/** The shortest time between two messages about a file that cannot be written. */
const complainMs = 5_000;

/**
 * Stores all databases in one file. A commit is appended before it is applied, so acknowledged commits survive a kill, and a commit that cannot be
 * stored is refused and never visible. A file that has grown too much is replaced in a single rename, so it is always complete.
 */
export class DataFile {
  readonly #path: string;
  readonly #firestore: Firestore;
  #file: AppendFile;
  /** Lines appended during a rewrite, for the new file. */
  #sinceRewrite: string[] | null = null;
  #rewriting: Promise<void> = Promise.resolve();
  #rewriteNotBefore = 0;
  #baseBytes: number;
  #complainedAt = 0;
  readonly #syncTimer: NodeJS.Timeout;

  private constructor(path: string, firestore: Firestore, file: AppendFile) {
    this.#path = path;
    this.#firestore = firestore;
    this.#file = file;
    this.#baseBytes = file.size;
    this.#syncTimer = setInterval(() => {
      this.#file.sync().catch((error: Error) => this.#complain('written', error));
    }, syncMs);
    this.#syncTimer.unref();
  }

  /**
   * Loads the file into `firestore`, or creates it from the current data. From then on, stores every commit.
   * @throws DataFileError if the file cannot be read or written, after which it is unchanged
   */
  static async open(path: string, firestore: Firestore): Promise<DataFile> {
    const unwritable = (error: Error) =>
      new DataFileError(`The Firestore data file ${path} cannot be written: ${error.message}.`);
    try {
      if (!existsSync(path)) {
        await mkdir(dirname(path), { recursive: true });
        await writeSnapshot(path, firestore.states());
      }
    } catch (error) {
      throw unwritable(error as Error);
    }
    const bytes = await readDataFile(path, ({ database, time, mutations }) => {
      firestore.state(database).database.restore(mutations, time);
    });
    try {
      // A killed process may leave an incomplete record at the end. The next record must not be appended to it.
      await truncate(path, bytes);
      const file = new DataFile(path, firestore, new AppendFile(openSync(path, 'r+'), bytes));
      file.#follow();
      return file;
    } catch (error) {
      throw unwritable(error as Error);
    }
  }

  #follow(): void {
    this.#firestore.onDatabase(({ database }) => {
      database.journal = (mutations, time) => this.#store(database.name, mutations, time);
    });
  }

  /** @throws FirestoreError DATA_LOSS if the file cannot be written, for example on a full disk */
  #store(database: string, mutations: Mutation[], time: Micros): void {
    const record = encodeRecord({ database, time, mutations });
    try {
      this.#file.append(record);
    } catch (error) {
      this.#complain('written', error as Error);
      // A status that no service returns: the server SDK silently retries RESOURCE_EXHAUSTED and UNAVAILABLE for ten minutes,
      // and INTERNAL in transactions.
      throw new FirestoreError(
        'DATA_LOSS',
        `Nothing was written: the emulator cannot store it (${(error as Error).message}).`,
      );
    }
    if (this.#complainedAt > 0) {
      this.#complainedAt = 0;
      console.error(`The Firestore data file ${this.#path} can be written again.`);
    }
    this.#sinceRewrite?.push(record);
    this.#rewriteIfGrown(record);
  }

  #complain(verb: 'written' | 'rewritten', error: Error): void {
    if (Date.now() - this.#complainedAt < complainMs) return;
    this.#complainedAt = Date.now();
    console.error(
      `The Firestore data file ${this.#path} cannot be ${verb}: ${error.message}. Commits fail until it can.`,
    );
  }

  #rewriteIfGrown(record: string): void {
    const appended = this.#file.size - this.#baseBytes;
    if (this.#sinceRewrite || appended < Math.max(minAppendedBytes, this.#baseBytes)) return;
    if (Date.now() < this.#rewriteNotBefore) return;
    // The current commit is not in memory yet, so a snapshot now does not include it.
    this.#sinceRewrite = [record];
    // Not awaited, because commits are still appended to the old file in the meantime.
    this.#rewriting = this.#rewrite().catch((error: Error) => {
      this.#sinceRewrite = null;
      this.#rewriteNotBefore = Date.now() + rewriteAgainMs;
      console.error(
        `The Firestore data file ${this.#path} cannot be rewritten: ${error.message}. It continues to grow.`,
      );
    });
  }

  async #rewrite(): Promise<void> {
    const next = `${this.#path}.next`;
    const file = new AppendFile(openSync(next, 'w'), 0);
    try {
      file.append(`${JSON.stringify(header)}\n`);
      for (const chunk of snapshotLines(this.#firestore.states())) {
        file.append(chunk);
        await new Promise((resolve) => setImmediate(resolve));
      }
      await file.sync();
      // Synchronous from here on, so that no commit is written only to the old file.
      file.append((this.#sinceRewrite ?? []).join(''));
      renameSync(next, this.#path);
    } catch (error) {
      file.close();
      await rm(next, { force: true });
      throw error;
    }
    const old = this.#file;
    this.#file = file;
    this.#baseBytes = file.size;
    this.#sinceRewrite = null;
    old.close();
  }

  /** Synchronises the file with the disk and closes it. */
  async close(): Promise<void> {
    clearInterval(this.#syncTimer);
    await this.#rewriting;
    await this.#file.sync();
    this.#file.close();
  }
}
