import { vi } from 'vitest';

// The files of a worker share loaded packages, and each has modules of our own for itself.
vi.resetModules();
