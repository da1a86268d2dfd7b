import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'seed',
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', 'lib/**'],
    retry: process.env.CI ? 1 : 0,
  },
});
