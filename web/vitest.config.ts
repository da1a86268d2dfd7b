import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** What is shown, in a document; what only computes has the project of `vitest.logic.config.ts`. */
export default defineConfig({
  plugins: [react()],
  test: {
    name: 'web',
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://inkwell.test/' } },
    include: ['src/**/*.{test.tsx,dom.test.ts}'],
    exclude: ['**/node_modules/**', 'dist/**'],
    setupFiles: ['src/test/setup.ts'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
    testTimeout: 20_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
