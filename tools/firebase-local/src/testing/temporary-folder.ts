import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

const makeFolder = () => realpathSync(mkdtempSync(join(tmpdir(), 'firebase-local-')));
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });

/** A folder that the tests of a file share. It is removed after the last test. */
export function sharedFolder(): string {
  const folder = makeFolder();
  afterAll(() => remove(folder));
  return folder;
}

/** A folder for the running test. It is removed after the test. */
export function folderOfTest(): string {
  const folder = makeFolder();
  onTestFinished(() => remove(folder));
  return folder;
}
