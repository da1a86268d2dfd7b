// @module-tag thorough
import { authorPath } from '@inkwell/shared/bylines';
import { escapeHtml } from '@inkwell/shared/escape';
import { categoryPath, seriesPath, tagPath } from '@inkwell/shared/slug';
import { SlugInput } from '@inkwell/shared/tags';
import { parseAtomFeed } from 'feedsmith';
import { describe, expect, it } from 'vitest';
import { api } from '../testing/api.ts';
import { storedAll } from '../testing/posts.ts';
import { SITE, serveEachTest } from '../testing/served.ts';

/* Names of tags, series, categories and guest authors with a special meaning in routes, markup or storage, or misleading to the eye. */

const site = serveEachTest();

const AREAS = {
  tags: '/api/admin/tags',
  series: '/api/admin/series',
  categories: '/api/categories',
  authors: '/api/admin/authors',
} as const;

const publish = (given: object) =>
  api.post('/api/posts', { title: 'Low tide', content: 'It draws.', isPublished: true, ...given }, site.admin);

/** Creates one of each with the same name, and a post with all of them. */
async function name(given: string) {
  const made = await Promise.all(Object.values(AREAS).map((path) => api.post(path, { name: given }, site.admin)));
  const [tag, series, category, author] = made.map(({ body }) => body);
  const ids = { tagIds: [tag.id], seriesId: series.id, categoryId: category.id, authorIds: [author.id] };
  return { tag, series, category, author, post: await publish(ids) };
}

describe('a tag, a series, a category and a guest author', () => {
  it.each([
    ...['new', 'api', 'admin', '..', 'a/b', '%2e%2e%2f', '__proto__', '?q=1#top'],
    ...['<script>alert(1)</script>', `"'><img src=x onerror=alert(1)>`],
    // An emoji, a text from right to left, a look-alike of "Tea", and letters beyond 16 bits.
    ...['🍵', 'شاي أخضر', 'Теа', '𐐨'.repeat(50), 'x'.repeat(100)],
  ])('may be called %s, and each has its page and feed', async (given) => {
    const { tag, series, category, author, post } = await name(given);

    expect(post.status).toBe(201);
    for (const { slug } of [tag, series]) expect([slug, SlugInput.safeParse(slug).success]).toEqual([slug, true]);
    const sitemap = (await site.get('/sitemap.xml')).text;
    for (const [path, feed] of [
      [tagPath(tag.slug), `/feed${tagPath(tag.slug)}.xml`],
      [seriesPath(series.slug), `/feed${seriesPath(series.slug)}.xml`],
      [categoryPath(category), `/feed/${category.id}.xml`],
      [authorPath(author), `/feed/authors/${author.id}.xml`],
    ] as const) {
      const page = await site.get(path);
      expect([path, page.status]).toEqual([path, 200]);
      expect(page.text).toContain(`<link rel="canonical" href="${SITE}${path}">`);
      expect(page.text).toMatch(/<h1[^>]* dir="auto">/);
      expect(page.text).toContain(`${escapeHtml(given)}</h1>`);
      if (given.includes('<')) expect(page.text).not.toContain(given);
      expect(parseAtomFeed((await site.get(feed)).text).entries).toHaveLength(1);
      expect(sitemap).toContain(`<loc>${SITE}${path}</loc>`);
    }
  });

  it.each([
    ['of 191 characters', 'x'.repeat(191)],
    ['that turns the direction of what follows', 'a\u202eb'],
    ['with an invisible letter', 'Te\u200ba'],
    ['without a visible letter', '\u3164'],
    ['without anything', ' \t'],
  ])('may not have a name %s', async (_, given) => {
    const before = await Promise.all(Object.keys(AREAS).map(storedAll));

    for (const path of Object.values(AREAS))
      expect(await api.post(path, { name: given }, site.admin)).toMatchObject({ status: 400, writes: 0 });
    expect((await publish({ tags: [given] })).status).toBe(400);
    expect(await Promise.all(Object.keys(AREAS).map(storedAll))).toEqual(before);
  });

  it('that look alike stay separate, each with its own posts', async () => {
    const [latin, cyrillic] = [await name('Tea'), await name('Теа')];

    expect(cyrillic.tag.slug).not.toBe(latin.tag.slug);
    for (const { tag, post } of [latin, cyrillic]) {
      const { text } = await site.get(tagPath(tag.slug));
      expect([...text.matchAll(/<h2[^>]*><a[^>]* href="\/posts\/([^/"]+)/g)].map(([, id]) => id)).toEqual([
        post.body.id,
      ]);
    }
  });

  it('keep addresses that can be saved again if many names result in the same one', async () => {
    const letters = '𐐨'.repeat(47);
    for (const sign of ['', '!', '?', '.', ',', ';', ':', '/', '=', '%'])
      for (const path of [AREAS.tags, AREAS.series]) {
        const { body } = await api.post(path, { name: letters + sign }, site.admin);
        expect(
          await api.patch(`${path}/${body.id}`, { slug: body.slug, description: 'New' }, site.admin),
        ).toMatchObject({
          status: 200,
        });
      }
  });
});

describe('an old address', () => {
  it('of a target that was merged into a merged and renamed one leads to the last one with one redirect', async () => {
    const made = await Promise.all(['One', 'Two', 'Three'].map((given) => name(given)));
    const [one, two, three] = made as [(typeof made)[0], (typeof made)[0], (typeof made)[0]];
    await api.patch(`${AREAS.tags}/${one.tag.id}`, { slug: 'first' }, site.admin);
    await api.post(`${AREAS.tags}/${one.tag.id}/merge`, { into: two.tag.id }, site.admin);
    await api.post(`${AREAS.tags}/${two.tag.id}/merge`, { into: three.tag.id }, site.admin);
    await api.patch(`${AREAS.tags}/${three.tag.id}`, { slug: 'last' }, site.admin);
    const categories = '/api/admin/categories';
    await api.post(`${categories}/${one.category.id}/merge`, { into: two.category.id }, site.admin);
    await api.post(`${categories}/${two.category.id}/merge`, { into: three.category.id }, site.admin);
    await api.patch(`${categories}/${three.category.id}`, { name: 'Last' }, site.admin);

    for (const old of ['one', 'first', 'two', 'three'])
      expect([old, await site.statusOf(`/tags/${old}`)]).toEqual([old, [301, '/tags/last']]);
    for (const { category } of made)
      expect(await site.statusOf(categoryPath(category))).toEqual([301, `/categories/${three.category.id}/last`]);
    expect((await site.get('/tags/last')).text).toContain('3 posts<');
    expect((await site.get(`/categories/${three.category.id}/last`)).text).toContain('3 posts<');
    // A merged tag is gone: nobody can rename it, merge into it, or give it to a post.
    expect((await api.patch(`${AREAS.tags}/${one.tag.id}`, { slug: 'again' }, site.admin)).status).toBe(404);
    expect((await api.post(`${AREAS.tags}/${three.tag.id}/merge`, { into: one.tag.id }, site.admin)).status).toBe(404);
    expect((await publish({ tagIds: [one.tag.id] })).body.tags).toEqual([{ name: 'Three', slug: 'last' }]);
    // A new tag never takes over an old address.
    expect((await api.post(AREAS.tags, { name: 'First' }, site.admin)).body.slug).toBe('first-2');
  });
});
