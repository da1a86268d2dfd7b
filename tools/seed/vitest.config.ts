import { defineConfig } from 'vitest/config';
import { STACK_TESTS } from './vitest.stack.config.ts';

export default defineConfig({
  test: {
    name: 'seed',
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', 'lib/**', ...STACK_TESTS],
    testTimeout: 60_000,
  },
});
