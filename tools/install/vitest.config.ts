import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { name: 'install', include: ['*.test.mjs'], testTimeout: 60_000 } });
