import { existsSync } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Firestore } from '../firestore.ts';
import { encodeRecord, header } from './data-format.ts';
import { DataFileError, readDataFile } from './read-data.ts';
import { snapshotLines, writeSnapshot } from './snapshot.ts';

/** How long a commit may stay in memory before it is handed to the operating system. */
const flushMs = 50;
const syncMs = 1_000;
/** The file is rewritten when what was appended since exceeds this and the size it had then. */
const minAppendedBytes = 8 * 1024 * 1024;

/**
 * Keeps all databases in one file: every commit is appended within 50 ms, so a killed process loses no more than that; the file is
 * rewritten beside itself and renamed into place when it has grown too much, so that it is whole at every moment.
 */
export class DataFile {
  readonly #path: string;
  readonly #firestore: Firestore;
  #handle: FileHandle;
  #pending: string[] = [];
  /** Lines appended while the file is being rewritten; they belong to the new one too. */
  #sinceRewrite: string[] | null = null;
  #position: number;
  #baseBytes: number;
  #appendedBytes = 0;
  #lastSync = Date.now();
  #isDirty = false;
  #work: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;

  private constructor(path: string, firestore: Firestore, handle: FileHandle, bytes: number) {
    this.#path = path;
    this.#firestore = firestore;
    this.#handle = handle;
    this.#position = bytes;
    this.#baseBytes = bytes;
  }

  /**
   * Loads the file into `firestore`, or makes it from what is there, then follows every commit.
   * @throws DataFileError when the file cannot be read or written; it is then left as it was
   */
  static async open(path: string, firestore: Firestore): Promise<DataFile> {
    let bytes = 0;
    if (existsSync(path)) {
      bytes = await readDataFile(path, ({ database, time, mutations }) => {
        firestore.state(database).database.restore(mutations, time);
      });
    } else {
      await mkdir(dirname(path), { recursive: true });
      await writeSnapshot(path, firestore.states()).catch((error: Error) => {
        throw new DataFileError(`The Firestore data file ${path} cannot be written: ${error.message}.`);
      });
    }
    const handle = await open(path, 'r+').catch((error: Error) => {
      throw new DataFileError(`The Firestore data file ${path} cannot be written: ${error.message}.`);
    });
    const { size } = await handle.stat();
    // Half a record at the end is what a killed process leaves: the next one must not be glued to it.
    if (bytes > 0 && size > bytes) await handle.truncate(bytes);
    const file = new DataFile(path, firestore, handle, bytes || size);
    file.#follow();
    return file;
  }

  #follow(): void {
    this.#firestore.onDatabase(({ database }) => {
      database.onCommit((changes, time) => {
        const mutations = changes.map(({ key, after }) => ({ key, document: after }));
        this.#pending.push(encodeRecord({ database: database.name, time, mutations }));
        this.#timer ??= setTimeout(() => this.#schedule(), flushMs);
      });
    });
  }

  #schedule(): void {
    this.#timer = null;
    this.#work = this.#work
      .then(() => this.#flush())
      .then(() => this.#rewriteIfGrown())
      .catch((error: Error) => {
        console.error(`The Firestore data file ${this.#path} cannot be written: ${error.message}.`);
      });
  }

  async #flush(): Promise<void> {
    const lines = this.#pending;
    this.#pending = [];
    if (lines.length > 0) {
      this.#sinceRewrite?.push(...lines);
      const data = Buffer.from(lines.join(''));
      try {
        await this.#handle.write(data, 0, data.length, this.#position);
      } catch (error) {
        // Nothing is given up: the next flush writes the same bytes to the same place.
        this.#pending = [...lines, ...this.#pending];
        throw error;
      }
      this.#position += data.length;
      this.#appendedBytes += data.length;
      this.#isDirty = true;
    }
    if (this.#isDirty && Date.now() - this.#lastSync > syncMs) {
      await this.#handle.datasync();
      this.#lastSync = Date.now();
      this.#isDirty = false;
    }
  }

  async #rewriteIfGrown(): Promise<void> {
    if (this.#sinceRewrite || this.#appendedBytes < Math.max(minAppendedBytes, this.#baseBytes)) return;
    this.#sinceRewrite = [];
    // Not awaited: commits go on being appended to the old file meanwhile.
    this.#rewrite().catch((error: Error) => {
      console.error(`The Firestore data file ${this.#path} cannot be rewritten: ${error.message}.`);
      this.#sinceRewrite = null;
    });
  }

  async #rewrite(): Promise<void> {
    const next = `${this.#path}.next`;
    const handle = await open(next, 'w');
    let position = 0;
    const append = async (text: string) => {
      const data = Buffer.from(text);
      await handle.write(data, 0, data.length, position);
      position += data.length;
    };
    try {
      await append(`${JSON.stringify(header)}\n`);
      for (const chunk of snapshotLines(this.#firestore.states())) await append(chunk);
      const swap = this.#work.then(async () => {
        await this.#flush();
        await append((this.#sinceRewrite ?? []).join(''));
        await handle.datasync();
        await rename(next, this.#path);
        await this.#handle.close();
        this.#handle = handle;
        this.#position = position;
        this.#baseBytes = position;
        this.#appendedBytes = 0;
        this.#sinceRewrite = null;
      });
      this.#work = swap.catch(() => undefined);
      await swap;
    } catch (error) {
      await handle.close();
      await rm(next, { force: true });
      throw error;
    }
  }

  /** Writes everything out and closes the file. */
  async close(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    await this.#work;
    await this.#flush();
    await this.#handle.datasync();
    await this.#handle.close();
  }
}
