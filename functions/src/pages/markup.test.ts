import { NO_MENU } from '@inkwell/shared/menu';
import { DEFAULT_SETTINGS } from '@inkwell/shared/settings';
import { DEFAULT_SITE } from '@inkwell/shared/site';
import { describe, expect, it, vi } from 'vitest';
import { FEED_FORMATS } from './feed.ts';
import { headMarkup, type PageHead } from './head.ts';
import { createShellSource, fillShell } from './shell.ts';
import { sitemap } from './sitemap.ts';

const HOSTILE = `</script><script>alert('1')</script> "quoted" & 'single' \u202eright-to-left\u202c 🎉 $& $1 <!-- ]]>`;

const SHELL = `<!doctype html>
<html lang="en">
  <head>
    <title>Inkwell</title>
    <meta name="description" content="The site" />
  </head>
  <body>
    <div id="root"></div>
    <script type="module" src="/assets/app.js"></script>
  </body>
</html>`;

const head = (changes: Partial<PageHead> = {}): PageHead => ({
  title: 'A title',
  description: 'A description',
  canonicalUrl: 'https://inkwell.example/posts/p1/a-title',
  ...changes,
});

describe('headMarkup', () => {
  it('escapes all texts', () => {
    const markup = headMarkup(
      head({ title: HOSTILE, description: HOSTILE, structuredData: [{ name: HOSTILE }] }),
      DEFAULT_SITE,
      'https://inkwell.example',
    );

    expect(markup.match(/<script/g)).toHaveLength(1);
    expect(markup.match(/<\/script>/g)).toHaveLength(1);
    expect(markup).toContain('&lt;/script&gt;&lt;script&gt;alert(&#39;1&#39;)');
    const data = /<script type="application\/ld\+json">(.*)<\/script>/.exec(markup)?.[1] ?? '';
    expect(JSON.parse(data)).toEqual({ name: HOSTILE });
  });

  it('preloads the first picture in the size that the article shows', () => {
    const url = 'https://x.example/o/images%2F1-sea-900x600.webp?alt=media&token="';

    const markup = headMarkup(head({ firstPicture: { url, sizes: '92vw' } }), DEFAULT_SITE, 'https://inkwell.example');

    const copy = 'https://x.example/o/images%2F1-sea-900x600.w400.webp?alt=media&amp;token=&quot; 400w';
    expect(markup).toContain('<link rel="preload" as="image" href="https://x.example/o/images%2F1-sea-900x600.webp?');
    expect(markup).toContain(`imagesrcset="${copy}, `);
    expect(markup).toContain('imagesizes="92vw" fetchpriority="high" referrerpolicy="no-referrer">');
  });
});

describe('fillShell', () => {
  const RENDERING = {
    renderPage: async () => ({
      html: '<main>$1 rendered</main>',
      parts: 'search',
      build: '/assets/app-1.js',
      styles: '.a{}',
    }),
    now: () => new Date('2026-11-28T10:00:00Z'),
  };

  it("marks the app's markup with its build and time, and includes its styles if the shell is of another build", async () => {
    const parts = { head: '<title>A</title>', url: '/a', queries: [] };
    const around = { site: DEFAULT_SETTINGS, menu: NO_MENU, url: '/a', isUnknown: false };
    const root =
      '<div id="root" data-build="/assets/app-1.js" data-made-at="2026-11-28T10:00:00.000Z" data-parts="search"><main>$1 rendered</main></div>';

    const other = await fillShell(SHELL, parts, around, RENDERING);
    const site = { ...DEFAULT_SETTINGS, accentLight: '#0b6470' };
    const looked = await fillShell(SHELL, parts, { ...around, site }, RENDERING);
    const same = await fillShell(
      SHELL.replace('</head>', '<meta name="inkwell-script" content="/assets/app-1.js"></head>'),
      ...([parts, around, RENDERING] as const),
    );

    expect(other).toContain(root);
    expect(other).toContain('<style id="page-styles">.a{}</style></head>');
    expect(looked).toMatch(/<style id="page-styles">\.a\{\}<\/style><style id="site-look">/);
    expect(same).toContain(root);
    expect(same).not.toContain('.a{}');
  });

  it('includes the style sheets that the markup uses, and those that cost less than a request', async () => {
    const long = 'x'.repeat(400);
    const sheets = {
      shown: `.card_AAAAA1{--long:${long}}@media (width<1px){.card_AAAAA1{}}`,
      unseen: `.menu_BBBBB1{--long:${long}}@media (width<1px){.menu_BBBBB1{}}`,
      small: '.dot_CCCCC1{}',
      general: `:root{--long:${long}}`,
    };
    const markup = Object.entries(sheets).map(([name, css]) => `<style data-href="/assets/${name}.css">${css}</style>`);
    const entry = '<meta name="inkwell-script" content="/assets/app-1.js">';
    const sheetsOf = async (shell: string, html: string) => {
      const renderPage = async () => ({ ...(await RENDERING.renderPage()), html });
      const page = await fillShell(
        shell.replace('</head>', () => `${markup.join('\n')}</head>`),
        { head: '<title>A</title>', url: '/a', queries: [] },
        { site: DEFAULT_SETTINGS, menu: NO_MENU, url: '/a', isUnknown: false },
        { ...RENDERING, renderPage },
      );
      return [...page.matchAll(/\/assets\/(\w+)\.css/g)].map(([, name]) => name);
    };
    const ofSameBuild = SHELL.replace('</head>', `${entry}</head>`);
    const all = Object.keys(sheets);

    expect(await sheetsOf(ofSameBuild, '<p class="card_AAAAA1">')).toEqual(all.filter((name) => name !== 'unseen'));
    // Parts that only the app shows, and markup with class names of another build.
    expect(await sheetsOf(ofSameBuild, '')).toEqual(all);
    expect(await sheetsOf(SHELL, '<p class="card_AAAAA1">')).toEqual(all);
  });

  it('inserts head, body and data once, whatever they contain', async () => {
    const parts = {
      head: `<title>${'$&'}</title>`,
      url: '/a',
      queries: [{ queryKey: ['posts', 'by-id', 'p1'], data: { title: HOSTILE } }],
    };
    const html = await fillShell(
      SHELL,
      parts,
      { site: DEFAULT_SETTINGS, menu: NO_MENU, url: '/a', isUnknown: false },
      RENDERING,
    );

    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(html).toContain('<title>$&</title>');
    expect(html).not.toContain('content="The site"');
    expect(html).toMatch(/<div id="root"[^>]*><main>\$1 rendered<\/main><\/div>/);
    const data = /id="inkwell-data">(.*?)<\/script>/.exec(html)?.[1] ?? '';
    expect(JSON.parse(data)[0].data.title).toBe(HOSTILE);
    expect(html.match(/<script/g)).toHaveLength(2);
  });
});

describe('feeds and sitemaps', () => {
  it('escape every text of an entry', () => {
    const feed = FEED_FORMATS.atom.write({
      title: HOSTILE,
      subtitle: HOSTILE,
      language: 'en',
      url: 'https://x/feed.xml',
      pageUrl: 'https://x/',
      createdAt: '2026-01-01T00:00:00.000Z',
      entries: [
        {
          id: 'tag:x,2026:p1',
          title: HOSTILE,
          url: 'https://x/posts/p1',
          authors: [{ name: HOSTILE, url: null }],
          categories: [HOSTILE],
          summary: HOSTILE,
          language: null,
          content: `<p>${HOSTILE}</p>`,
          publishedAt: '2026-01-02T00:00:00.000Z',
          updatedAt: '2026-01-03T00:00:00.000Z',
        },
      ],
    });

    expect(feed).not.toContain('<script');
    expect(feed).toContain('<updated>2026-01-03T00:00:00.000Z</updated>');
  });

  it('of a sitemap end at 10 MB, with the first addresses', () => {
    const entries = Array.from({ length: 20_000 }, (_, n) => ({
      url: `https://x/${n}/${'%D7%90'.repeat(100)}`,
      modifiedAt: null,
    }));

    const xml = sitemap(entries);

    expect(Buffer.byteLength(xml)).toBeLessThan(10_001_000);
    expect(xml.match(/<loc>/g)?.length).toBeGreaterThan(14_000);
    expect(xml).toContain('<loc>https://x/0/');
  });

  it('list addresses with the time of their last change', () => {
    expect(sitemap([{ url: 'https://x/a?b&c', modifiedAt: '2026-01-01T00:00:00.000Z' }])).toContain(
      '<loc>https://x/a?b&amp;c</loc><lastmod>2026-01-01T00:00:00.000Z</lastmod>',
    );
  });
});

describe('createShellSource', () => {
  const answer = (html: string) => new Response(html);

  it('sends one request for parallel callers, caches the answer, and keeps the old one if a request fails', async () => {
    let nowMs = 0;
    const fetch = vi.fn<typeof globalThis.fetch>(async () => answer('first'));
    const source = createShellSource({ url: 'http://x/app.html', fetch, now: () => nowMs, log: () => undefined });

    expect(await Promise.all([source.get(), source.get()])).toEqual(['first', 'first']);
    expect(fetch).toHaveBeenCalledTimes(1);

    nowMs = 20_000;
    fetch.mockRejectedValueOnce(new Error('down'));
    expect(await source.get()).toBe('first');

    await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(2));
    fetch.mockResolvedValueOnce(answer('second'));
    await source.get();
    await vi.waitFor(async () => expect(await source.get()).toBe('second'));
  });

  it('waits for a new app shell after a minute, and uses the old one only if that fails', async () => {
    let nowMs = 0;
    const fetch = vi.fn<typeof globalThis.fetch>(async () => answer('first'));
    const source = createShellSource({ url: 'http://x/app.html', fetch, now: () => nowMs, log: () => undefined });
    await source.get();

    nowMs = 61_000;
    fetch.mockRejectedValueOnce(new Error('down'));
    expect(await source.get()).toBe('first');
    fetch.mockResolvedValueOnce(answer('second'));
    expect(await source.get()).toBe('second');
  });

  it('fails if there never was an app shell', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response('', { status: 500 }));
    const source = createShellSource({ url: 'http://x', fetch, now: () => 0, log: () => undefined });

    await expect(source.get()).rejects.toThrow('500');
  });
});
