import { createServer } from 'node:http';
import type { ServedAnswer } from '@inkwell/shared/served';
import { SERVED_DATA_ID } from '@inkwell/shared/served-keys';
import { renderPage } from '@inkwell/web/server';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createPage } from '../compose/page.ts';
import { api } from './api.ts';
import { originOf } from './origin.ts';
import { clock, db, dependencies, resetFirestore } from './server.ts';
import { signIn, type TestUser } from './users.ts';

export const SITE = 'https://inkwell.example';

export const SHELL =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Inkwell</title></head>' +
  '<body><div id="root"></div><script type="module" src="/assets/app.js"></script></body></html>';

/** Page rendering as in the function `page`. */
export const rendering = { renderPage, now: () => clock.now() };

/** Removes the markup that only React, its router and CSS modules write: marks between texts and on links, class names, spelling variants. */
export const plainMarkup = (html: string): string =>
  html
    .replaceAll('<!-- -->', '')
    .replaceAll(/ class="[a-zA-Z]+_[\w-]{6}[^"]*"/g, '')
    .replaceAll(' data-discover="true"', '')
    .replaceAll('selected=""', 'selected')
    .replaceAll(/(<input[^>]*)\/>/g, '$1>')
    .replaceAll('&#x27;', '&#39;');

/** Runs the function `page` on the test database, with a new instance and no cache for each request unless `isOneInstance`. */
export async function servePages({ html = SHELL, isOneInstance = false } = {}) {
  const shell = createServer((_req, res) => void res.end(html));
  const shellUrl = `${await originOf(shell)}/`;
  const instance = () =>
    createPage({
      db,
      bucket: dependencies.bucket,
      publicBucket: dependencies.config.publicBucket,
      clock,
      log: () => undefined,
      projectId: 'demo-inkwell',
      siteUrl: SITE,
      trustedHops: 1,
      isLocal: true,
      renderPage,
      shellUrl,
      documentsPerMinute: 10_000,
    });
  const only = isOneInstance ? instance() : null;
  const server = createServer((req, res) => (only ?? instance())(req, res));
  const origin = await originOf(server);

  async function get(path: string) {
    const answer = await fetch(`${origin}${path}`, { redirect: 'manual' });
    const { status, headers } = answer;
    const bytes = Buffer.from(await answer.arrayBuffer());
    return { status, headers, location: headers.get('location'), bytes, text: plainMarkup(bytes.toString()) };
  }

  return {
    get,
    /** The status of an answer; for a redirect, also its target. */
    async statusOf(path: string): Promise<number | [number, string]> {
      const { status, location } = await get(path);
      return location === null ? status : [status, location];
    },
    close() {
      server.close();
      shell.close();
    },
  };
}

const POST = { title: 'Low tide', content: 'It draws.', isPublished: true };

/** Serves pages to the tests of a file. Each test starts with an empty database and an admin. */
export function serveEachTest() {
  let pages: Awaited<ReturnType<typeof servePages>>;
  let admin: TestUser;
  beforeAll(async () => {
    pages = await servePages();
  });
  beforeEach(async () => {
    await resetFirestore();
    admin = await signIn({ role: 'admin' });
  });
  afterAll(() => pages.close());
  return {
    get: (path: string) => pages.get(path),
    statusOf: (path: string) => pages.statusOf(path),
    /** Publishes a post of the admin. */
    publish: async (fields: object = {}) => (await api.post('/api/posts', { ...POST, ...fields }, admin)).body,
    /** The admin of the running test. */
    get admin() {
      return admin;
    },
  };
}

/** The API answers that a served page passes to the app. */
export function answersIn(html: string): ServedAnswer[] {
  const data = new RegExp(`<script type="application/json" id="${SERVED_DATA_ID}">(.*?)</script>`).exec(html);
  return JSON.parse(data?.[1] ?? '[]');
}
