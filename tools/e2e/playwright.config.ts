import { defineConfig, devices } from '@playwright/test';
import { type Engine, installedEngines } from './engines/engine.ts';

/** The longest tests start first, so that all workers end at about the same time. */
const LONG = /screens\.spec\.ts/;
/** Journeys that change all pages. To run them alone: `--no-deps`. */
const LAST = /(?:settings|newsletter)\.spec\.ts/;

const isCi = process.env.CI !== undefined && process.env.CI !== '';

const engines = installedEngines();

export default defineConfig<{ engine: Engine }>({
  testDir: 'tests',
  outputDir: 'test-results',
  globalSetup: ['./engines/global-setup.ts', './support/global-setup.ts'],
  fullyParallel: true,
  forbidOnly: isCi,
  // Journeys spend part of their time waiting, so two workers would leave two cores idle.
  workers: 3,
  // Journeys take a few seconds; a busy machine may need many times that.
  timeout: 120_000,
  expect: { timeout: 30_000 },
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
  projects: [
    { name: 'screens', testMatch: LONG, use: { ...devices['Desktop Chrome'] } },
    { name: 'journeys', testIgnore: [LONG, LAST], use: { ...devices['Desktop Chrome'] } },
    ...engines.map((engine) => ({ name: engine, testDir: 'engines', use: { engine } })),
    {
      name: 'last',
      testMatch: LAST,
      dependencies: ['screens', 'journeys', ...engines],
      use: { ...devices['Desktop Chrome'] },
    },
  ],
});
