import { defineConfig } from 'vitest/config';

/** Tests that write whole publications, several times over. `npm run test:stack` in the root runs them. */
export const STACK_TESTS = ['src/load/load.test.ts'];

export default defineConfig({
  test: {
    name: 'seed stack',
    root: import.meta.dirname,
    include: STACK_TESTS,
    testTimeout: 300_000,
    hookTimeout: 600_000,
  },
});
