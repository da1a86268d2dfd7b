import { defineConfig } from 'vitest/config';

/**
 * What starts whole stacks, kills their parts and packs the package: run by `npm run test:stack` in the root, because it takes
 * about as long as all other tests together.
 */
export const STACK_TESTS = ['src/package.test.ts', 'src/suite/launch.test.ts', 'src/suite/durability.test.ts'];

export default defineConfig({
  test: {
    name: 'firebase-local stack',
    root: import.meta.dirname,
    include: STACK_TESTS,
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
