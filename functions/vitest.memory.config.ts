import { defineConfig } from 'vitest/config';
import { ALONE } from './vitest.stack.config.ts';

/** Run by `npm run test:stack` in the root, after all others. */
export default defineConfig({
  test: {
    name: 'functions memory',
    root: import.meta.dirname,
    include: ALONE,
    globalSetup: ['src/testing/global-setup.ts'],
    sequence: { groupOrder: 1 },
  },
});
