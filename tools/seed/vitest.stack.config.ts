import { defineConfig } from 'vitest/config';

/** What writes whole publications, several times over: run by `npm run test:stack` in the root. */
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
