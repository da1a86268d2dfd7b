import { test as base, expect as baseExpect, type Page } from '@playwright/test';
import type { StackPorts } from 'firebase-local/stack-ports';
import type { BrowserChoice } from './browser.ts';

/** Playwright's test with the browser and the product of global-setup.ts. */
export const test = base.extend({
  baseURL: async ({ playwright: _playwright }, use) => use(productUrl()),
  launchOptions: [
    async ({ playwright: _playwright }, use) => {
      const { executablePath, args, env } = JSON.parse(required('INKWELL_E2E_BROWSER')) as BrowserChoice;
      await use({ executablePath, args, env: { ...stringsOf(process.env), ...env } });
    },
    { scope: 'worker' },
  ],
});

export const expect = baseExpect;

/** Waits until the app has hydrated the page. */
export const expectHydrated = (page: Page) => expect(page.locator('[data-build]')).toHaveCount(0);

/** Waits until the app has hydrated the page and added the parts below the served ones. */
export async function expectWhole(page: Page): Promise<void> {
  await expectHydrated(page);
  await expect(page.getByRole('contentinfo')).toBeAttached();
}

export async function openHydrated(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectHydrated(page);
}

export async function openWhole(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectWhole(page);
}

/** The address of the running product. */
export function productUrl(): string {
  return required('INKWELL_E2E_URL');
}

/** The ports of the running stack, for calls outside the app (emails, tokens). */
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
