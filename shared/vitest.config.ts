import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'shared', include: ['**/*.test.ts'], exclude: ['**/node_modules/**', 'lib/**'], testTimeout: 20_000 },
});
