import { defineConfig } from 'vitest/config';

/** Tests that start a whole stack. `npm run test:stack` in the root runs them. */
export const STACK_TESTS = ['src/backup/local-stack.test.ts'];

export default defineConfig({
  test: {
    name: 'deploy stack',
    root: import.meta.dirname,
    include: STACK_TESTS,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
