import { defineConfig } from 'vitest/config';

/** The package by itself, packed and started outside the repository: a check of its own, because it takes as long as many tests. */
export default defineConfig({
  test: {
    name: 'firebase-local package',
    root: import.meta.dirname,
    include: ['src/package.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
