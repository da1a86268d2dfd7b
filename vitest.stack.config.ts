import { defineConfig } from 'vitest/config';

/**
 * The local stack and its stand-ins, and tests that start whole stacks, kill their parts, load publications, install and pack.
 * `npm run test:stack` runs them, because they take about half as long as all other tests and concern few changes.
 */
export default defineConfig({
  test: {
    projects: [
      'tools/firebase-local',
      'tools/firebase-local/vitest.stack.config.ts',
      'functions/vitest.stack.config.ts',
      'functions/vitest.memory.config.ts',
      'tools/seed/vitest.stack.config.ts',
      'tools/deploy/vitest.stack.config.ts',
      'tools/install',
    ],
    // Most of these tests wait for the processes that they start: two workers left half of two cores idle.
    maxWorkers: 4,
  },
});
