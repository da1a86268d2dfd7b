import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'functions', include: ['**/*.test.ts'], exclude: ['**/node_modules/**', 'lib/**'] },
});
