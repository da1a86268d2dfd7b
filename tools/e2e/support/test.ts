import { test as base, expect as baseExpect } from '@playwright/test';
import type { StackPorts } from 'firebase-local/stack-ports';
import type { BrowserChoice } from './browser.ts';

/** Playwright's test with the browser and the product of global-setup.ts. */
export const test = base.extend<object, { ports: StackPorts }>({
  baseURL: async ({ playwright: _playwright }, use) => use(productUrl()),
  launchOptions: [
    async ({ playwright: _playwright }, use) => {
      const { executablePath, args, env } = JSON.parse(required('INKWELL_E2E_BROWSER')) as BrowserChoice;
      await use({ executablePath, args, env: { ...stringsOf(process.env), ...env } });
    },
    { scope: 'worker' },
  ],
  /** The ports of the running stack, for calls outside the app (emails, tokens). */
  ports: [async ({ playwright: _playwright }, use) => use(stackPorts()), { scope: 'worker' }],
});

export const expect = baseExpect;

/** Matches a page as rendered by the server, until the app has hydrated it. */
export const NOT_TAKEN_OVER = '[data-build]';

/** The address of the running product. */
export function productUrl(): string {
  return required('INKWELL_E2E_URL');
}

export function stackPorts(): StackPorts {
  return JSON.parse(required('INKWELL_E2E_PORTS')) as StackPorts;
}

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: run these tests with \`npm run e2e\`.`);
  return value;
}

function stringsOf(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
