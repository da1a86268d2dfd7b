import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';
import { createExporting } from '../compose/exporting.ts';
import { writeZip } from '../exports/export-zip.ts';
import { dependencies } from './server.ts';

/** The files in a zip, by path. */
export async function unzipped(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await yauzl.fromBufferPromise(bytes);
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return files;
}

/** The zip that the command line writes. */
export async function zippedExport(): Promise<Buffer> {
  const output = new PassThrough();
  const [bytes] = await Promise.all([buffer(output), writeZip(createExporting(dependencies).files(), output)]);
  return bytes;
}
