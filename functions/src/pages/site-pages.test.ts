import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServedAnswer } from '@inkwell/shared/served';
import { SERVED_DATA_ID } from '@inkwell/shared/served-keys';
import { pageTitle } from '@inkwell/shared/site';
import { HtmlValidate } from 'html-validate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPage } from '../compose/page.ts';
import { api } from '../testing/api.ts';
import { clock, db, resetFirestore } from '../testing/server.ts';
import { signIn, type TestUser } from '../testing/users.ts';

const SITE = 'https://inkwell.example';
const SHELL =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Inkwell</title></head>' +
  '<body><div id="root"></div><script type="module" src="/assets/app.js"></script></body></html>';
const BASE = '/api/admin/pages';

let server: Server;
let shell: Server;
let admin: TestUser;

const portOf = (one: Server) => (one.address() as AddressInfo).port;

beforeAll(async () => {
  shell = createServer((_req, res) => void res.end(SHELL));
  await new Promise<void>((resolve) => shell.listen(0, '127.0.0.1', resolve));
  // A new instance for each request, with nothing cached.
  server = createServer((req, res) =>
    createPage({
      ...{ db, clock, log: () => undefined, projectId: 'demo-inkwell', siteUrl: SITE, trustedHops: 1, isLocal: true },
      ...{ shellUrl: `http://127.0.0.1:${portOf(shell)}/`, documentsPerMinute: 10_000 },
    })(req, res),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

beforeEach(async () => {
  await resetFirestore();
  admin = await signIn({ role: 'admin' });
});

afterAll(() => {
  server.close();
  shell.close();
});

async function get(path: string) {
  const answer = await fetch(`http://127.0.0.1:${portOf(server)}${path}`, { redirect: 'manual' });
  return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() };
}

const statusOf = async (path: string) => {
  const { status, location } = await get(path);
  return location === null ? status : [status, location];
};

const create = async (fields: object = {}) => {
  const page = { title: 'About <us>', slug: 'about', content: 'We *write* & read.', isPublished: true, ...fields };
  return (await api.post(BASE, page, admin)).body;
};

describe('a served page of the site', () => {
  it('shows title and text, with the answer of the app', async () => {
    await create({ language: 'de' });

    const page = await get('/about');

    expect(page.status).toBe(200);
    for (const part of [
      `<title>${pageTitle('About &lt;us&gt;')}</title>`,
      `<link rel="canonical" href="${SITE}/about">`,
      '<meta name="description" content="We write &amp; read.">',
      '<h1 class="post-article_title" lang="de" dir="auto">About &lt;us&gt;</h1>',
      '<em>write</em>',
      '"@type":"WebPage"',
      '"inLanguage":"de"',
    ]) {
      expect(page.text).toContain(part);
    }
    expect(page.text).not.toContain('post-article_byline');
    const data = new RegExp(`<script type="application/json" id="${SERVED_DATA_ID}">(.*?)</script>`).exec(page.text);
    const answers: ServedAnswer[] = JSON.parse(data?.[1] ?? '[]');
    expect(answers.filter(({ queryKey }) => queryKey[0] === 'site-pages')).toEqual([
      { queryKey: ['site-pages', 'by-slug', 'about'], data: (await api.get('/api/pages/about')).body },
    ]);
    const report = await new HtmlValidate({ extends: ['html-validate:recommended'] }).validateString(page.text);
    expect(
      report.results.flatMap(({ messages }) => messages).filter(({ ruleId }) => ruleId === 'parser-error'),
    ).toEqual([]);
  });

  it('says to search engines what its writers chose', async () => {
    await create({ searchTitle: 'Who we are', searchDescription: 'Writers', isHiddenFromSearch: true });

    const { text } = await get('/about');

    expect(text).toContain(`<title>${pageTitle('Who we are')}</title>`);
    expect(text).toContain('<meta name="description" content="Writers">');
    expect(text).toContain('<meta name="robots" content="noindex">');
  });

  it('redirects from other forms and every earlier address to the present one', async () => {
    const { id } = await create();
    for (const form of ['/About', '/about/']) expect(await statusOf(form)).toEqual([301, '/about']);

    await api.patch(`${BASE}/${id}`, { slug: 'us' }, admin);
    await api.patch(`${BASE}/${id}`, { slug: 'über-uns' }, admin);

    for (const old of ['/about', '/us', '/US'])
      expect(await statusOf(old)).toEqual([301, `/${encodeURIComponent('über-uns')}`]);
    expect(await statusOf(`/${encodeURIComponent('über-uns')}`)).toBe(200);
  });

  it('is not found unpublished and in the trash, nor are its earlier addresses', async () => {
    const { id } = await create();
    await api.patch(`${BASE}/${id}`, { slug: 'us', isPublished: false }, admin);
    for (const path of ['/us', '/about']) expect(await statusOf(path)).toBe(404);

    await api.patch(`${BASE}/${id}`, { isPublished: true }, admin);
    expect(await statusOf('/us')).toBe(200);
    await api.delete(`${BASE}/${id}`, admin);
    for (const path of ['/us', '/about', '/us/more']) expect(await statusOf(path)).toBe(404);
  });

  it('is in the sitemap while it is for search engines, and in no feed', async () => {
    const { id } = await create();
    await create({ slug: 'hidden', isHiddenFromSearch: true });
    await create({ slug: 'draft', isPublished: false });

    const { text } = await get('/sitemap.xml');
    expect(text).toContain(`<loc>${SITE}/about</loc>`);
    expect(text).not.toMatch(/hidden|draft/);
    expect((await get('/feed.xml')).text).not.toContain('About');

    await api.patch(`${BASE}/${id}`, { isPublished: false }, admin);
    expect((await get('/sitemap.xml')).text).not.toContain('/about');
  });
});
