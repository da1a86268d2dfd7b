import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ExportFile } from './export-format.ts';

/** Creates a folder and writes files into it. Paths are unique, because they contain ids. */
export async function writeFolder(files: AsyncIterable<ExportFile>, folder: string): Promise<void> {
  const made = new Set<string>();
  for await (const { path, bytes } of files) {
    const target = join(folder, path);
    if (!made.has(dirname(target))) await mkdir(dirname(target), { recursive: true });
    made.add(dirname(target));
    await writeFile(target, bytes);
  }
}
