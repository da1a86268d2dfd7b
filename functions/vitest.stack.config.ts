import { defineConfig } from 'vitest/config';

/** Measures of one process, which runs after all others: a busy machine sends its uploads too slowly. */
export const ALONE = ['src/uploads/uploads.memory.test.ts'];

/**
 * What starts processes: Google's emulators as a whole, functions with a limited memory, commands, and the installing of what is deployed. Run by
 * `npm run test:stack` in the root.
 */
export const STACK_TESTS = [
  'src/functions-emulator.test.ts',
  'src/deployment.test.ts',
  'src/live/live.host.test.ts',
  'src/runtime/front.test.ts',
  ...ALONE,
  'src/imports/commands.test.ts',
  'src/users/set-role.test.ts',
];

export default defineConfig({
  test: {
    name: 'functions stack',
    root: import.meta.dirname,
    include: STACK_TESTS,
    exclude: ALONE,
    globalSetup: ['src/testing/global-setup.ts'],
    testTimeout: 300_000,
    hookTimeout: 600_000,
  },
});
