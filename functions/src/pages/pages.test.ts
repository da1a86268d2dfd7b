import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NO_MENU } from '@inkwell/shared/menu';
import type { PageRenderer } from '@inkwell/shared/page-renderer';
import type { Post } from '@inkwell/shared/posts';
import { servedQueries } from '@inkwell/shared/served';
import { FIRST_POSTS } from '@inkwell/shared/served-keys';
import { DEFAULT_SETTINGS } from '@inkwell/shared/settings';
import { DEFAULT_SITE } from '@inkwell/shared/site';
import { pageTitle } from '@inkwell/shared/site-data';
import { postPath } from '@inkwell/shared/slug';
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';
import type { UserRecord } from 'firebase-admin/auth';
import { HtmlValidate } from 'html-validate';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { addressId } from '../addresses/address-id.ts';
import { addressOf, findAddress } from '../addresses/addresses.repository.ts';
import { createKnownAddresses } from '../addresses/known-addresses.ts';
import { readPatterns } from '../addresses/redirect-patterns.repository.ts';
import { createContent } from '../compose/content.ts';
import { createPublicCache } from '../compose/response-cache.ts';
import { createReadQuota } from '../http/read-quota.ts';
import { SHARDS_PER_MONTH } from '../posts/addresses/published-addresses.repository.ts';
import { createPreviewRepository } from '../previews/previews.repository.ts';
import { createPreviewService } from '../previews/previews.service.ts';
import { seedCategory, seedPost, stored } from '../testing/posts.ts';
import { answersIn, plainMarkup, rendering, SHELL, SITE } from '../testing/served.ts';
import { clock, db, resetFirestore, dependencies as stack } from '../testing/server.ts';
import { signIn } from '../testing/users.ts';
import { newAccount } from '../users/accounts.service.ts';
import { feedPath } from './feed.ts';
import { createFeedService, FEED_BYTES, monthsBetween, SITEMAP_DOCUMENTS } from './feeds.service.ts';
import { createPageApp, type PageDependencies } from './pages.routes.ts';
import { createPageService } from './pages.service.ts';
import { createPublishedRepository } from './published.repository.ts';
import { isCacheable, type MadePage } from './sending.routes.ts';
import type { ServedPage } from './served/served-page.ts';
import { createSiteIcons } from './site-icons.ts';

const HOSTILE = `</script><script>alert(1)</script> "q" 'q' & \u202eabc\u202c 🎉 <!--`;
const ADMIN = { id: 'seeder', role: 'admin' } as const;

const content = createContent({ db, clock });
const previews = createPreviewService({
  ...content,
  previews: createPreviewRepository(db),
  users: {
    find: async (id) => ({
      ...newAccount({ uid: id, metadata: {} } as UserRecord, clock.now()),
      role: 'admin' as const,
    }),
  },
  siteUrl: SITE,
  secret: 'a secret of the tests',
  clock,
});
const { site } = content.settings;
const addresses = createKnownAddresses({ find: (path) => findAddress(db, path), clock });
const services = {
  pages: createPageService({
    ...content,
    site,
    previews,
    addresses,
    patterns: () => readPatterns(db),
    clock,
    siteUrl: SITE,
  }),
  addresses,
  feeds: createFeedService({
    ...content,
    site,
    published: createPublishedRepository(db),
    siteUrl: SITE,
    now: () => clock.now(),
  }),
};
let dependencies: PageDependencies;
/** One instance for all requests of a test. By default, each request has a new one with an empty cache. */
let instance: RequestListener | null = null;
let server: Server;

beforeAll(async () => {
  server = createServer((req, res) => (instance ?? createPageApp(dependencies))(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

beforeEach(async () => {
  instance = null;
  dependencies = {
    ...services,
    shell: { get: async () => SHELL },
    rendering,
    menu: async () => NO_MENU,
    site,
    icons: createSiteIcons({
      bucket: stack.bucket,
      publicBucket: stack.config.publicBucket,
      nowMs: () => clock.now().getTime(),
    }),
    cache: createPublicCache<MadePage>(clock, isCacheable),
    readQuota: createReadQuota({ clock, perMinute: 10_000 }),
    trustedHops: 1,
    isBypassOpen: false,
    log: () => undefined,
    projectId: 'demo-inkwell',
  };
  await resetFirestore();
});

afterEach(() => clock.advance(60_000));
afterAll(() => void server.close());

async function get(path: string, headers: Record<string, string> = {}) {
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', headers });
  return { status: answer.status, headers: answer.headers, text: plainMarkup(await answer.text()) };
}

/** The page's own answers, without the menu's, which all pages have. */
const servedData = (html: string) => answersIn(html).filter(({ queryKey }) => queryKey[0] !== 'menu');

describe('the menu', () => {
  it("follows the product's links in header and footer, as text", async () => {
    const link = { label: HOSTILE, address: '/a"b' };
    dependencies = { ...dependencies, menu: async () => ({ header: [link], footer: [link] }) };

    const { text } = await get('/posts');

    const [, header] = /<nav[^>]*aria-label="Main">(.*?)<\/nav>/.exec(text) ?? [];
    const [, footer] = /<nav aria-label="Footer"[^>]*>(.*?)<\/nav>/.exec(text) ?? [];
    for (const links of [header, footer]) {
      expect(links).toMatch(/href="\/posts".*href="\/a&quot;b"[^>]*>&lt;\/script&gt;/s);
      expect(links).not.toContain('<script');
    }
    expect(text.match(/<script/g)).toHaveLength(2);
  });

  it('marks the current page, in header and footer', async () => {
    const links = ['/posts', '/Categories', '/posts?category=1', '/posts#top', 'https://x.example/posts'];
    const menu = links.map((address) => ({ label: address, address }));
    dependencies = { ...dependencies, menu: async () => ({ header: menu, footer: menu }) };
    const marked = ({ text }: { readonly text: string }) =>
      [...text.matchAll(/<a [^>]*aria-current="page"[^>]*>/g)].map(([link]) => /href="([^"]*)"/.exec(link)?.[1]);

    expect(marked(await get('/posts'))).toEqual(['/posts', '/posts', '/posts', '/posts']);
    expect(marked(await get('/categories'))).toEqual(['/categories', '/Categories', '/categories', '/Categories']);
    expect(marked(await get('/nowhere-at-all'))).toEqual([]);
  });

  it('is omitted if it could never be read, and the page is served; the app requests it', async () => {
    dependencies = { ...dependencies, menu: () => Promise.reject(new Error('no database')) };

    const { status, text } = await get('/posts');

    expect(status).toBe(200);
    expect(text).toContain('<h1');
    expect(answersIn(text).map(({ queryKey }) => queryKey[0])).not.toContain('menu');
  });
});

describe('an article', () => {
  it("has the editor's texts for search engines, chats and readers", async () => {
    const details = {
      slug: 'ebbe',
      language: 'de',
      searchTitle: 'Ebbe <erklärt>',
      searchDescription: 'Zweimal am Tag.',
      cardTitle: 'Lesen',
      cardText: 'Vom Meer.',
      coverDescription: 'Ein "Hafen"',
      coverCaption: 'Um sechs',
      featuredImage: 'https://x.example/o/images%2F1-sea-1600x900.webp?alt=media',
    };
    const post = await seedPost({ title: 'Low tide', content: 'Das Meer geht.', ...details });

    expect((await get(`/posts/${post.id}/low-tide`)).headers.get('location')).toBe(`/posts/${post.id}/ebbe`);
    const page = await get(`/posts/${post.id}/ebbe`);
    for (const markup of [
      'Ebbe &lt;erklärt&gt;',
      '<meta name="description" content="Zweimal am Tag.">',
      '<meta property="og:title" content="Lesen">',
      '<meta property="og:description" content="Vom Meer.">',
      '<meta property="og:image:alt" content="Ein &quot;Hafen&quot;">',
      '<meta name="robots" content="max-image-preview:large">',
      '"inLanguage":"de"',
      '<h1 lang="de" dir="auto">Low tide</h1>',
      'alt="Ein &quot;Hafen&quot;"',
      '<p lang="de" dir="auto">Um sechs</p>',
    ])
      expect(page.text).toContain(markup);

    const elsewhere = await seedPost({
      title: 'High tide',
      content: 'The sea comes.',
      canonicalUrl: 'https://example.org/high',
      isHiddenFromSearch: true,
    });
    const hidden = await get(`/posts/${elsewhere.id}/high-tide`);
    expect(hidden.text).toContain('<link rel="canonical" href="https://example.org/high">');
    expect(hidden.text).toContain('<meta name="robots" content="noindex">');
  });

  it('is in the page with its head, its text, and the data of the first queries', async () => {
    const category = await seedCategory('Photography');
    const post = await seedPost({
      title: 'Low tide',
      content: 'The **sea** leaves.',
      excerpt: 'On walking out.',
      categoryId: category.id,
      featuredImage: 'https://x.example/o/images%2F1-sea-1600x900.webp?alt=media',
    });

    const page = await get(postPath(post));

    expect(page.status).toBe(200);
    expect(page.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=30, stale-while-revalidate=30');
    for (const part of [
      `<title>${pageTitle('Low tide', DEFAULT_SITE)}</title>`,
      '<meta name="description" content="On walking out.">',
      `<link rel="canonical" href="${SITE}/posts/${post.id}/low-tide">`,
      '<meta property="og:type" content="article">',
      '<meta property="og:image:width" content="1600">',
      '<meta property="og:image:height" content="900">',
      '<meta name="twitter:card" content="summary_large_image">',
      '<h1 dir="auto">Low tide</h1>',
      '<p>The <strong>sea</strong> leaves.</p>',
      'fetchpriority="high"',
      'images%2F1-sea-1600x900.w800.webp?alt=media 800w',
    ]) {
      expect(page.text).toContain(part);
    }
    const [article, crumbs] = [...page.text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
      ([, json]) => JSON.parse(json ?? ''),
    );
    expect(article).toMatchObject({ '@type': 'BlogPosting', headline: 'Low tide', datePublished: post.publishedAt });
    expect(crumbs.itemListElement).toHaveLength(3);
    // The page does not contain the fields that only staff see.
    const {
      status: _status,
      publishAt: _publishAt,
      trashedAt: _trashedAt,
      inReviewSince: _inReviewSince,
      returnedAt: _returnedAt,
      ...shown
    } = post;
    expect(servedData(page.text)).toEqual([
      { queryKey: ['posts', 'by-id', post.id], data: { ...shown, author: { ...post.author, email: null } } },
      { queryKey: ['posts', 'similar', post.id], data: [] },
    ]);
  });

  it('is the same for all agents, tokens and cookies, without personal data', async () => {
    const author = await signIn({ role: 'moderator' });
    const post = await seedPost({ authorId: author.id });

    const answers = await Promise.all([
      get(postPath(post)),
      get(postPath(post), { 'user-agent': 'Twitterbot/1.0', authorization: `Bearer ${author.token}` }),
      get(postPath(post), { 'user-agent': 'Googlebot/2.1', cookie: '__session=x' }),
    ]);

    expect(new Set(answers.map(({ text }) => text.replace(/data-made-at="[^"]*"/, ''))).size).toBe(1);
    // The time of creation makes no difference for readers.
    expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).toBe(1);
    expect(answers[0].text).not.toContain(author.email);
    expect(answers[0].headers.get('vary')).toBeNull();
  });

  it('redirects from the short address and from old titles', async () => {
    const post = await seedPost({ title: 'Über das Meer' });

    for (const path of [`/posts/${post.id}`, `/posts/${post.id}/an-older-title`]) {
      const answer = await get(path);
      expect(answer.status).toBe(301);
      expect(answer.headers.get('location')).toBe(`/posts/${post.id}/uber-das-meer`);
    }
  });

  it("passes on the query of each request, such as a campaign's", async () => {
    const post = await seedPost({ title: 'Low tide' });
    const to = async (query: string) => (await get(`/posts/${post.id}?${query}`)).headers.get('location');

    const queries = ['utm_source=a%20b&utm_campaign=x', 'utm_source=c'];
    expect(await Promise.all(queries.map(to))).toEqual(queries.map((query) => `/posts/${post.id}/low-tide?${query}`));
  });

  it.each(['東京の夜', 'مرحبا بالعالم', 'हिन्दी में लेख', '🎉', '100% & more', 'a/b?c#d'])(
    'has a working address for the title %j',
    async (title) => {
      const post = await seedPost({ title });

      const answer = await get(postPath(post));

      expect(answer.status).toBe(200);
    },
  );

  it('is not found after it is unpublished, like other unpublished posts', async () => {
    const post = await seedPost();
    const draft = await seedPost({ isPublished: false, title: 'A secret draft' });
    expect((await get(postPath(post))).status).toBe(200);

    await content.posts.update(ADMIN, post.id, { isPublished: false });

    for (const path of [
      postPath(post),
      postPath(draft),
      `/posts/${draft.id}`,
      '/posts/unknown',
      '/posts/__proto__',
      '/posts/a/b/c',
    ]) {
      const answer = await get(path);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.text).toMatch(/<div id="root"[^>]* data-unknown>/);
      expect(answer.text).toContain('<meta name="robots" content="noindex">');
      expect(answer.text).not.toContain('secret');
    }
  });

  it('is not suggested at its own address once it is unpublished, and nowhere ten seconds later', async () => {
    const post = await seedPost({ title: 'Harbour lights' });
    expect((await get('/harbour-lights')).text).toContain(postPath(post));

    await content.posts.update(ADMIN, post.id, { isPublished: false });

    const { status, text } = await get(postPath(post));
    expect(status).toBe(404);
    expect(text).not.toContain('Harbour lights');
    clock.advance(10_000);
    expect((await get('/harbour-lights')).text).not.toContain('Harbour lights');
  });

  it('escapes everything that its writer typed', async () => {
    const post = await seedPost({ title: HOSTILE, excerpt: HOSTILE, content: HOSTILE });

    const { text } = await get(postPath(post));

    expect(text.match(/<script(?! type="application\/(?:ld\+)?json")/g)).toHaveLength(1);
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain('🎉 <!--');
    const [entry] = servedData(text);
    expect(entry?.data).toMatchObject({ title: post.title });
  });

  it('is valid HTML', { tags: 'thorough' }, async () => {
    const category = await seedCategory('Food');
    const post = await seedPost({
      title: `Tea & "bread" <3`,
      content:
        '# Part\n\n- a\n- b\n\n|x|y|\n|-|-|\n|1|2|\n\n> quote\n\n```\ncode <b>\n```\n\n![alt](https://x.example/i.png)',
      categoryId: category.id,
      featuredImage: '/pictures/tea.webp',
    });
    const validator = new HtmlValidate({
      extends: ['html-validate:standard'],
      rules: {
        'no-inline-style': 'off',
        'long-title': 'off',
        'no-trailing-whitespace': 'off',
        'void-style': 'off',
        'wcag/h37': 'off',
      },
    });

    const paths = [postPath(post), '/', '/posts', '/categories', '/no/such/page', '/posts/gone/tea-and-bread'];
    // Fetches all before the first is judged, because judging takes longer than an idle connection stays open.
    const pages = await Promise.all(paths.map(async (path) => ({ path, text: (await get(path)).text })));
    for (const { path, text } of pages) {
      const report = await validator.validateString(text);
      const messages = report.results.flatMap(({ messages: found }) =>
        found.map(({ ruleId, message }) => `${ruleId}: ${message}`),
      );
      expect(messages, path).toEqual([]);
    }
  });
});

describe('a preview', () => {
  /** Without the parts that always differ between two answers. */
  const shape = ({ status, headers, text }: Awaited<ReturnType<typeof get>>) => ({
    status,
    text,
    headers: [...headers].filter(([name]) => name !== 'date'),
  });
  const pathOf = ({ url }: { url: string }) => url.slice(SITE.length);
  const linkTo = ({ id }: { id: string }) => ({ collection: 'posts', id }) as const;

  it('shows the current unpublished post to anybody with the link, without the app', async () => {
    const post = await seedPost({ title: 'To be', content: 'Not **yet**.', isPublished: false });
    const link = await previews.create(ADMIN, linkTo(post));
    await content.posts.update(ADMIN, post.id, { content: 'Not yet, but **soon**.' });

    const page = await get(pathOf(link));

    expect(page.status).toBe(200);
    expect(page.text).toContain('<h1 dir="auto">To be</h1>');
    expect(page.text).toContain('but <strong>soon</strong>');
    expect(page.text).toContain(`<time dateTime="${link.expiresAt}">`);
    expect(page.text).not.toMatch(/type="module"|canonical|og:|ld\+json/);
    expect(page.text).not.toContain(pathOf(link));
    expect(servedData(page.text)).toEqual([]);
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    });
    expect(page.headers.get('etag')).toBeNull();
    expect(await stored(`posts/${post.id}`)).toMatchObject({ views: 0 });
    expect(JSON.stringify(await stored(`previews/${post.id}`))).not.toContain(pathOf(link).split('/').at(-1));
  });

  it('is the same 404 for replaced, revoked, expired and invalid tokens', async () => {
    const [post, other, gone] = [await seedPost(), await seedPost(), await seedPost()];
    const replaced = await previews.create(ADMIN, linkTo(post));
    const current = await previews.create(ADMIN, linkTo(post));
    const revoked = await previews.create(ADMIN, linkTo(other));
    await previews.remove(ADMIN, linkTo(other));
    const ofDeleted = await previews.create(ADMIN, linkTo(gone));
    await content.posts.remove(ADMIN, gone.id);
    expect((await get(pathOf(current))).status).toBe(200);

    const answers = [];
    for (const link of [replaced, revoked, ofDeleted]) answers.push(shape(await get(pathOf(link))));
    clock.advance(14 * 86_400_000);
    answers.push(shape(await get(pathOf(current))));
    for (const token of ['x', 'A'.repeat(43), '%00', '..%2f', '__all__'])
      answers.push(shape(await get(`/preview/${token}`)));

    expect(answers[0]).toMatchObject({ status: 404, text: expect.stringContaining('Preview Not Found') });
    expect(answers[0]?.headers).toContainEqual(['cache-control', 'no-store']);
    expect(answers).toEqual(Array(answers.length).fill(answers[0]));
    expect(await stored(`previews/${gone.id}`)).toBeNull();
  });

  it('counts towards the read quota', async () => {
    dependencies = { ...dependencies, readQuota: createReadQuota({ clock, perMinute: 4 }) };
    instance = createPageApp(dependencies);
    const statuses = await clock.stopped(async () => {
      const found = [];
      for (let n = 0; n < 3; n += 1) found.push((await get('/preview/x')).status);
      return found;
    });

    expect(statuses).toEqual([404, 404, 429]);
  });
});

describe('lists', () => {
  it('contain the newest posts', async () => {
    const post = await seedPost({ title: 'First of all' });

    const [home, list] = await Promise.all([get('/'), get('/posts')]);

    for (const { text } of [home, list]) expect(text).toContain(`href="${postPath(post)}"`);
    expect(home.text).toContain('<div class="rendered-welcome"><p>Welcome back</p>');
  });

  it("contain the app's initial data, under its keys and in the format of its calls", async () => {
    const category = await seedCategory('Design');
    const posts: Post[] = [];
    for (let n = 0; n <= FIRST_POSTS; n += 1) posts.push(await seedPost({ categoryId: category.id }));
    const [post] = posts as [Post];
    const { popularPosts, newestPosts, postList, post: article, similarPosts, categories } = servedQueries;
    const ofCategory = { categoryId: category.id };
    const expected = [
      [
        '/',
        [
          [popularPosts, popularPosts.key()],
          [newestPosts, newestPosts.key()],
        ],
      ],
      [
        '/posts',
        [
          [postList, postList.key({ categoryId: null })],
          [categories, categories.key()],
        ],
      ],
      [
        `/posts?category=${category.id}`,
        [
          [postList, postList.key(ofCategory)],
          [categories, categories.key()],
        ],
      ],
      [
        postPath(post),
        [
          [article, article.key(post.id)],
          [similarPosts, similarPosts.key(post.id)],
        ],
      ],
      ['/categories', [[categories, categories.key()]]],
    ] as const;

    for (const [path, queries] of expected) {
      const answers = servedData((await get(path)).text);
      expect([path, ...answers.map(({ queryKey }) => queryKey)]).toEqual([path, ...queries.map(([, key]) => key)]);
      for (const [index, [{ answer }]] of queries.entries()) {
        expect(z.parse(answer, answers[index]?.data), path).toEqual(answers[index]?.data);
      }
    }
    const [list] = servedData((await get('/posts')).text);
    const { pages } = z.parse(postList.answer, list?.data);
    expect(pages[0]).toMatchObject({ total: FIRST_POSTS + 1, nextCursor: expect.any(String) });
    expect(pages[0].items).toHaveLength(FIRST_POSTS);
  });

  it('preload the first picture, and load the others lazily', async () => {
    const pictureOf = (n: number) => `https://x.example/o/images%2F${n}-sea-900x600.webp?alt=media`;
    await seedPost({ featuredImage: pictureOf(1) });
    await seedPost({ featuredImage: pictureOf(2) });
    await seedPost({ title: 'Without', isPublished: true });
    clock.advance(1_000);
    await seedPost({ featuredImage: pictureOf(3) });

    const { text } = await get('/posts');

    const [first, ...others] = text.match(/<img [^>]*>/g) ?? [];
    expect(first).toContain(`src="${pictureOf(3)}"`);
    expect(first).toContain('fetchPriority="high"');
    expect(others).toHaveLength(2);
    for (const other of others) expect(other).toContain('loading="lazy"');
    const [preload] = text.match(/<link rel="preload" as="image"[^>]*>/g) ?? [];
    expect(preload).toContain(`href="${pictureOf(3)}"`);
    expect(/ sizes="([^"]*)"/.exec(first ?? '')?.[1]).toBe(/imagesizes="([^"]*)"/.exec(preload ?? '')?.[1]);
    expect(text).toContain('>4 posts</p>');
  });

  it('escape everything that people typed', async () => {
    const category = await content.categories.create(ADMIN, { name: 'Sea', description: HOSTILE }, null);
    await seedPost({ title: HOSTILE, excerpt: HOSTILE, categoryId: category.id });

    for (const path of ['/posts', `/posts?category=${category.id}`, '/categories']) {
      const { text } = await get(path);
      expect(text, path).not.toContain('<script>alert');
      // React's own marks between texts are comments too.
      expect(text, path).not.toContain('🎉 <!--');
    }
  });

  it('answer 404 for an unknown category', async () => {
    await seedCategory('Design');

    for (const query of ['999', 'x', '', '1&category=2']) {
      expect((await get(`/posts?category=${query}`)).status).toBe(404);
    }
  });
});

describe('an unknown address', () => {
  it('is a 404 with a search and the newest posts, even without scripts', async () => {
    const post = await seedPost({ title: 'Newest of all' });

    const page = await get('/no/such/page');

    expect(page.status).toBe(404);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.text).toContain('<h1>404 Page Not Found</h1>');
    expect(page.text).toContain('<meta name="robots" content="noindex">');
    expect(page.text).toMatch(/<button type="submit"(?![^>]*disabled)[^>]*>Search/);
    expect(page.text).toContain(`href="${postPath(post)}"`);
    expect(page.text).not.toContain('rel="canonical"');
    expect(servedData(page.text)[0]).toMatchObject({ queryKey: ['posts', 'list', { categoryId: null }] });
  });

  it.each([
    '/no',
    '/a//b',
    '/a%00',
    '/%F0%9F%8D%B5',
    `/${'n'.repeat(2_100)}`,
    '/wp-login.php',
    '/.env',
    '/Admin/x',
    '/posts/a/b/c',
    '//host',
    '/%E2%80%AEa',
    '/caf%C3%A9',
    '/%25',
  ])('answers 404 for %s', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  it('is read once in ten seconds, like its suggestions, and costs nothing if no page can be there', async () => {
    const find = vi.fn(async () => null);
    const known = createKnownAddresses({ find, clock });
    const meant = vi.fn(content.suggesting.meant);
    dependencies = {
      ...dependencies,
      addresses: known,
      pages: createPageService({
        ...content,
        suggesting: { meant },
        site,
        previews,
        addresses: known,
        patterns: async () => [],
        clock,
        siteUrl: SITE,
      }),
    };

    for (const path of ['/one', '/one/', '/ONE?x=1', '/admin/x', '/a//b']) await get(path);
    expect(find).toHaveBeenCalledTimes(1);
    for (const path of ['/posts/gone/one', '/posts/gone', '/posts/gone']) await get(path);
    expect(find).toHaveBeenCalledTimes(3);
    expect(meant.mock.calls).toEqual([['one'], ['ONE']]);

    // Suggestions show an unpublished post no longer than other pages do.
    clock.advance(10_000);
    await get('/one');
    expect(meant.mock.calls).toEqual([['one'], ['ONE'], ['one']]);
    expect(find).toHaveBeenCalledTimes(4);
    known.forget('/one');
    await get('/one');
    expect(find).toHaveBeenCalledTimes(5);
  });

  it("uses up a scanner's quota, but costs a returning reader nothing", async () => {
    dependencies = { ...dependencies, readQuota: createReadQuota({ clock, perMinute: 150 }) };

    const statuses = await clock.stopped(async () => {
      const found = [];
      for (const path of ['/a', '/a', '/posts/x/a', '/a', '/tags/b', '/c', '/d', '/a'])
        found.push((await get(path)).status);
      return found;
    });

    expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429, 404]);
  });

  it('is forgotten immediately, and never cached by a read that began before', async () => {
    let answer: (target: null) => void = () => undefined;
    const known = createKnownAddresses({ find: () => new Promise((resolve) => (answer = resolve)), clock });

    const reading = known.find('/new-page');
    known.forget('/new-page');
    answer(null);
    await reading;

    expect(known.isUnknown('/new-page')).toBe(false);
  });
});

describe('a redirect', () => {
  const admin = { id: 'owner', role: 'admin' } as const;
  const set = (from: string, to: string, status: 301 | 302 = 301) =>
    content.redirects.create(admin, { from, to, status });
  const led = async (path: string) => {
    const { status, headers } = await get(path);
    return [status, headers.get('location')];
  };

  it('leads from each form of its address, as permanently as the owner says', async () => {
    await set('/café/menu.html', '/posts?category=1', 302);
    await set('/shop', 'https://shop.example/');

    for (const path of ['/caf%C3%A9/menu.html', '/cafe%CC%81/Menu.html/?utm=1', '/CAF%C3%89/menu%2Ehtml'])
      expect(await led(path)).toEqual([302, '/posts?category=1']);
    expect(await led('/shop')).toEqual([301, 'https://shop.example/']);
    expect((await get('/shop')).headers.get('cache-control')).toBe('no-store');
  });

  it('leads from the old queries of posts, while / is served for others', async () => {
    await set('/?p=12', '/posts/abc');

    for (const path of ['/?p=12', '/?x=1&%70=12']) expect(await led(path)).toEqual([301, '/posts/abc']);
    for (const path of ['/?p=13', '/?p=x', '/?p=12&p=13', '/?page_id=12', '/?p=99999999999999'])
      expect((await get(path)).status).toBe(200);
  });

  it('of an imported text leads from inside a section of the site, if nothing else is there', async () => {
    const [post, mine] = [await seedPost({ title: 'Low tide' }), await seedPost({ title: 'Mine' })];
    const old = [
      '/posts/low-tide',
      '/posts/2019/05/low',
      '/tags/tides',
      '/categories/sea',
      '/authors/ada',
      '/series/one',
    ];
    for (const from of [...old, `/posts/${mine.id}`])
      await addressOf(db, from).set({
        path: from,
        kind: 'redirect',
        id: addressId(from),
        from,
        to: `/posts/${post.id}`,
        status: 301,
      });

    for (const path of [...old, '/Posts/Low-Tide/'])
      expect([path, ...(await led(path))]).toEqual([path, 301, postPath(post)]);
    expect(await led(`/posts/${mine.id}`)).toEqual([301, postPath(mine)]);
    for (const path of ['/posts/other', '/posts/2019/05/other', '/categories/other'])
      for (let n = 0; n < 2; n += 1) expect([path, ...(await led(path))]).toEqual([path, 404, null]);
  });

  it('of a pattern leads from addresses without their own answer', async () => {
    await set('/blog/*', '/posts');
    await set('/blog/tea', '/categories');
    instance = createPageApp(dependencies);

    expect(await led('/Blog/2019/x')).toEqual([301, '/posts']);
    expect(await led('/Blog/2019/x')).toEqual([301, '/posts']);
    expect(await led('/blog/tea')).toEqual([301, '/categories']);
    expect(await led('/blogs')).toEqual([404, null]);
  });

  it('of a pattern appends the rest of the path, and the query, if its owner says so', async () => {
    const post = await seedPost({ title: 'Low tide' });
    await set('/blog/*', '/posts/:splat');
    await set('/shop/*', 'https://shop.example/all/:splat');
    await set('/İ/*', '/shelf/:splat');
    await set('/to-root/*', '/:splat');
    await set('/to-root/tea/*', 'https://tea.example/:splat', 302);
    await set('/old-İ*', '/:splat');
    instance = createPageApp(dependencies);

    expect(await led(`/BLOG/${post.id}`)).toEqual([301, postPath(post)]);
    expect(await led('/blog/No/Such?a=b')).toEqual([301, '/posts/No/Such?a=b']);
    expect(await led('/blog')).toEqual([301, '/posts']);
    expect(await led('/shop/Cups%3F/a%23b%252F/?n=1')).toEqual([
      301,
      'https://shop.example/all/Cups%3F/a%23b%252F/?n=1',
    ]);
    expect(await led('/shop')).toEqual([301, 'https://shop.example/all']);
    expect(await led('/i%CC%87/Sub/Page')).toEqual([301, '/shelf/Sub/Page']);
    expect(await led('/to-root/')).toEqual([301, '/']);
    expect(await led('/to-root/x')).toEqual([301, '/x']);
    expect(await led('/to-root/tea/x')).toEqual([302, 'https://tea.example/x']);
    expect(await led('/Old-i%CC%87Sub/Page')).toEqual([301, '/Sub/Page']);
    expect(await led('/old-%C4%B0')).toEqual([301, '/']);
  });

  it.each([
    '/to-root//evil.example',
    '/to-root/%2Fevil.example',
    '/root-/evil.example',
    '/root-//evil.example',
    '/root-%2F%2Fevil.example',
    '/root-%5Cevil.example',
    '/to-root/%5Cevil.example',
    '/to-root/%5C/evil.example',
    '/to-root/../evil.example/%2e%2e//x',
    '/to-root/%09/evil.example',
    '/to-root/%0d%0aLocation:%20https:%2F%2Fevil.example',
    `/to-root/${'n'.repeat(2_000)}`,
  ])('never leads from %s to another site', async (path) => {
    await set('/to-root/*', '/:splat');
    await set('/root-*', '/:splat');

    const [status, to] = await led(path);

    if (status !== 404) expect(new URL(String(to), SITE).origin).toBe(SITE);
    if (status !== 404) expect(to).toMatch(/^\/(?![/\\])/);
  });

  it('is a single redirect even if the rest leads to another one, and never a loop', async () => {
    await set('/to-root/*', '/:splat');
    await set('/shop', 'https://shop.example/');
    await set('/other/*', '/posts/:splat');
    await content.sitePages.create(admin, 'about', { title: 'About', slug: 'about', content: 'Us', isPublished: true });
    instance = createPageApp(dependencies);

    expect(await led('/to-root/shop?n=1')).toEqual([301, 'https://shop.example/?n=1']);
    expect(await led('/to-root/About')).toEqual([301, '/about']);
    expect(await led('/to-root/other/x')).toEqual([404, null]);
    expect(await led('/to-root/to-root/x')).toEqual([404, null]);
  });

  it('passes on the query of a single address, unless the new one has a query', async () => {
    await set('/shop', 'https://shop.example/#top');
    await set('/menu', '/posts?category=1');
    await set('/blog/*', '/posts');
    instance = createPageApp(dependencies);

    expect(await led('/shop?utm=a%20b&x=?')).toEqual([301, 'https://shop.example/?utm=a%20b&x=?#top']);
    expect(await led('/menu?utm=a')).toEqual([301, '/posts?category=1']);
    expect(await led('/blog/old?utm=a')).toEqual([301, '/posts']);
    const both = await Promise.all(['/shop?n=1', '/shop?n=2'].map(led));
    expect(both.map(([, to]) => to)).toEqual(['https://shop.example/?n=1#top', 'https://shop.example/?n=2#top']);
  });

  it('leads to a target that has moved since with one redirect', async () => {
    const post = await seedPost({ title: 'Low tide' });
    const [one, other] = [await content.tags.create(admin, 'one', { name: 'Tea' }), 'coffee'];
    const guest = await content.authorPages.create(admin, 'guest-1', { name: 'Grace Hopper' });
    const category = await seedCategory('Birds');
    await set('/old-post', `/posts/${post.id}/low-tide?from=old#end`);
    await set('/old-tag', `/tags/${one.slug}`, 302);
    await set('/old-author', `/authors/${guest.id}/grace-hopper`);
    await set('/old-category/*', `/categories/${category.id}/birds/`);
    await set('/gone', '/posts/missing/slug');
    for (const path of ['/old-post', '/old-tag', '/old-author', '/old-category/x', '/gone']) await led(path);

    await content.posts.update(admin, post.id, { title: 'High tide' });
    await content.tags.update(admin, one.id, { slug: other });
    await content.authorPages.update(admin, guest.id, { name: 'Grace Murray' });
    await content.categories.update(admin, category.id, { name: 'Sea Birds' });
    clock.advance(31_000);

    expect(await led('/old-post')).toEqual([301, `/posts/${post.id}/high-tide?from=old#end`]);
    expect(await led('/old-tag?a=b')).toEqual([302, '/tags/coffee?a=b']);
    expect(await led('/old-author')).toEqual([301, '/authors/guest-1/grace-murray']);
    expect(await led('/old-category/x')).toEqual([301, `/categories/${category.id}/sea-birds`]);
    expect(await led('/gone')).toEqual([301, '/posts/missing/slug']);
  });

  it('works immediately in the instance that sets it', async () => {
    expect(await content.addresses.find('/late')).toBeNull();
    await set('/late', '/posts');
    expect(await content.addresses.find('/late')).toMatchObject({ to: '/posts' });
  });
});

describe('a failure', () => {
  it('leaves readers the app shell if the content fails or is late', async () => {
    const post = await seedPost();
    const failing = { ...services.pages, post: () => Promise.reject(new Error('database down')) };
    const slow = { ...services.pages, post: () => new Promise<never>(() => undefined) };

    for (const pages of [failing, slow]) {
      dependencies = { ...dependencies, pages, site: async () => DEFAULT_SETTINGS, deadlines: { firstMs: 50, ms: 50 } };
      const answer = await get(postPath(post));
      expect(answer).toMatchObject({ status: 200, text: expect.stringContaining('<div id="root"></div>') });
      expect(answer.text).toContain(`<title>${DEFAULT_SITE.name}</title>`);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('allows more time for the first content of an instance, and treats long delays as an outage', async () => {
    const log = vi.fn();
    const late = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
    let delayMs = 100;
    const post = async () => {
      await late(delayMs);
      return services.pages.notFound();
    };
    const [firstMs, ms] = [30_000, 20];
    dependencies = { ...dependencies, log, pages: { ...services.pages, post }, deadlines: { firstMs, ms } };
    instance = createPageApp(dependencies);
    const severities = () => log.mock.calls.map(([severity]) => severity);

    await get('/posts/first');
    expect(severities()).toEqual([]);
    delayMs = 200;
    for (const path of ['/posts/a', '/posts/b', '/posts/c']) await get(path);
    expect(severities()).toEqual(['WARNING', 'WARNING', 'ERROR']);
  });

  it('answers 503 without the app shell, and no details', async () => {
    const log = vi.fn();
    dependencies = { ...dependencies, log, shell: { get: () => Promise.reject(new Error('internal address')) } };

    const answer = await get('/', { 'x-cloud-trace-context': '0af7651916cd43dd8448eb211c80319c/1' });

    expect(answer.status).toBe(503);
    expect(answer.text).toBe('Service unavailable. Please try again.');
    expect(log).toHaveBeenCalledWith('ERROR', 'page-failed', {
      error: expect.stringContaining('internal address'),
      'logging.googleapis.com/trace': 'projects/demo-inkwell/traces/0af7651916cd43dd8448eb211c80319c',
    });
  });

  it('answers 400 to invalid percent-encoding', async () => {
    expect((await get('/posts/p1/%E0%A4%A')).status).toBe(400);
  });
});

describe('a long text', () => {
  /** Pages of long texts. The rendering of each is ended by the test. */
  function longTexts(deadlines: { firstMs: number; ms: number }) {
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const text = { content: 'x'.repeat(100_000), math: false };
    const post = vi.fn(
      async (id: string): Promise<ServedPage> => ({
        kind: 'page',
        status: 200,
        parts: { head: '', url: id, queries: [], text },
      }),
    );
    const renderPage: PageRenderer = ({ url: id }) => {
      begun.push(id);
      const page = { html: `text of ${id}`, parts: '', build: '', styles: '' };
      return new Promise((resolve) => ends.set(id, () => resolve(page)));
    };
    dependencies = {
      ...dependencies,
      deadlines,
      pages: { ...services.pages, post },
      rendering: { ...rendering, renderPage },
    };
    instance = createPageApp(dependencies);
    return { begun, post, end: (id: string) => ends.get(id)?.() };
  }
  const textOf = async (path: string) => (await get(path)).text;

  it('is rendered once, however long that takes and however many requests wait', async () => {
    const { begun, post, end } = longTexts({ firstMs: 50, ms: 50 });

    for (let time = 0; time < 3; time += 1) expect(await textOf('/posts/a')).not.toContain('text of a');
    expect(post).toHaveBeenCalledTimes(1);

    end('a');
    await vi.waitFor(async () => expect(await textOf('/posts/a')).toContain('text of a'));
    expect(begun).toEqual(['a']);
  });

  it('is dropped before it starts if nobody waits for it any more', async () => {
    const { begun, end } = longTexts({ firstMs: 100, ms: 100 });

    await textOf('/posts/a');
    expect(await textOf('/posts/b')).toContain('<div id="root"></div>');
    const { port } = server.address() as AddressInfo;
    await expect(fetch(`http://127.0.0.1:${port}/posts/c`, { signal: AbortSignal.timeout(20) })).rejects.toThrow();
    end('a');
    await vi.waitFor(async () => {
      await textOf('/posts/d');
      expect(begun).toContain('d');
    });

    expect(begun).toEqual(['a', 'd']);
  });

  it('waits for at most four others; further readers get the plain app immediately', async () => {
    const { post, end } = longTexts({ firstMs: 30_000, ms: 30_000 });
    const ids = ['a', 'b', 'c', 'd', 'e'];

    const answers = ids.map((id) => textOf(`/posts/${id}`));
    await vi.waitFor(() => expect(post).toHaveBeenCalledTimes(ids.length));
    expect(await textOf('/posts/f')).toContain('<div id="root"></div>');

    const ending = setInterval(() => ids.forEach(end), 5);
    const texts = await Promise.all(answers);
    clearInterval(ending);
    expect(texts.map((text, n) => text.includes(`text of ${ids[n]}`))).toEqual(ids.map(() => true));
  });
});

describe('feeds and sitemaps', () => {
  it('contain the newest texts in full, the others as excerpts, and at most 1 MB', { tags: 'thorough' }, async () => {
    const long = 'www.a.b '.repeat(25_000);
    for (let count = 0; count < 12; count += 1) {
      const isShort = count > 8;
      await seedPost({
        title: `Post ${count}`,
        content: isShort ? 'whole '.repeat(20_000) : long,
        excerpt: 'In short',
      });
      clock.advance(1_000);
    }

    const { text } = await get('/feed.xml');

    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(FEED_BYTES);
    const entries = parseAtomFeed(text).entries ?? [];
    expect(entries.map(({ content: whole }) => whole !== undefined)).toEqual(
      Array.from({ length: 12 }, (_, index) => index < 3),
    );
    expect(entries.every(({ summary }) => JSON.stringify(summary).includes('In short'))).toBe(true);
  });

  const locations = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url);

  it('can be read by a feed reader, with the full text', async () => {
    const category = await seedCategory('Business');
    const post = await seedPost({
      title: HOSTILE,
      content: `Read [more](/posts). ${HOSTILE}`,
      categoryId: category.id,
    });
    await seedPost({ title: 'Elsewhere' });

    const all = parseAtomFeed((await get('/feed.xml')).text);
    const one = await get(`/feed/${category.id}.xml`);
    const entry = parseAtomFeed(one.text).entries?.[0];

    expect(all.entries).toHaveLength(2);
    expect(one.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    expect(parseAtomFeed(one.text).entries).toHaveLength(1);
    expect(entry?.id).toBe(`${SITE}/posts/${post.id}`);
    expect(JSON.stringify(entry?.title)).toContain('alert(1)');
    expect(JSON.stringify(entry?.content)).toContain(`${SITE}/posts`);
    for (const path of ['/feed/99.xml', '/feed/x.xml', '/feed/1']) expect((await get(path)).status).toBe(404);
  });

  describe('in other formats', () => {
    it('have the same entries, including those of lists', async () => {
      const category = await seedCategory('Business');
      const [tagId = ''] = await content.tags.idsOf(ADMIN, ['Green Tea']);
      const post = await seedPost({
        title: 'Ships & <b>boats</b>',
        excerpt: 'One < two',
        content: 'Read [more](/posts) & ]]> all.',
        categoryId: category.id,
        tagIds: [tagId],
      });
      await seedPost({ title: 'A draft', isPublished: false });

      for (const base of [null, `/feed/${category.id}`, '/feed/tags/green-tea']) {
        const atom = parseAtomFeed((await get(feedPath(base, 'atom'))).text);
        const rssAnswer = await get(feedPath(base, 'rss'));
        const rss = parseRssFeed(rssAnswer.text);
        const jsonAnswer = await get(feedPath(base, 'json'));
        const json = parseJsonFeed(jsonAnswer.text);

        expect(rssAnswer.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
        expect(jsonAnswer.headers.get('content-type')).toBe('application/feed+json; charset=utf-8');
        const [entry] = atom.entries ?? [];
        const html = (entry?.content as { value?: string } | undefined)?.value ?? entry?.content;
        expect(html).toContain(`${SITE}/posts`);
        expect(rss).toMatchObject({ title: atom.title?.value, link: atom.links?.[1]?.href, language: 'en' });
        expect(rss.atom?.links).toEqual([
          { rel: 'self', type: 'application/rss+xml', href: SITE + feedPath(base, 'rss') },
        ]);
        expect(rss.items).toHaveLength(1);
        expect(rss.items?.[0]).toMatchObject({
          title: 'Ships & <b>boats</b>',
          link: `${SITE}${postPath(post)}`,
          guid: { value: `${SITE}/posts/${post.id}`, isPermaLink: false },
          description: 'One &lt; two',
          pubDate: new Date(post.createdAt).toUTCString(),
          content: { encoded: html },
        });
        expect(json).toMatchObject({ home_page_url: atom.links?.[1]?.href, feed_url: SITE + feedPath(base, 'json') });
        expect(json.items).toHaveLength(1);
        expect(json.items?.[0]).toMatchObject({
          id: `${SITE}/posts/${post.id}`,
          url: `${SITE}${postPath(post)}`,
          title: 'Ships & <b>boats</b>',
          summary: 'One < two',
          content_html: html,
          tags: ['Business', 'Green Tea'],
        });
        const etag = jsonAnswer.headers.get('etag') ?? '';
        expect((await get(feedPath(base, 'json'), { 'if-none-match': etag })).status).toBe(304);
      }
    });

    it('stay within their size, with excerpts after the full texts', async () => {
      for (let count = 0; count < 12; count += 1) {
        await seedPost({ title: `Post ${count}`, content: '<"&>"'.repeat(19_000), excerpt: 'In short' });
        clock.advance(1_000);
      }
      for (const path of ['/rss.xml', '/feed.json']) {
        const { text } = await get(path);

        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(FEED_BYTES);
        expect(Buffer.byteLength(text)).toBeGreaterThan(FEED_BYTES / 3);
        expect(text.match(/In short/g)?.length).toBeGreaterThanOrEqual(12);
      }
    });

    it('are announced by pages, and found where readers look for them', async () => {
      await seedPost({ tagIds: await content.tags.idsOf(ADMIN, ['Green Tea']) });

      const { text } = await get('/tags/green-tea');

      for (const [type, extension] of [
        ['atom+xml', 'xml'],
        ['rss+xml', 'rss'],
        ['feed+json', 'json'],
      ]) {
        expect(text).toContain(
          `type="application/${type}" title="Inkwell: Green Tea" href="${SITE}/feed/tags/green-tea.${extension}"`,
        );
      }
      for (const [path, to] of [
        ['/feed', '/feed.xml'],
        ['/atom.xml', '/feed.xml'],
        ['/rss', '/rss.xml'],
      ]) {
        const answer = await get(path ?? '');
        expect([answer.status, answer.headers.get('location')]).toEqual([301, to]);
      }
    });

    it('leave an address to the page or redirect that had it before', async () => {
      await addressOf(db, '/rss.xml').set({ path: '/rss.xml', kind: 'redirect', id: 'r', to: '/posts', status: 301 });
      const answer = await get('/rss.xml');
      expect([answer.status, answer.headers.get('location')]).toEqual([301, '/posts']);
      expect((await get('/feed.json')).status).toBe(200);
    });
  });

  it('are listed in robots.txt, with the paths that need an account', async () => {
    const answer = await get('/robots.txt');

    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(answer.text.split('\n')).toEqual(
      expect.arrayContaining(['User-agent: *', 'Disallow: /admin', `Sitemap: ${SITE}/sitemap.xml`]),
    );
  });

  it('contain exactly the published posts after any sequence of changes', async () => {
    const seeded: Post[] = [];
    for (let count = 0; count < 6; count += 1)
      seeded.push(await seedPost({ title: `Post ${count}`, isPublished: count % 2 === 0 }));
    const [a, b, c, d] = seeded as [Post, Post, Post, Post];

    await content.posts.update(ADMIN, a.id, { isPublished: false });
    await content.posts.update(ADMIN, b.id, { isPublished: true });
    await content.posts.remove(ADMIN, c.id);
    await content.posts.update(ADMIN, d.id, { isPublished: true });
    await content.posts.update(ADMIN, d.id, { isPublished: false });
    await content.posts.update(ADMIN, d.id, { isPublished: true });

    const published = await db.collection('posts').where('isPublished', '==', true).get();
    const expected = published.docs
      .map((post) => `${SITE}${postPath({ id: post.id, title: post.get('title') })}`)
      .sort();
    const inSitemap = locations((await get('/sitemap.xml')).text).filter((url) => /\/posts\/./.test(url ?? ''));
    const inFeed = parseAtomFeed((await get('/feed.xml')).text).entries?.map((entry) => entry.links?.[0]?.href);
    expect(expected).toHaveLength(3);
    expect(inSitemap.sort()).toEqual(expected);
    expect(inFeed?.sort()).toEqual(expected);
    expect(await stored(`posts/${c.id}`)).toMatchObject({ status: 'trash' });
  });

  it('are split by month when there are many posts', async () => {
    const post = await seedPost({ title: 'Here' });
    dependencies = {
      ...dependencies,
      feeds: createFeedService({
        ...content,
        site,
        published: createPublishedRepository(db),
        siteUrl: SITE,
        now: () => clock.now(),
        maxPosts: 0,
      }),
    };

    const index = await get('/sitemap.xml');
    const month = post.createdAt.slice(0, 7);

    expect(index.text).toContain('<sitemapindex');
    expect(index.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=3600');
    expect(locations(index.text)).toEqual([`${SITE}/sitemap/lists.xml`, `${SITE}/sitemap/${month}.xml`]);
    expect(locations((await get('/sitemap/lists.xml')).text)).toEqual(
      ['/', '/posts', '/categories'].map((path) => SITE + path),
    );
    expect(locations((await get(`/sitemap/${month}.xml`)).text)).toEqual([`${SITE}${postPath(post)}`]);
    for (const none of ['2026-13', '9999-12', '0000-01', '__proto__']) {
      expect((await get(`/sitemap/${none}.xml`)).status).toBe(404);
    }
    expect(monthsBetween(new Date('2025-11-30T23:00:00Z'), new Date('2026-01-01T00:00:00Z'))).toEqual([
      '2025-11',
      '2025-12',
      '2026-01',
    ]);
  });

  it('contain every tag and author with a published post, even if there are many', async () => {
    const batch = db.batch();
    for (let number = 0; number < 150; number += 1) {
      const tag = { name: `Tag ${number}`, slug: `tag-${number}`, isThere: true, isInternal: false, postCount: 1 };
      batch.set(db.doc(`tags/t${number}`), tag);
      batch.set(db.doc(`authors/a${number}`), { postCount: 1 });
      batch.set(db.doc(`users/a${number}`), { displayName: `Author ${number}` });
    }
    await batch.commit();

    const paths = locations((await get('/sitemap.xml')).text).map((url) => new URL(url ?? '').pathname);

    expect(paths.filter((path) => path.startsWith('/tags/'))).toHaveLength(150);
    expect(paths.filter((path) => path.startsWith('/authors/'))).toHaveLength(150);
  });
});

describe('an instance', () => {
  /** Whether a request reads published content from Firestore again. */
  const reads = { pages: 0, feeds: 0 };

  beforeEach(() => {
    Object.assign(reads, { pages: 0, feeds: 0 });
    const { pages, feeds } = services;
    const counted = <Args extends unknown[], Made>(kind: keyof typeof reads, make: (...args: Args) => Made) => {
      return (...args: Args): Made => {
        reads[kind] += 1;
        return make(...args);
      };
    };
    dependencies = {
      ...dependencies,
      pages: { ...pages, home: counted('pages', pages.home), post: counted('pages', pages.post) },
      feeds: { ...feeds, sitemap: counted('feeds', feeds.sitemap) },
    };
    instance = createPageApp(dependencies);
  });

  it('produces a page, a feed and a sitemap once in ten seconds, even if the query has unknown parameters', async () => {
    const post = await seedPost();

    const pages = [await get(postPath(post)), await get(`${postPath(post)}?x=1`), await get(`${postPath(post)}?x=2`)];
    const maps = await Promise.all(Array.from({ length: 20 }, (_, n) => get(`/sitemap.xml?x=${n}`)));

    expect(reads).toEqual({ pages: 1, feeds: 1 });
    expect(new Set([...pages, ...maps].map(({ status, text }) => `${status} ${text}`)).size).toBe(2);
    const headers = pages.map((page) => [page.headers.get('etag'), page.headers.get('cache-control')]);
    expect(new Set(headers.map(String)).size).toBe(1);
    const tag = pages[0]?.headers.get('etag') ?? '';
    expect((await get(postPath(post), { 'if-none-match': tag })).status).toBe(304);
    clock.advance(10_001);
    await get(postPath(post));
    expect(reads.pages).toBe(2);
  });

  it('shows deleted content for at most ten seconds, and new content at once', async () => {
    const post = await seedPost();
    const draft = await seedPost({ isPublished: false });
    await get(postPath(post));
    expect((await get(postPath(draft))).status).toBe(404);

    await content.posts.update(ADMIN, post.id, { isPublished: false });
    await content.posts.update(ADMIN, draft.id, { isPublished: true });

    expect((await get(postPath(draft))).status).toBe(200);
    clock.advance(10_001);
    expect((await get(postPath(post))).status).toBe(404);
  });

  it('uses the app shell of a new deployment or a rollback immediately, with the styles of its own markup', async () => {
    const shellOf = (build: number) =>
      SHELL.replace(
        '</head>',
        `<script>/* ${build} */</script><meta name="inkwell-script" content="/${build}.js"></head>`,
      );
    let shell = shellOf(1);
    const renderPage: PageRenderer = async (page) => {
      return { ...(await rendering.renderPage(page)), build: '/1.js', styles: '.own{}' };
    };
    const deployment = { shell: { get: async () => shell }, rendering: { ...rendering, renderPage } };
    instance = createPageApp({ ...dependencies, ...deployment });

    for (const build of [1, 2, 1]) {
      shell = shellOf(build);
      const { text } = await get('/');
      expect(text).toContain(`<script>/* ${build} */</script><meta name="inkwell-script" content="/${build}.js">`);
      expect(text).toContain('<div id="root" data-build="/1.js"');
      expect(text.includes('<style id="page-styles">.own{}</style>')).toBe(build !== 1);
    }
  });

  it('reserves the maximum reads of a sitemap first, and returns the unused ones', async () => {
    await seedPost();
    const left: number[] = [];
    const taken: number[] = [];
    const readQuota = {
      take: (_caller: string, documents: number) => {
        taken.push(documents);
        return 0;
      },
      giveBack: (_caller: string, documents: number) => void left.push(documents),
    };
    instance = createPageApp({ ...dependencies, readQuota });
    const month = clock.now().toISOString().slice(0, 7);

    for (const file of ['sitemap.xml', 'sitemap/lists.xml', `sitemap/${month}.xml`, 'sitemap/2026-13.xml']) {
      await get(`/${file}`);
    }

    expect(taken).toEqual([SITEMAP_DOCUMENTS, SITEMAP_DOCUMENTS, SHARDS_PER_MONTH, SHARDS_PER_MONTH]);
    // The post with three addresses of lists; the lists; the post; nothing.
    expect(left.map((documents, index) => (taken[index] ?? 0) - documents)).toEqual([5, 4, 2, 0]);
  });

  it('limits the documents read per minute for one address; cached answers are free', async () => {
    const readQuota = createReadQuota({ clock, perMinute: 30 });
    instance = createPageApp({ ...dependencies, readQuota });
    const posts = await Promise.all(Array.from({ length: 8 }, () => seedPost()));
    const from = (address: string) => ({ 'x-forwarded-for': address });

    await clock.stopped(async () => {
      const answers = [];
      for (const post of posts) answers.push(await get(postPath(post), from('203.0.113.9')));

      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
      const refused = answers.at(-1);
      expect(refused?.text).toBe('Too many requests. Please try again later.');
      expect(refused?.headers.get('cache-control')).toBe('no-store');
      expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await get(postPath(posts[0] as Post), from('203.0.113.9'))).status).toBe(200);
      expect((await get(postPath(posts[7] as Post), from('203.0.113.10'))).status).toBe(200);
    });
  });
});
