import { defineConfig } from 'vitest/config';
import { STACK_TESTS } from './vitest.stack.config.ts';

export default defineConfig({
  test: {
    name: 'firebase-local',
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', 'lib/**', ...STACK_TESTS],
    // Test files share their modules, because loading Firebase's clients takes longer than most tests.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 300_000,
    expect: { poll: { interval: 20, timeout: 10_000 } },
  },
});
