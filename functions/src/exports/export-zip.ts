import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';
import type { ExportFile } from './export-format.ts';

/** The earliest time in a zip, so that the same files give the same bytes. Entries have no time zone. */
const NO_TIME = new Date(1980, 0, 1);
const OPTIONS = { mtime: NO_TIME, mode: 0o100644, forceDosTimestamp: true } as const;

/** Formats that are already compressed. */
const PACKED = /\.(?:webp|png|jpe?g|gif)$/i;

/**
 * Streams files into a zip. The next file is requested after the previous one has been written, so memory holds one file. The same files give the
 * same bytes.
 */
export async function writeZip(files: AsyncIterable<ExportFile>, output: Writable): Promise<void> {
  const zip = new yazl.ZipFile();
  const written = pipeline(zip.outputStream, output);
  const failed = new Promise<never>((_, reject) => zip.on('error', reject));
  // The wait for the next file rejects with this error; without a wait, the rejection would be unhandled.
  failed.catch(() => undefined);
  const addAll = async () => {
    for await (const { path, bytes } of files) {
      await Promise.race([failed, written, flushed(zip, path, bytes)]);
    }
    zip.end();
  };
  await Promise.race([failed, Promise.all([addAll(), written])]);
}

const flushed = (zip: yazl.ZipFile, path: string, bytes: Buffer) =>
  new Promise<void>((resolve) => {
    zip.addReadStreamLazy(path, { ...OPTIONS, compress: !PACKED.test(path), size: bytes.length }, (give) => {
      const stream = Readable.from([bytes], { objectMode: false });
      stream.once('end', resolve);
      give(null, stream);
    });
  });
