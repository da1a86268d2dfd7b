import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'emulators',
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', 'lib/**'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
