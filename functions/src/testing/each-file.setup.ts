import { readFileSync } from 'node:fs';
import { waitPatiently } from '@inkwell/shared/testing/patience';
import { afterAll, expect, vi } from 'vitest';
import { beginFile } from './each-file.ts';

waitPatiently();

/*
 * The test files of a worker share loaded modules, ours too: loading the server takes most of a second. So a module that tests share keeps
 * nothing of a test, except what `forEachFile` makes anew. A file that replaces modules has all of them for itself.
 */
if (readFileSync(expect.getState().testPath ?? '', 'utf8').includes('vi.mock(')) {
  vi.resetModules();
  afterAll(() => void vi.resetModules());
} else {
  beginFile();
}
