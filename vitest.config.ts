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
    // Tests wait for emulators and clocks a third of their time, and the runner itself has little to do; its default leaves one of two cores idle.
    maxWorkers: Math.max(3, availableParallelism() - 1),
  },
});
