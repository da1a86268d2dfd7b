import { DEFAULT_SITE } from '@inkwell/shared/site';
import { pageTitle } from '@inkwell/shared/site-data';
import { postPath } from '@inkwell/shared/slug';
import { describe, expect, it } from 'vitest';
import { api } from '../testing/api.ts';
import { parserErrors } from '../testing/parser-errors.ts';
import { answersIn, SITE, serveEachTest } from '../testing/served.ts';
import { clock } from '../testing/server.ts';

const site = serveEachTest();

const create = async (name: string, more = {}) =>
  (await api.post('/api/admin/series', { name, ...more }, site.admin)).body.id as string;

const publish = (title: string, seriesId: string | null, more = {}) => {
  clock.advance(1_000);
  return site.publish({ title, seriesId, ...more });
};

const structuredDataIn = (html: string) =>
  Array.from(html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g), ([, data]) =>
    JSON.parse(data ?? ''),
  );

describe('the page of a series', () => {
  it("shows its description and its posts in order, with the app's answers", async () => {
    const picture = 'https://x.example/a.png';
    const id = await create('A house in winter', { description: 'Snow <b> & stoves', picture });
    await publish('Second', id, { seriesPlace: 2 });
    await publish('First', id, { seriesPlace: 1 });
    await publish('Others', null);

    const page = await site.get('/series/a-house-in-winter');

    expect(page.status).toBe(200);
    for (const part of [
      `<title>${pageTitle('A house in winter', DEFAULT_SITE)}</title>`,
      `<link rel="canonical" href="${SITE}/series/a-house-in-winter">`,
      '<meta name="description" content="Snow &lt;b&gt; &amp; stoves">',
      `href="${SITE}/feed/series/a-house-in-winter.xml"`,
      `<meta property="og:image" content="${picture}">`,
      '<h1 dir="auto">A house in winter</h1>',
      'dir="auto">Snow &lt;b&gt; &amp; stoves</p>',
      '2 posts<',
    ]) {
      expect(page.text).toContain(part);
    }
    expect(page.text.indexOf('First')).toBeLessThan(page.text.indexOf('Second'));
    expect(page.text).not.toContain('Others');
    const answers = answersIn(page.text);
    expect(answers.map(({ queryKey }) => queryKey)).toEqual([
      ['series', 'by-slug', 'a-house-in-winter'],
      ['posts', 'list', { series: 'a-house-in-winter' }],
      ['menu'],
    ]);
    expect(answers[0]?.data).toEqual((await api.get('/api/series/a-house-in-winter')).body);
    expect(structuredDataIn(page.text)).toMatchObject([
      {
        '@type': 'CollectionPage',
        mainEntity: {
          numberOfItems: 2,
          itemListElement: [
            { position: 1, name: 'First' },
            { position: 2, name: 'Second' },
          ],
        },
      },
    ]);
    expect(await parserErrors(page.text)).toEqual([]);
  });

  it('is linked from its articles, which lead to the previous and the next one', async () => {
    const id = await create('Winter & more');
    const first = await publish('One <1>', id);
    const second = await publish('Two', id);
    const third = await publish('Three', id);

    const article = (await site.get(postPath(second))).text;

    for (const part of [
      '<p>Part 2 of <a dir="auto" href="/series/winter-more">Winter &amp; more</a></p>',
      `rel="prev" href="${postPath(first)}"`,
      '<span dir="auto">One &lt;1&gt;</span>',
      `rel="next" href="${postPath(third)}"`,
      '"isPartOf":{"@type":"CreativeWorkSeries","name":"Winter & more",',
    ]) {
      expect(article.replaceAll('\\u0026', '&')).toContain(part);
    }
    expect(await parserErrors(article)).toEqual([]);
    expect((await site.get(postPath(first))).text).not.toContain('rel="prev"');
    expect((await site.get(postPath(third))).text).not.toContain('rel="next"');
    expect((await site.get(postPath(await publish('Alone', null)))).text).not.toContain('Part ');
  });

  it('redirects from every earlier address to the current one, percent-encoded', async () => {
    const id = await create('Winter');
    await publish('One', id);
    const rename = (slug: string) => api.patch(`/api/admin/series/${id}`, { slug }, site.admin);

    await rename('snow');
    expect(await site.statusOf('/series/winter')).toEqual([301, '/series/snow']);

    await rename('冬');
    const now = `/series/${encodeURIComponent('冬')}`;
    for (const old of ['winter', 'snow', 'SNOW']) expect(await site.statusOf(`/series/${old}`)).toEqual([301, now]);
    expect(await site.statusOf('/feed/series/winter.xml')).toEqual([301, `/feed${now}.xml`]);
    expect(await site.statusOf(now)).toBe(200);
    // One redirect leads there, with the query.
    await api.post('/api/admin/redirects', { from: '/old', to: '/series/winter', status: 301 }, site.admin);
    expect(await site.statusOf('/old?a=b')).toEqual([301, `${now}?a=b`]);
  });

  it('is not found for unknown, deleted and empty series', { tags: 'thorough' }, async () => {
    const id = await create('Winter');
    const post = await publish('One', id);
    const gone = await create('Gone');
    await publish('Two', gone);
    await create('Empty');
    await api.delete(`/api/admin/series/${gone}`, site.admin);
    for (const slug of ['summer', 'gone', 'empty', '..%2f..', 'x'.repeat(400), '%F0%9F%8D%B5', 'winter/x'])
      expect([slug, await site.statusOf(`/series/${slug}`)]).toEqual([slug, 404]);
    expect(await site.statusOf('/series/winter')).toBe(200);
    expect((await site.get('/sitemap.xml')).text).toContain(`<loc>${SITE}/series/winter</loc>`);

    await api.patch(`/api/posts/${post.id}`, { isPublished: false }, site.admin);

    for (const path of ['/series/winter', '/feed/series/winter.xml', '/feed/series/summer.xml'])
      expect([path, await site.statusOf(path)]).toEqual([path, 404]);
    expect((await site.get('/sitemap.xml')).text).not.toContain('/series/');
  });
});
