import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Line, openLine } from 'firebase-local/testing/line';
import { urlOf } from '../support/offline.ts';
import { sessionOf } from '../support/people.ts';
import { test as base, expect, productUrl } from '../support/test.ts';
import { type Engine, start } from './engine.ts';
import { createPage, type EnginePage } from './page.ts';

export interface Device {
  readonly page: EnginePage;
  /** Gives the browser the session of a signed-in account. */
  signIn(email: string): Promise<void>;
  /** Kills and restarts the browser. @returns its new page */
  restart(): Promise<EnginePage>;
}

/** A browser of the project's engine, with its own connection. A journey fails if any page logs an error. */
export const test = base.extend<{ engine: Engine; expected: RegExp; line: Line; device: Device }>({
  engine: ['firefox', { option: true }],
  /** Errors that pages may log. */
  expected: [/^$/, { option: true }],
  line: async ({ playwright: _playwright }, use) => {
    const line = await openLine(new URL(productUrl()).host);
    await use(line);
    line.close();
  },
  device: async ({ engine, expected, line, request }, use, info) => {
    const profile = mkdtempSync(join(tmpdir(), `inkwell-${engine}-`));
    let session = await start(engine, profile);
    let page = createPage(session, urlOf(line));
    const expectNoTroubles = async () =>
      expect((await page.troubles()).filter((trouble) => !expected.test(trouble))).toEqual([]);
    try {
      await use({
        page,
        async signIn(email) {
          const entries = await sessionOf(email, request);
          // A page without the app, which could otherwise replace the session in the meantime.
          await page.open('/robots.txt');
          await page.run((list) => {
            for (const { name, value } of list) localStorage.setItem(name, value);
          }, entries);
        },
        async restart() {
          await expectNoTroubles();
          await session.kill();
          session = await start(engine, profile);
          page = createPage(session, urlOf(line));
          return page;
        },
      });
      if (info.status === info.expectedStatus) await expectNoTroubles();
      else {
        const path = info.outputPath('failed.png');
        writeFileSync(path, await session.screenshot(), 'base64');
        await info.attach('screenshot', { path, contentType: 'image/png' });
      }
    } finally {
      await session.kill();
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    }
  },
});

export { expect };
