import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '../testing/api.ts';
import { serveEachTest, servePages } from '../testing/served.ts';
import { clock } from '../testing/server.ts';

/* An instance that did not make the change and has cached the earlier state. */

const site = serveEachTest();
const { publish } = site;
let pages: Awaited<ReturnType<typeof servePages>>;
beforeAll(async () => {
  pages = await servePages({ isOneInstance: true });
});
afterAll(() => pages.close());

/** The answer of an address before a change, and ten seconds after it. Names in lists may be older. */
async function aroundChange(path: string, change: () => Promise<unknown>) {
  const before = await pages.statusOf(path);
  clock.advance(9_000);
  // The answer is produced just before the change, from the instance's caches.
  clock.advance(2_000);
  await pages.get(path);
  await change();
  clock.advance(10_000);
  return [before, await pages.statusOf(path)];
}

describe('ten seconds after a change', () => {
  it('a merged tag leads to the other', async () => {
    await publish({ tags: ['Tea'] });
    await publish({ tags: ['Coffee'] });
    const tags = (await api.get('/api/admin/tags', site.admin)).body as { id: string; name: string }[];
    const [tea, coffee] = ['Tea', 'Coffee'].map((name) => tags.find((tag) => tag.name === name)?.id);

    const merge = () => api.post(`/api/admin/tags/${tea}/merge`, { into: coffee }, site.admin);

    expect(await aroundChange('/tags/tea', merge)).toEqual([200, [301, '/tags/coffee']]);
  });

  it('a guest author who was joined leads to the account', async () => {
    const { body: grace } = await api.post('/api/admin/authors', { name: 'Grace Hopper' }, site.admin);
    await publish({ authorIds: [grace.id] });
    const { id, displayName } = site.admin;
    const slug = displayName.toLowerCase().replaceAll(' ', '-');

    const join = () => api.post(`/api/admin/authors/${grace.id}/join`, { userId: id }, site.admin);

    expect(await aroundChange(`/authors/${grace.id}/grace-hopper`, join)).toEqual([
      200,
      [301, `/authors/${id}/${slug}`],
    ]);
  });

  it('new pages, tags and redirects answer at addresses that were unknown', async () => {
    const redirect = (from: string) =>
      api.post('/api/admin/redirects', { from, to: '/posts', status: 301 }, site.admin);

    expect(await aroundChange('/old', () => redirect('/old'))).toEqual([404, [301, '/posts']]);
    expect(await aroundChange('/blog/x', () => redirect('/blog/*'))).toEqual([404, [301, '/posts']]);
    expect(await aroundChange('/tags/water', () => publish({ tags: ['Water'] }))).toEqual([404, 200]);
  });
});
