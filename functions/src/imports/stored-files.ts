import { Readable } from 'node:stream';
import { type ImportZip, openZip } from '@inkwell/formats/folders';
import type { ImportSource } from '@inkwell/formats/records';
import yauzl from 'yauzl';
import type { Bucket, BucketProvider } from '../storage/bucket.ts';

/** An object in Storage, with the original name of the file. */
export interface StoredFile {
  readonly name: string;
  readonly objectName: string;
}

/** The size of an object in bytes; null if it does not exist. */
export async function sizeOf(bucket: Bucket, objectName: string): Promise<number | null> {
  const file = bucket.file(objectName);
  const [isThere] = await file.exists();
  if (!isThere) return null;
  const [{ size }] = await file.getMetadata();
  return Number(size);
}

/** Reads objects in Storage. */
export interface ReadRange {
  /** The size of an object in bytes; null if it does not exist. */
  size(objectName: string): Promise<number | null>;
  /** The bytes from `start` up to, but not including, `end`. */
  range(objectName: string, start: number, end: number): Promise<Uint8Array>;
}

export const rangesOf = (bucket: BucketProvider): ReadRange => ({
  size: async (objectName) => sizeOf(await bucket(), objectName),
  async range(objectName, start, end) {
    // Both ends of the range are inclusive.
    const options = { start, end: end - 1, validation: false };
    const [bytes] = await (await bucket()).file(objectName).download(options);
    return bytes;
  },
});

const PIECE_BYTES = 4 * 1024 * 1024;

/** A file in Storage, read in chunks. */
export const storedSource = ({ size, range }: ReadRange, { name, objectName }: StoredFile): ImportSource => ({
  name,
  async *open() {
    const bytes = (await size(objectName)) ?? 0;
    for (let at = 0; at < bytes; at += PIECE_BYTES)
      yield await range(objectName, at, Math.min(at + PIECE_BYTES, bytes));
  },
});

/** Entries of a zip are near each other, so one block often has several. Some blocks stay in memory, because a pass moves back and forth. */
const BLOCK_BYTES = 1024 * 1024;
const BLOCKS = 24;

/** Reads an object in Storage at any offset, block by block: a zip of 1 GB does not fit into the memory of a function. */
class StoredReader extends yauzl.RandomAccessReader {
  readonly #blocks = new Map<number, Promise<Buffer>>();
  readonly #read: (start: number, end: number) => Promise<Buffer>;
  readonly #size: number;

  constructor(read: (start: number, end: number) => Promise<Buffer>, size: number) {
    super();
    this.#read = read;
    this.#size = size;
  }

  #block(number: number): Promise<Buffer> {
    const start = number * BLOCK_BYTES;
    const block = this.#blocks.get(number) ?? this.#read(start, Math.min(start + BLOCK_BYTES, this.#size));
    // The first block in the map is the least recently used.
    this.#blocks.delete(number);
    this.#blocks.set(number, block);
    block.catch(() => this.#blocks.delete(number));
    const [oldest] = this.#blocks.keys();
    if (this.#blocks.size > BLOCKS && oldest !== undefined) this.#blocks.delete(oldest);
    return block;
  }

  async *#range(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; ) {
      // The offsets in a zip's directory may be wrong.
      if (at >= this.#size) throw new Error('It ends too early');
      const number = Math.floor(at / BLOCK_BYTES);
      const block = await this.#block(number);
      const from = at - number * BLOCK_BYTES;
      const part = block.subarray(from, Math.min(from + end - at, block.length));
      // The object has become shorter in the meantime.
      if (part.length === 0) throw new Error('It became shorter');
      yield part;
      at += part.length;
    }
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#range(start, end), { objectMode: false });
  }
}

/** Opens a zip in Storage, with the limits of `openZip`. @throws ImportFault */
export async function storedZip({ size, range }: ReadRange, { name, objectName }: StoredFile): Promise<ImportZip> {
  const bytes = (await size(objectName)) ?? 0;
  const read = async (start: number, end: number) => Buffer.from(await range(objectName, start, end));
  return openZip(name, () =>
    yauzl.fromRandomAccessReaderPromise(new StoredReader(read, bytes), bytes, {
      autoClose: false,
      strictFileNames: true,
      validateEntrySizes: true,
    }),
  );
}
