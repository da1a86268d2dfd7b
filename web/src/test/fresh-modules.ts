import { waitPatiently } from '@inkwell/shared/testing/patience';
import { vi } from 'vitest';

waitPatiently();

// The files of a worker share loaded packages, and each has modules of our own for itself.
vi.resetModules();
