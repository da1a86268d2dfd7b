import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      'shared',
      'functions',
      'web',
      'web/vitest.isolated.config.ts',
      'web/vitest.logic.config.ts',
      'tools/rules',
      'tools/seed',
      'tools/structure',
      'tools/deploy',
      'tools/bench',
    ],
    // Tests of the functions wait for emulators half of their time: fewer workers would leave cores idle.
    maxWorkers: Math.max(4, availableParallelism() - 1),
  },
});
