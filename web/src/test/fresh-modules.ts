import { waitPatiently } from '@inkwell/shared/testing/patience';
import { vi } from 'vitest';

waitPatiently();

// The files of a worker share loaded packages, and each has its own copies of our modules. What the last test of the file before has stubbed
// would still stand while packages are imported.
vi.unstubAllGlobals();
vi.resetModules();
