import { readdirSync, readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type TestUserConfig } from 'vitest/config';

/** The admin panel draws charts, of whose files some say `import` and are no modules by their names: only Node's own loader takes them. */
const WITH_CHARTS = 'src/features/admin/**/*.test.tsx';

/**
 * Files that replace modules. In one worker with others they would now and then get the real ones, or leave theirs to the next file
 * (vitest-dev/vitest#11284).
 */
const WITH_MOCKS = readdirSync(`${import.meta.dirname}/src`, { encoding: 'utf8', recursive: true })
  .filter((file) => /\.test\.tsx$|\.dom\.test\.ts$/.test(file))
  .map((file) => `src/${file}`)
  .filter((file) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8').includes('vi.mock('));

/** Files that each need a process of their own: the project of `vitest.apart.config.ts`. */
export const APART = [WITH_CHARTS, ...WITH_MOCKS];

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
 * What is shown, in a document; what only computes has the project of `vitest.logic.config.ts`, what needs a process of its own that of
 * `vitest.apart.config.ts`. Files of one worker share what is loaded, and each has a new document: half the time of new processes.
 */
export default defineConfig({
  plugins: [react()],
  test: {
    ...shown,
    name: 'web',
    pool: 'vmThreads',
    include: ['src/**/*.{test.tsx,dom.test.ts}'],
    exclude: ['**/node_modules/**', 'dist/**', ...APART],
  },
});
