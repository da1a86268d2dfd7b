import { defineConfig } from 'vitest/config';

const functions = `${import.meta.dirname}/../../functions`;

/** Tests the command against the API on the emulators, and the packed command. */
export default defineConfig({
  resolve: { alias: { '@inkwell/web/server': `${functions}/node_modules/.renderer/server.js` } },
  test: {
    name: 'cli',
    include: ['src/**/*.test.ts'],
    globalSetup: [`${functions}/src/testing/global-setup.ts`],
    setupFiles: [`${functions}/src/testing/each-file.setup.ts`],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
