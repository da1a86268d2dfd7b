import react from '@vitejs/plugin-react';
import { defineConfig, type TestUserConfig } from 'vitest/config';

/** The admin panel draws charts, of whose files some say `import` and are no modules by their names: only Node's own loader takes them. */
const WITH_CHARTS = 'src/features/admin/**/*.test.tsx';

export const shown = {
  environment: 'jsdom',
  environmentOptions: { jsdom: { url: 'http://inkwell.test/' } },
  setupFiles: ['src/test/setup.ts'],
  css: { modules: { classNameStrategy: 'non-scoped' } },
  testTimeout: 20_000,
  restoreMocks: true,
  unstubGlobals: true,
} satisfies TestUserConfig;

/**
 * What is shown, in a document; what only computes has the project of `vitest.logic.config.ts`, the admin panel that of
 * `vitest.admin.config.ts`. Files of one worker share what is loaded, and each has a new document: half the time of new processes.
 */
export default defineConfig({
  plugins: [react()],
  test: {
    ...shown,
    name: 'web',
    pool: 'vmThreads',
    include: ['src/**/*.{test.tsx,dom.test.ts}'],
    exclude: ['**/node_modules/**', 'dist/**', WITH_CHARTS],
  },
});
