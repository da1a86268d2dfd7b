import { defineConfig } from 'vitest/config';

/**
 * The local stack with all that stands in for a cloud, and what starts whole stacks, kills their parts, loads publications, installs and packs:
 * run by `npm run test:stack`, because it takes about half as long as all other tests, and few changes concern it.
 */
export default defineConfig({
  test: {
    projects: [
      'tools/firebase-local',
      'tools/firebase-local/vitest.stack.config.ts',
      'functions/vitest.stack.config.ts',
      'tools/seed/vitest.stack.config.ts',
      'tools/install',
    ],
    maxWorkers: 2,
  },
});
