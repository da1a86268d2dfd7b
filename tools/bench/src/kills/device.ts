import { rmSync } from 'node:fs';
import { findBrowser } from '@inkwell/e2e/support/browser.ts';
import { killBrowser } from '@inkwell/e2e/support/kill-browser.ts';
import { MODERATOR, signInAndWait } from '@inkwell/e2e/support/people.ts';
import { type BrowserContext, chromium } from '@playwright/test';
import { forgetTexts } from './forget-texts.ts';

/** A browser with its own profile and a signed-in writer. */
export interface Device {
  readonly context: () => BrowserContext;
  /** Kills all processes of the browser, like an empty battery. The device stays off until `restart`. */
  readonly kill: () => void;
  readonly restart: () => Promise<void>;
  /** Deletes all autosaved texts in this browser. No page of the product may be open. @throws Error if it fails */
  readonly clear: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Generous, because busy machines show pages slowly, and that time is not measured here. */
const PATIENCE_MS = 90_000;

/** Starts a device. `profile` is a folder whose name must not be in the arguments of any other process. */
export async function openDevice(profile: string, baseURL: string): Promise<Device> {
  const choice = await findBrowser();
  const launch = () =>
    chromium.launchPersistentContext(profile, {
      executablePath: choice.executablePath,
      args: choice.args,
      env: { ...(process.env as Record<string, string>), ...choice.env },
      baseURL,
    });
  let context = await launch();
  context.setDefaultTimeout(PATIENCE_MS);
  await signInAndWait(await context.newPage(), MODERATOR);

  return {
    context: () => context,
    kill: () => killBrowser(profile),
    async restart() {
      await context.close().catch(() => undefined);
      rmSync(`${profile}/SingletonLock`, { force: true });
      context = await launch();
      context.setDefaultTimeout(PATIENCE_MS);
    },
    async clear() {
      const page = await context.newPage();
      await page.goto('/robots.txt');
      await page.evaluate(forgetTexts);
      await page.close();
    },
    close: () => context.close(),
  };
}
