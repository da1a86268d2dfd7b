import { defineConfig } from 'vitest/config';

/** Tests without a document, which takes two seconds to create; `*.dom.test.ts` files have one. */
export default defineConfig({
  test: {
    name: 'web-logic',
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'dist/**', '**/*.dom.test.ts'],
    testTimeout: 20_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
