import { DEFAULT_SITE } from '@inkwell/shared/site';
import { pageTitle } from '@inkwell/shared/site-data';
import { describe, expect, it } from 'vitest';
import { api } from '../testing/api.ts';
import { parserErrors } from '../testing/parser-errors.ts';
import { answersIn, SITE, serveEachTest } from '../testing/served.ts';

const BASE = '/api/admin/pages';

const site = serveEachTest();

const { get, statusOf } = site;

const create = async (fields: object = {}) => {
  const page = { title: 'About <us>', slug: 'about', content: 'We *write* & read.', isPublished: true, ...fields };
  return (await api.post(BASE, page, site.admin)).body;
};

describe('a served site page', () => {
  it("shows title and text, with the app's answer", async () => {
    await create({ language: 'de' });

    const page = await get('/about');

    expect(page.status).toBe(200);
    for (const part of [
      `<title>${pageTitle('About &lt;us&gt;', DEFAULT_SITE)}</title>`,
      `<link rel="canonical" href="${SITE}/about">`,
      '<meta name="description" content="We write &amp; read.">',
      '<h1 lang="de" dir="auto">About &lt;us&gt;</h1>',
      '<em>write</em>',
      '"@type":"WebPage"',
      '"inLanguage":"de"',
    ]) {
      expect(page.text).toContain(part);
    }
    expect(page.text).not.toContain('rel="author"');
    expect(answersIn(page.text).filter(({ queryKey }) => queryKey[0] === 'site-pages')).toEqual([
      { queryKey: ['site-pages', 'by-slug', 'about'], data: (await api.get('/api/pages/about')).body },
    ]);
    expect(await parserErrors(page.text)).toEqual([]);
  });

  it("has its writers' texts for search engines", async () => {
    await create({ searchTitle: 'Who we are', searchDescription: 'Writers', isHiddenFromSearch: true });

    const { text } = await get('/about');

    expect(text).toContain(`<title>${pageTitle('Who we are', DEFAULT_SITE)}</title>`);
    expect(text).toContain('<meta name="description" content="Writers">');
    expect(text).toContain('<meta name="robots" content="noindex">');
  });

  it('redirects from other forms and every earlier address to the current one', async () => {
    const { id } = await create();
    for (const form of ['/About', '/about/']) expect(await statusOf(form)).toEqual([301, '/about']);

    await api.patch(`${BASE}/${id}`, { slug: 'us' }, site.admin);
    await api.patch(`${BASE}/${id}`, { slug: 'über-uns' }, site.admin);

    for (const old of ['/about', '/us', '/US'])
      expect(await statusOf(old)).toEqual([301, `/${encodeURIComponent('über-uns')}`]);
    expect(await statusOf(`/${encodeURIComponent('über-uns')}`)).toBe(200);
  });

  it('is not found while unpublished or in the trash, and neither are its earlier addresses', async () => {
    const { id } = await create();
    await api.patch(`${BASE}/${id}`, { slug: 'us', isPublished: false }, site.admin);
    for (const path of ['/us', '/about']) expect(await statusOf(path)).toBe(404);

    await api.patch(`${BASE}/${id}`, { isPublished: true }, site.admin);
    expect(await statusOf('/us')).toBe(200);
    await api.delete(`${BASE}/${id}`, site.admin);
    for (const path of ['/us', '/about', '/us/more']) expect(await statusOf(path)).toBe(404);
  });

  it('is shown in its stored form by its preview link, without navigation and without the app', async () => {
    const { id } = await create({ isPublished: false, language: 'de' });
    const { url } = (await api.post(`${BASE}/${id}/preview`, undefined, site.admin)).body;
    const path = new URL(url).pathname;

    const page = await get(path);

    expect(page.status).toBe(200);
    for (const part of [
      `<title>${pageTitle('About &lt;us&gt;', DEFAULT_SITE)}</title>`,
      'The page as it stands now, not published yet.',
      '<h1 lang="de" dir="auto">About &lt;us&gt;</h1>',
      '<em>write</em>',
      '<meta name="robots" content="noindex, nofollow">',
    ])
      expect(page.text).toContain(part);
    expect(page.text).not.toMatch(/type="module"|canonical|og:|ld\+json|aria-current/);

    await api.patch(`${BASE}/${id}`, { title: 'Us', isPublished: true }, site.admin);
    expect((await get(path)).text).toContain('The page as it stands now. This link');
    await api.delete(`${BASE}/${id}`, site.admin);
    expect((await get(path)).status).toBe(404);
    await api.post(`${BASE}/${id}/undelete`, undefined, site.admin);
    expect((await get(path)).status).toBe(404);
  });

  it('is in the sitemap unless it is hidden from search engines, and in no feed', async () => {
    const { id } = await create();
    await create({ slug: 'hidden', isHiddenFromSearch: true });
    await create({ slug: 'draft', isPublished: false });

    const { text } = await get('/sitemap.xml');
    expect(text).toContain(`<loc>${SITE}/about</loc>`);
    expect(text).not.toMatch(/hidden|draft/);
    expect((await get('/feed.xml')).text).not.toContain('About');

    await api.patch(`${BASE}/${id}`, { isPublished: false }, site.admin);
    expect((await get('/sitemap.xml')).text).not.toContain('/about');
  });
});
