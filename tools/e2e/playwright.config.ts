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
    // Requests answered by a worker do not reach a journey's routes; offline.spec.ts allows workers.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Recording a trace takes a quarter of a journey's time; use `--trace on` if needed.
    trace: 'off',
  },
  projects: [{ name: 'chromium', use: { ...devices['Desktop Chrome'] } }],
});
