import { defineConfig } from 'vitest/config';

/**
 * Tests of the tools, and tests that start whole stacks, kill their parts, load publications, install and pack. They concern few changes:
 * `npm run test:stack` runs them, as a part of `npm run test:all`.
 */
export default defineConfig({
  test: {
    projects: [
      'tools/bench',
      'tools/cli',
      'tools/deploy',
      'tools/seed',
      'tools/structure',
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
