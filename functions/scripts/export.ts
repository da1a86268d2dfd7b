import { createWriteStream, existsSync, readdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { exit, stdout } from 'node:process';
import { parseArgs } from 'node:util';
import type { ExportFile } from '../src/exports/export-format.ts';
import { connectTo, hintFor, nameOf, targetOf } from './connect.ts';

/*
 * Exports a publication to a folder or a zip (docs/export.md):
 *
 *   npm run export -- FOLDER|FILE.zip [--project my-project] [--bucket name]
 */

const USAGE = 'Usage: npm run export -- FOLDER|FILE.zip [--project PROJECT] [--bucket NAME]';

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { project: { type: 'string' }, bucket: { type: 'string' } },
    allowPositionals: true,
  });
  const [given, ...rest] = positionals;
  if (given === undefined || rest.length > 0) throw new Error(USAGE);
  // npm runs scripts in the workspace's folder.
  const target = resolve(process.env.INIT_CWD ?? '.', given);
  const isZip = /\.zip$/i.test(target);
  if (isZip && existsSync(target)) throw new Error(`${given} exists already.`);
  if (!isZip && existsSync(target) && readdirSync(target).length > 0) throw new Error(`${given} is not empty.`);

  const project = targetOf(values.project);
  const { createExporting } = await import('../src/compose/exporting.ts');
  const { systemClock } = await import('../src/common/clock.ts');
  const { writeFolder } = await import('../src/exports/write-folder.ts');
  const { writeZip } = await import('../src/exports/export-zip.ts');
  const { close, publicBucket, ...connection } = await connectTo(project, values.bucket);
  const exporting = createExporting({ ...connection, clock: systemClock, config: { publicBucket } });
  const counted = { files: 0, bytes: 0 };
  const files = countedFiles(exporting.files(), counted);
  try {
    if (isZip) {
      // Under this name, a file is always complete.
      const partial = `${target}.part`;
      await writeZip(files, createWriteStream(partial)).catch(async (error: unknown) => {
        await rm(partial, { force: true });
        throw error;
      });
      await rename(partial, target);
    } else {
      await writeFolder(files, target);
    }
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${hintFor(project)}`, { cause: error });
  }
  if (stdout.isTTY) stdout.write('\r');
  console.log(`${counted.files} files (${megabytes(counted.bytes)}) of ${nameOf(project)} are in ${given}.`);
  await close();
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

async function* countedFiles(files: AsyncIterable<ExportFile>, counted: { files: number; bytes: number }) {
  for await (const file of files) {
    counted.files += 1;
    counted.bytes += file.bytes.length;
    if (stdout.isTTY && counted.files % 20 === 0)
      stdout.write(`\r${counted.files} files, ${megabytes(counted.bytes)} `);
    yield file;
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  exit(1);
});
