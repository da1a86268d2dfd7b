import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPage } from '../compose/page.ts';
import { api } from '../testing/api.ts';
import { seedCategory, seedPost } from '../testing/posts.ts';
import { clock, db, resetFirestore } from '../testing/server.ts';
import { signIn, type TestUser } from '../testing/users.ts';

const SITE = 'https://inkwell.example';
const SHELL =
  '<!doctype html><html lang="en"><head><title>Inkwell</title></head><body><div id="root"></div></body></html>';

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

describe('the page of a category', () => {
  it('has its posts, a feed, one canonical address, and a place in the sitemap', async () => {
    const { id } = await seedCategory('Sea Birds');
    await seedPost({ title: 'Gulls', categoryId: id });

    const page = await get(`/categories/${id}/sea-birds`);

    expect(page.status).toBe(200);
    expect(page.text).toContain('<h1 dir="auto">Sea Birds</h1>');
    expect(page.text).toContain('Gulls');
    const canonical = `<link rel="canonical" href="${SITE}/categories/${id}/sea-birds">`;
    expect(page.text).toContain(canonical);
    expect((await get(`/posts?category=${id}`)).text).toContain(canonical);
    expect(page.text).toContain(`href="${SITE}/feed/${id}.xml"`);
    expect((await get(`/feed/${id}.xml`)).text).toContain('Gulls');
    expect((await get('/sitemap.xml')).text).toContain(`<loc>${SITE}/categories/${id}/sea-birds</loc>`);
  });

  it('is where other slugs, earlier names and merged categories lead', async () => {
    const [fish, birds] = [await seedCategory('Fish'), await seedCategory('Birds')];
    await api.post(`/api/admin/categories/${fish.id}/merge`, { into: birds.id }, admin);
    await api.patch(`/api/admin/categories/${birds.id}`, { name: 'Möwen' }, admin);

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
