import { defineConfig } from 'vitest/config';
import { LEFT_OUT } from './vitest.config.ts';

/**
 * Tests without a document, which takes two seconds to create; `*.dom.test.ts` files have one. The files of one worker share a process, and each has
 * its own modules, which takes half the work of new processes.
 */
export default defineConfig({
  test: {
    name: 'web-logic',
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'dist/**', '**/*.dom.test.ts', ...LEFT_OUT],
    isolate: false,
    setupFiles: ['src/test/fresh-modules.ts'],
    testTimeout: 60_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
