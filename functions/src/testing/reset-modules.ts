import { vi } from 'vitest';

// The files of one worker share loaded packages, which are slow to load, but each file gets fresh modules of our own.
vi.resetModules();
