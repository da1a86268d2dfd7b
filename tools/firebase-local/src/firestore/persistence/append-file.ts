import { closeSync, fdatasync, ftruncateSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';

const datasync = promisify(fdatasync);

/**
 * A file that grows by whole records. `append` returns once the operating system has the bytes, so the end of this process loses
 * nothing. A loss of power may lose what was not synchronised yet.
 */
export class AppendFile {
  readonly #fd: number;
  #size: number;
  /** Whether the rest of a failed write still has to be cut off. */
  #isTorn = false;
  #isDirty = false;

  constructor(fd: number, size: number) {
    this.#fd = fd;
    this.#size = size;
  }

  get size(): number {
    return this.#size;
  }

  /** @throws the error of writing; the file's content is then unchanged */
  append(text: string): void {
    if (this.#isTorn) this.#cut();
    const data = Buffer.from(text);
    try {
      // A full disk accepts the beginning of a record before it refuses the rest.
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
