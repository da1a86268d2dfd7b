import { defineConfig } from 'vitest/config';
import { withoutChosenTests } from '../vitest.thorough.ts';

export default defineConfig({
  test: {
    name: 'shared',
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', 'lib/**', ...withoutChosenTests(import.meta.dirname)],
    testTimeout: 60_000,
  },
});
