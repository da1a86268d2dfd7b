import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      'shared',
      'functions',
      'web',
      'web/vitest.logic.config.ts',
      'tools/firebase-local',
      'tools/install',
      'tools/rules',
      'tools/seed',
      'tools/structure',
      'tools/deploy',
    ],
    // Tests wait for emulators and timers as often as they compute: with two workers two cores are idle a fifth of the time.
    maxWorkers: availableParallelism() + 1,
  },
});
