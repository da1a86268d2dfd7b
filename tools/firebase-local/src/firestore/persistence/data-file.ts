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

/** How much a loss of power may take. */
const syncMs = 1_000;
/** The file is rewritten when what was appended since exceeds this and the size it had then. */
const minAppendedBytes = 8 * 1024 * 1024;
/** How long a rewrite that failed is left alone. */
const rewriteAgainMs = 10_000;
/** How often a file that cannot be written is spoken of. */
const complainMs = 5_000;

/**
 * Keeps all databases in one file. A commit is appended before it is done, so what was acknowledged outlives a killed process, and
 * what cannot be stored is refused and never seen. The file is rewritten beside itself and renamed into place when it has grown
 * too much, so that it is whole at every moment.
 */
export class DataFile {
  readonly #path: string;
  readonly #firestore: Firestore;
  #file: AppendFile;
  /** Lines appended while the file is being rewritten; they belong to the new one too. */
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
   * Loads the file into `firestore`, or makes it from what is there, then takes every commit.
   * @throws DataFileError when the file cannot be read or written; it is then left as it was
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
      // Half a record at the end is what a killed process leaves: the next one must not be glued to it.
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

  /** @throws FirestoreError INTERNAL when the file cannot be written, as on a full disk */
  #store(database: string, mutations: Mutation[], time: Micros): void {
    const record = encodeRecord({ database, time, mutations });
    try {
      this.#file.append(record);
    } catch (error) {
      this.#complain('written', error as Error);
      // Not RESOURCE_EXHAUSTED or UNAVAILABLE, as a service would say: the server SDK repeats those for ten minutes, silently.
      throw new FirestoreError(
        'INTERNAL',
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
    // The commit at hand is not in memory yet, so a snapshot of now lacks it.
    this.#sinceRewrite = [record];
    // Not awaited: commits go on being appended to the old file meanwhile.
    this.#rewriting = this.#rewrite().catch((error: Error) => {
      this.#sinceRewrite = null;
      this.#rewriteNotBefore = Date.now() + rewriteAgainMs;
      console.error(`The Firestore data file ${this.#path} cannot be rewritten: ${error.message}. It goes on growing.`);
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
      // At one moment from here, so that no commit goes to the old file alone.
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

  /** Has the disk keep everything and closes the file. */
  async close(): Promise<void> {
    clearInterval(this.#syncTimer);
    await this.#rewriting;
    await this.#file.sync();
    this.#file.close();
  }
}
