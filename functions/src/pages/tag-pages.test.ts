import { DEFAULT_SITE } from '@inkwell/shared/site';
import { pageTitle } from '@inkwell/shared/site-data';
import { postPath } from '@inkwell/shared/slug';
import { parseAtomFeed } from 'feedsmith';
import { describe, expect, it } from 'vitest';
import { api } from '../testing/api.ts';
import { parserErrors } from '../testing/parser-errors.ts';
import { answersIn, SITE, serveEachTest } from '../testing/served.ts';

const site = serveEachTest();

const { get, statusOf, publish } = site;

const tagIdOf = async (name: string) =>
  (await api.get(`/api/admin/tags?q=${encodeURIComponent(name)}`, site.admin)).body[0].id as string;

describe('the page of a tag', () => {
  it("shows its description and its posts, with the app's answers", async () => {
    const post = await publish({ tags: ['Green Tea', '#internal'] });
    await publish({ title: 'Others', tags: ['Coffee'] });
    const id = await tagIdOf('Green');
    const picture = 'https://x.example/a.png';
    await api.patch(`/api/admin/tags/${id}`, { description: 'Leaves <b> & water', picture }, site.admin);

    const page = await get('/tags/green-tea');

    expect(page.status).toBe(200);
    for (const part of [
      `<title>${pageTitle('Green Tea', DEFAULT_SITE)}</title>`,
      `<link rel="canonical" href="${SITE}/tags/green-tea">`,
      '<meta name="description" content="Leaves &lt;b&gt; &amp; water">',
      `href="${SITE}/feed/tags/green-tea.xml"`,
      `<meta property="og:image" content="${picture}">`,
      '<h1 dir="auto">Green Tea</h1>',
      'dir="auto">Leaves &lt;b&gt; &amp; water</p>',
      'Low tide',
      '1 post<',
    ]) {
      expect(page.text).toContain(part);
    }
    expect(page.text).not.toContain('Others');
    const answers = answersIn(page.text);
    expect(answers.map(({ queryKey }) => queryKey)).toEqual([
      ['tags', 'by-slug', 'green-tea'],
      ['posts', 'list', { tag: 'green-tea' }],
      ['menu'],
    ]);
    expect(answers[0]?.data).toEqual((await api.get('/api/tags/green-tea')).body);
    expect(await parserErrors(page.text)).toEqual([]);

    const article = await get(postPath(post));
    expect(article.text).toContain('<a dir="auto" href="/tags/green-tea">Green Tea</a>');
    expect(article.text).toContain('<meta property="article:tag" content="Green Tea">');
    expect(article.text).toContain('"keywords":["Green Tea"]');
    expect(article.text).not.toContain('internal');
  });

  it('redirects from every earlier and merged address to the current one, percent-encoded', async () => {
    await publish({ tags: ['Tea'] });
    await publish({ title: 'High tide', tags: ['Coffee'] });
    const [tea, coffee] = [await tagIdOf('Tea'), await tagIdOf('Coffee')];
    const path = `/api/admin/tags/${tea}`;

    await api.patch(path, { name: 'Green', slug: 'green' }, site.admin);
    expect(await statusOf('/tags/tea')).toEqual([301, '/tags/green']);

    await api.patch(path, { slug: '緑茶' }, site.admin);
    for (const old of ['tea', 'green', 'TEA'])
      expect(await statusOf(`/tags/${old}`)).toEqual([301, `/tags/${encodeURIComponent('緑茶')}`]);
    expect(await statusOf(`/feed/tags/tea.xml`)).toEqual([301, `/feed/tags/${encodeURIComponent('緑茶')}.xml`]);
    expect(await statusOf(`/tags/${encodeURIComponent('緑茶')}`)).toBe(200);

    await api.post(`${path}/merge`, { into: coffee }, site.admin);
    for (const old of ['tea', 'green', encodeURIComponent('緑茶')])
      expect(await statusOf(`/tags/${old}`)).toEqual([301, '/tags/coffee']);
    expect((await get('/tags/coffee')).text).toContain('2 posts<');

    await api.patch(`/api/admin/tags/${coffee}`, { slug: 'drinks' }, site.admin);
    expect(await statusOf('/tags/tea')).toEqual([301, '/tags/drinks']);
  });

  it('is not found for unknown, internal, deleted and empty tags', async () => {
    const post = await publish({ tags: ['Tea', '#internal', 'Gone'] });
    await api.delete(`/api/admin/tags/${await tagIdOf('Gone')}`, site.admin);
    for (const slug of ['water', 'hash-internal', 'gone', '..%2f..', 'x'.repeat(400), '%F0%9F%8D%B5', 'tea/x'])
      expect([slug, await statusOf(`/tags/${slug}`)]).toEqual([slug, 404]);
    expect(await statusOf('/tags/tea')).toBe(200);

    await api.patch(`/api/posts/${post.id}`, { isPublished: false }, site.admin);

    expect(await statusOf('/tags/tea')).toBe(404);
    expect(await statusOf('/feed/tags/tea.xml')).toBe(404);
    expect((await get('/sitemap.xml')).text).not.toContain('/tags/');
  });

  it('has a feed, and is in the sitemap', async () => {
    await publish({ tags: ['Tea & more', '#internal'] });

    const { text } = await get('/feed/tags/tea-more.xml');
    const feed = parseAtomFeed(text);

    expect(text).toContain('Tea &amp; more</title>');
    expect(feed.entries?.[0]?.categories?.map(({ term }) => term)).toEqual(['Tea & more']);
    expect((await get('/sitemap.xml')).text).toContain(`<loc>${SITE}/tags/tea-more</loc>`);
    expect((await get('/sitemap.xml')).text).not.toContain('internal');
  });
});
