import { defineConfig } from 'vitest/config';
import { withoutChosenTests } from '../vitest.thorough.ts';

export default defineConfig({
  test: {
    name: 'formats',
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', ...withoutChosenTests(import.meta.dirname)],
    testTimeout: 60_000,
  },
});
