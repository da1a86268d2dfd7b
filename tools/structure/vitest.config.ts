import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { name: 'structure', include: ['**/*.test.ts'], testTimeout: 30_000 } });
