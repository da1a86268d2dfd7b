import { defineConfig, devices } from '@playwright/test';

const isCi = process.env.CI !== undefined && process.env.CI !== '';

export default defineConfig({
  testDir: 'tests',
  outputDir: 'test-results',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  forbidOnly: isCi,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: isCi ? [['list'], ['html', { open: 'never' }]] : [['list']],
  use: {
    locale: 'en-US',
    timezoneId: 'UTC',
    // What a worker answers is not seen by a journey that answers in the server's place; offline.spec.ts has it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Recorded for each journey it is a quarter of all their time; `--trace on` records those that are asked for.
    trace: 'off',
  },
  projects: [{ name: 'chromium', use: { ...devices['Desktop Chrome'] } }],
});
