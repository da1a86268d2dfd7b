import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      'shared',
      'formats',
      'functions',
      'web',
      'web/vitest.isolated.config.ts',
      'web/vitest.logic.config.ts',
      'tools/rules',
    ],
    tags: [{ name: 'thorough', description: 'Slow or rarely touched: run by `npm run test:all`, not by `npm test`.' }],
    // One more than cores, because tests of the functions wait for emulators. Each further one costs a tenth of the processor time: it compiles
    // the code for itself.
    maxWorkers: availableParallelism() + 1,
    // The page of a failed test is printed whole: its first 7,000 characters are the header.
    env: { DEBUG_PRINT_LIMIT: '100000' },
    // A busy machine takes longer than Vitest's 10 s to end a worker.
    teardownTimeout: 120_000,
  },
});
