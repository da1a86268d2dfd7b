import { defineConfig } from 'vitest/config';
import { withoutChosenTests } from '../vitest.thorough.ts';
import { STACK_TESTS } from './vitest.stack.config.ts';

export default defineConfig({
  resolve: { alias: { '@inkwell/web/server': `${import.meta.dirname}/node_modules/.renderer/server.js` } },
  test: {
    name: 'functions',
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', 'lib/**', ...STACK_TESTS, ...withoutChosenTests(import.meta.dirname)],
    globalSetup: ['src/testing/global-setup.ts'],
    setupFiles: ['src/testing/each-file.setup.ts'],
    isolate: false,
    // Less garbage collection: a tenth of the processor time.
    execArgv: ['--max-semi-space-size=64'],
    // A safeguard for a busy machine: a test normally ends when its condition is met.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
