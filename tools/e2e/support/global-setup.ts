import { startStack } from 'firebase-local/testing/stack';
import { findBrowser } from './browser.ts';

/**
 * Starts the product like `npm start`, with its own data folder and free ports, and finds a browser. With INKWELL_E2E_URL, tests the product at that
 * address instead.
 * @returns a function that stops the product
 */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  const browser = await findBrowser();
  process.env.INKWELL_E2E_BROWSER = JSON.stringify(browser);
  console.log(`Browser: ${browser.executablePath} (${browser.source})`);
  if (process.env.INKWELL_E2E_URL) return undefined;

  const stack = await startStack();
  process.env.INKWELL_E2E_URL = stack.url;
  process.env.INKWELL_E2E_PORTS = JSON.stringify(stack.ports);
  console.log(`Product: ${stack.url}`);
  return stack.stop;
}
