import { defineConfig } from 'vitest/config';

/** Measurements of single processes run after all others, because on a busy machine uploads are too slow. */
export const ALONE = ['src/uploads/uploads.memory.test.ts'];

/**
 * Tests that start processes: all Google emulators, functions with limited memory, commands, and the installation of a deployment. Run by `npm run
 * test:stack` in the root.
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
