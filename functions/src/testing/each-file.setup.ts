import { readFileSync } from 'node:fs';
import { waitPatiently } from '@inkwell/shared/testing/patience';
import { afterAll, expect, vi } from 'vitest';
import { beginFile } from './each-file.ts';

waitPatiently();

/*
 * The test files of a worker share loaded modules, including ours, because loading the server takes most of a second. So a shared module must not
 * keep state of a test, except state that `forEachFile` renews. A file that mocks modules gets its own instances of all modules.
 */
if (readFileSync(expect.getState().testPath ?? '', 'utf8').includes('vi.mock(')) {
  vi.resetModules();
  afterAll(() => void vi.resetModules());
} else {
  beginFile();
}
