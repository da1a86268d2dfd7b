import { Readable } from 'node:stream';
import { type ImportZip, openZip } from '@inkwell/formats/folders';
import type { ImportSource } from '@inkwell/formats/records';
import yauzl from 'yauzl';
import type { Bucket, BucketProvider } from '../storage/bucket.ts';

/** An object of Storage, as its owner calls it. */
export interface StoredFile {
  readonly name: string;
  readonly objectName: string;
}

/** Bytes of an object, or null where there is none. */
export async function sizeOf(bucket: Bucket, objectName: string): Promise<number | null> {
  const file = bucket.file(objectName);
  const [isThere] = await file.exists();
  if (!isThere) return null;
  const [{ size }] = await file.getMetadata();
  return Number(size);
}

/** Reads objects of Storage. */
export interface ReadRange {
  /** Bytes of an object, or null where there is none. */
  size(objectName: string): Promise<number | null>;
  /** Bytes from `start` to before `end`. */
  range(objectName: string, start: number, end: number): Promise<Uint8Array>;
}

export const rangesOf = (bucket: BucketProvider): ReadRange => ({
  size: async (objectName) => sizeOf(await bucket(), objectName),
  async range(objectName, start, end) {
    // Both ends of a range are part of it.
    const options = { start, end: end - 1, validation: false };
    const [bytes] = await (await bucket()).file(objectName).download(options);
    return bytes;
  },
});

const PIECE_BYTES = 4 * 1024 * 1024;

/** A file in Storage, read piece by piece. */
export const storedSource = ({ size, range }: ReadRange, { name, objectName }: StoredFile): ImportSource => ({
  name,
  async *open() {
    const bytes = (await size(objectName)) ?? 0;
    for (let at = 0; at < bytes; at += PIECE_BYTES)
      yield await range(objectName, at, Math.min(at + PIECE_BYTES, bytes));
  },
});

/** Files of a zip are near each other, so that a block has many of them; some blocks stay in memory, because a pass goes to and fro. */
const BLOCK_BYTES = 1024 * 1024;
const BLOCKS = 24;

/** Reads an object of Storage at any place, block by block: a zip of 1 GB does not fit into the memory of a function. */
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
    // The one that was used longest ago is the first.
    this.#blocks.delete(number);
    this.#blocks.set(number, block);
    block.catch(() => this.#blocks.delete(number));
    const [oldest] = this.#blocks.keys();
    if (this.#blocks.size > BLOCKS && oldest !== undefined) this.#blocks.delete(oldest);
    return block;
  }

  async *#range(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; ) {
      // What a directory says may be wrong.
      if (at >= this.#size) throw new Error('It ends too early');
      const number = Math.floor(at / BLOCK_BYTES);
      const block = await this.#block(number);
      const from = at - number * BLOCK_BYTES;
      const part = block.subarray(from, Math.min(from + end - at, block.length));
      // An object that became shorter meanwhile.
      if (part.length === 0) throw new Error('It became shorter');
      yield part;
      at += part.length;
    }
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#range(start, end), { objectMode: false });
  }
}

/** A zip in Storage, with the bounds of `openZip`. @throws ImportFault */
export async function storedZip({ size, range }: ReadRange, { name, objectName }: StoredFile): Promise<ImportZip> {
  const bytes = (await size(objectName)) ?? 0;
  const read = async (start: number, end: number) => Buffer.from(await range(objectName, start, end));
  return openZip(name, () =>
    yauzl.fromRandomAccessReaderPromise(new StoredReader(read, bytes), bytes, {
      ...{ autoClose: false, strictFileNames: true, validateEntrySizes: true },
    }),
  );
}
