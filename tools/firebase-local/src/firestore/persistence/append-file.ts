import { closeSync, fdatasync, ftruncateSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';

const datasync = promisify(fdatasync);

/**
 * An append-only file of whole records. `append` returns once the operating system has the bytes, so they survive the end of this process. A
 * power failure may lose records that have not been synchronised.
 */
export class AppendFile {
  readonly #fd: number;
  #size: number;
  /** Whether the remains of a failed write must still be removed. */
  #isTorn = false;
  #isDirty = false;

  constructor(fd: number, size: number) {
    this.#fd = fd;
    this.#size = size;
  }

  get size(): number {
    return this.#size;
  }

  /** @throws the write error, after which the file is unchanged */
  append(text: string): void {
    if (this.#isTorn) this.#cut();
    const data = Buffer.from(text);
    try {
      // A full disk accepts the beginning of a record and refuses the rest.
      for (let done = 0; done < data.length; ) {
        done += writeSync(this.#fd, data, done, data.length - done, this.#size + done);
      }
    } catch (error) {
      this.#isTorn = true;
      this.#cut();
      throw error;
    }
    this.#size += data.length;
    this.#isDirty = true;
  }

  #cut(): void {
    ftruncateSync(this.#fd, this.#size);
    this.#isTorn = false;
  }

  /** Synchronises the appended records with the disk. */
  async sync(): Promise<void> {
    if (!this.#isDirty) return;
    this.#isDirty = false;
    try {
      await datasync(this.#fd);
    } catch (error) {
      this.#isDirty = true;
      throw error;
    }
  }

  close(): void {
    closeSync(this.#fd);
  }
}
