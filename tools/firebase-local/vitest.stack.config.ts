import { defineConfig } from 'vitest/config';

/**
 * Tests that start whole stacks, kill their parts or pack the package. `npm run test:stack` in the root runs them, because they take about as long as
 * all other tests together.
 */
export const STACK_TESTS = ['src/package.test.ts', 'src/suite/launch.test.ts', 'src/suite/durability.test.ts'];

export default defineConfig({
  test: {
    name: 'firebase-local stack',
    root: import.meta.dirname,
    include: STACK_TESTS,
    testTimeout: 300_000,
    hookTimeout: 600_000,
  },
});
