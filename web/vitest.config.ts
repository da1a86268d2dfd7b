import { readdirSync, readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type TestUserConfig } from 'vitest/config';
import { withoutChosenTests } from '../vitest.thorough.ts';

/** Test files that replace modules. In a shared worker, they sometimes leak them to each other (vitest-dev/vitest#11284). */
const WITH_MOCKS = readdirSync(`${import.meta.dirname}/src`, { encoding: 'utf8', recursive: true })
  .filter((file) => /\.test\.tsx$|\.dom\.test\.ts$/.test(file))
  .map((file) => `src/${file}`)
  .filter((file) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8').includes('vi.mock('));

/** Test files that this run omits. */
export const LEFT_OUT = withoutChosenTests(import.meta.dirname);

/** Test files that each need their own process: the project of `vitest.isolated.config.ts`. */
export const ISOLATED = WITH_MOCKS;

export const domTests = {
  environment: 'jsdom',
  environmentOptions: { jsdom: { url: 'http://inkwell.test/' } },
  setupFiles: ['src/test/setup.ts'],
  css: { modules: { classNameStrategy: 'non-scoped' } },
  testTimeout: 60_000,
  hookTimeout: 60_000,
  restoreMocks: true,
  unstubGlobals: true,
} satisfies TestUserConfig;

/**
 * Tests that need a document; pure logic is in `vitest.logic.config.ts`, files that need their own process in `vitest.isolated.config.ts`. The files
 * of one worker share their imports, and each gets a new document, which takes half the time of new processes.
 */
export default defineConfig({
  plugins: [react()],
  test: {
    ...domTests,
    name: 'web',
    pool: 'vmThreads',
    include: ['src/**/*.{test.tsx,dom.test.ts}'],
    exclude: ['**/node_modules/**', 'dist/**', ...ISOLATED, ...LEFT_OUT],
  },
});
