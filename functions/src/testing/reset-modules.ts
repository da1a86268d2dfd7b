import { vi } from 'vitest';

// Files of one worker share the packages, whose loading takes longer than most files; of our own modules each file has new ones.
vi.resetModules();
