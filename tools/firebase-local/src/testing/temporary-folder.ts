import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

const makeFolder = () => realpathSync(mkdtempSync(join(tmpdir(), 'firebase-local-')));
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });

/** A folder that the tests of a file share; removed after the last one. */
export function sharedFolder(): string {
  const folder = makeFolder();
  afterAll(() => remove(folder));
  return folder;
}

/** A folder of the running test; removed after it. */
export function folderOfTest(): string {
  const folder = makeFolder();
  onTestFinished(() => remove(folder));
  return folder;
}
