import { waitPatiently } from '@inkwell/shared/testing/patience';
import { vi } from 'vitest';

waitPatiently();

// The files of a worker share loaded packages, and each has its own copies of our modules. Stubs of the previous file's last test would still be
// active while packages are imported.
vi.unstubAllGlobals();
vi.resetModules();
