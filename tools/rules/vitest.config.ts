import { defineConfig } from 'vitest/config';
import { withoutChosenTests } from '../../vitest.thorough.ts';

export default defineConfig({
  test: {
    name: 'rules',
    include: ['**/*.test.ts'],
    exclude: withoutChosenTests(import.meta.dirname),
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
