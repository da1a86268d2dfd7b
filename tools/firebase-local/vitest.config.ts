import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'firebase-local',
    include: ['**/*.test.ts'],
    // The package by itself is checked with vitest.package.config.ts.
    exclude: ['**/node_modules/**', 'lib/**', 'src/package.test.ts'],
    // Elsewhere than on a person's machine, time can be short enough for one race against a clock to be lost.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
