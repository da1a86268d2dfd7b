import { postPath } from '@inkwell/shared/slug';
import { describe, expect, it } from 'vitest';
import { api } from '../testing/api.ts';
import { seedCategory, seedPost } from '../testing/posts.ts';
import { SITE, serveEachTest } from '../testing/served.ts';

const site = serveEachTest();

const { get, statusOf } = site;

describe('the page of all categories', () => {
  it("shows them in the publication's order", async () => {
    const [, birds] = [await seedCategory('Art'), await seedCategory('Birds')];
    await api.put('/api/admin/categories/order', { ids: [birds.id] }, site.admin);

    const { text } = await get('/categories');

    expect(Array.from(text.matchAll(/<h2[^>]*><a[^>]*>([^<]+)/g), ([, name]) => name)).toEqual(['Birds', 'Art']);
  });
});

describe('the page of a category', () => {
  it('has its posts, a feed, one canonical address, and a place in the sitemap', async () => {
    const { id } = await seedCategory('Sea Birds');
    const gulls = await seedPost({ title: 'Gulls', categoryId: id });

    const page = await get(`/categories/${id}/sea-birds`);

    expect(page.status).toBe(200);
    const canonical = `<link rel="canonical" href="${SITE}/categories/${id}/sea-birds">`;
    for (const { text } of [page, await get(`/posts?category=${id}`)])
      for (const part of ['<h1 dir="auto">Sea Birds</h1>', 'Gulls', canonical]) expect(text).toContain(part);
    expect(page.text).toContain(`href="${SITE}/feed/${id}.xml"`);
    expect((await get(`/feed/${id}.xml`)).text).toContain('Gulls');
    expect((await get(postPath(gulls))).text).toContain(`"item":"${SITE}/categories/${id}/sea-birds"`);
    expect((await get('/sitemap.xml')).text).toContain(`<loc>${SITE}/categories/${id}/sea-birds</loc>`);
  });

  it('is the target of other slugs, earlier names and merged categories', async () => {
    const [fish, birds] = [await seedCategory('Fish'), await seedCategory('Birds')];
    await api.post(`/api/admin/categories/${fish.id}/merge`, { into: birds.id }, site.admin);
    await api.patch(`/api/admin/categories/${birds.id}`, { name: 'Möwen' }, site.admin);

    for (const path of [`/categories/${birds.id}`, `/categories/${birds.id}/birds`, `/categories/${fish.id}/fish`]) {
      expect(await statusOf(path)).toEqual([301, `/categories/${birds.id}/mowen`]);
    }
    expect(await statusOf(`/categories/${birds.id}/mowen`)).toBe(200);
    expect(await statusOf(`/posts?category=${fish.id}`)).toEqual([301, `/posts?category=${birds.id}`]);
    expect(await statusOf(`/feed/${fish.id}.xml`)).toEqual([301, `/feed/${birds.id}.xml`]);
  });

  it.each(['/categories/9/x', '/categories/x', '/categories/1e3', '/categories/..%2f1', '/feed/9.xml'])(
    'is 404 at %s',
    async (path) => {
      expect(await statusOf(path)).toBe(404);
    },
  );
});
