import { ROOT_ATTRIBUTES } from '@inkwell/shared/page-renderer';
import type { SafeHtml } from '@inkwell/shared/safe-html';
import { searchKey, suggestionsKey } from '@inkwell/shared/search-key';
import { type ServedAnswer, served, servedQueries } from '@inkwell/shared/served';
import { SERVED_DATA_ID } from '@inkwell/shared/served-keys';
import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { keepRenderedText } from '../features/posts/rendered-text.ts';
import { putServedData } from '../lib/hydrate.ts';
import { resetIdentity, startIdentity } from '../lib/identity-store.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { siteOfDocument } from '../lib/site.ts';
import { forgetUnknown, noteUnknown } from '../lib/unknown-address.ts';
import { renderPage } from '../server.tsx';
import { sampleCategory, samplePage, samplePost, samplePostCard } from '../test/samples.ts';
import { takeConsoleErrors } from '../test/setup.ts';
import { App } from './app.tsx';
import { routes } from './router.tsx';

const HOSTILE = `</script><script>alert(1)</script> "q" 'q' &amp; \u202eabc\u202c 🎉 <!--`;
const SOURCE = 'A **text**';
const TEXT = '<p>A <b>text</b></p><p><img src="/a.webp" alt=""></p>' as SafeHtml;
const MADE_AT = '2025-12-31T23:59:59.000Z';
/** The service worker stores pages for weeks. */
const LATER_MS = 30 * 24 * 60 * 60_000;

const card = (fields: Parameters<typeof samplePostCard>[0] = {}) =>
  samplePostCard({ title: HOSTILE, publishedAt: '2025-12-31T20:00:00.000Z', ...fields });
const listOf = (...args: Parameters<typeof servedQueries.postList.key>) =>
  served(servedQueries.postList, args, {
    pages: [{ items: [card(), card({ id: 'post-2', featuredImage: null })], total: 31, nextCursor: 'next' }],
    pageParams: [null],
  });
const category = sampleCategory({ id: 1, name: 'Sea', description: HOSTILE });
const tag = { id: 't1', slug: 'tea', name: 'Tea', description: HOSTILE, picture: null, postCount: 2 };
const menu = served(servedQueries.menu, [], {
  header: [{ label: HOSTILE, address: '/about' }],
  footer: [{ label: 'Elsewhere', address: 'https://x.example/' }],
});

const ISSUE_CARD = { slug: 'tides', subject: 'Tides', previewText: HOSTILE, sentAt: '2025-12-31T23:30:00.000Z' };

const PAGES: Readonly<Record<string, readonly ServedAnswer[]>> = {
  '/': [
    served(servedQueries.popularPosts, [], [card()]),
    served(servedQueries.newestPosts, [], [card({ title: HOSTILE })]),
  ],
  '/categories': [served(servedQueries.categories, [], [category])],
  '/posts': [listOf({ categoryId: null }), served(servedQueries.categories, [], [category])],
  '/posts?category=1': [listOf({ categoryId: 1 }), served(servedQueries.categories, [], [category])],
  '/categories/1/sea': [served(servedQueries.category, [1], category), listOf({ categoryId: 1 })],
  '/tags/tea': [served(servedQueries.tag, ['tea'], tag), listOf({ tag: 'tea' })],
  '/series/tea': [served(servedQueries.series, ['tea'], tag), listOf({ series: 'tea' })],
  '/authors/a1/ada': [
    served(servedQueries.author, ['a1'], {
      id: 'a1',
      name: 'Ada',
      profileImageUrl: null,
      website: 'https://ada.example/',
      postCount: 2,
      text: '**Bold** [link](https://x.example/)',
      handles: { fediverse: '@ada@social.example' },
    }),
    listOf({ authorId: 'a1' }),
  ],
  '/search': [],
  '/search?q=tea&sort=newest': [
    {
      queryKey: searchKey({ q: 'tea', sort: 'newest' }),
      data: {
        items: [card({ title: 'Tea time' })],
        passages: [HOSTILE],
        total: 1,
        words: ['tea'],
        meant: 'team',
        isCorrected: false,
        filters: { categories: [{ id: 1, name: HOSTILE }], tags: [], authors: [], years: [] },
      },
    },
  ],
  '/nowhere': [listOf({ categoryId: null })],
  '/tags/nowhere': [
    listOf({ categoryId: null }),
    { queryKey: suggestionsKey('nowhere'), data: { posts: [], tags: [{ slug: 'tea', name: HOSTILE }], authors: [] } },
  ],
  '/posts/nowhere/tea': [],
  '/posts/post-1/tea': [
    served(servedQueries.post, ['post-1'], samplePost({ title: HOSTILE, content: SOURCE, coverCaption: HOSTILE })),
    served(servedQueries.similarPosts, ['post-1'], [card({ id: 'post-2' })]),
  ],
  '/newsletter': [
    served(servedQueries.archive, [], {
      pages: [{ items: [{ ...ISSUE_CARD, subject: HOSTILE }], total: 31, nextCursor: 'next' }],
      pageParams: [null],
    }),
  ],
  '/newsletter/tides': [
    served(servedQueries.archivedIssue, ['tides'], {
      ...ISSUE_CARD,
      content: SOURCE,
      isOnePost: false,
      language: null,
    }),
  ],
  '/about': [served(servedQueries.sitePage, ['about'], samplePage({ content: SOURCE }))],
};

beforeEach(() => {
  resetIdentity();
  document.body.querySelector(`#${SERVED_DATA_ID}`)?.remove();
});

/** Renders a page as the server does, then hydrates it as the browser does. */
async function hydrate(url: string, answers: readonly ServedAnswer[], isUnknown: boolean) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(MADE_AT) });
  const { html } = await renderPage({
    url,
    site: siteOfDocument(),
    answers: [...answers, menu],
    madeAt: MADE_AT,
    isUnknown,
    text: TEXT,
  });
  vi.setSystemTime(Date.parse(MADE_AT) + LATER_MS);
  const container = document.createElement('div');
  container.innerHTML = html;
  container.toggleAttribute(ROOT_ATTRIBUTES.unknown, isUnknown);
  document.body.append(container);
  window.history.replaceState(null, '', url);
  noteUnknown();
  keepRenderedText(container, SOURCE);
  // What the app decides after hydration: the icon of the color scheme button, and who is signed in.
  const before = [
    ...container.querySelectorAll(':not(svg, path, .rendered-reader, .rendered-greeting, .rendered-greeting *)'),
  ];
  const complaints: unknown[] = [];
  const client = createQueryClient();
  putServedData(client, [...answers, menu]);
  const router = createMemoryRouter(routes, { initialEntries: [url] });
  await vi.waitFor(() => expect(router.state.initialized).toBe(true));
  const onHydrated = vi.fn(startIdentity);
  let root: ReturnType<typeof hydrateRoot> | undefined;
  await act(async () => {
    root = hydrateRoot(
      container,
      <App client={client} rendered={{ atMs: Date.parse(MADE_AT), isUnknown }} onShown={onHydrated}>
        <RouterProvider router={router} />
      </App>,
      { onRecoverableError: (error) => complaints.push(error) },
    );
  });
  onTestFinished(() => {
    act(() => root?.unmount());
    container.remove();
    router.dispose();
    forgetUnknown();
    keepRenderedText(document, undefined);
    window.history.replaceState(null, '', '/');
  });
  complaints.push(...takeConsoleErrors());
  return { html, container, before, complaints, onHydrated };
}

describe('a page that the server rendered', () => {
  it.each(['/Admin', '/admin/', '/Writing/media', '/forgot-password/', '/newsletter/Confirm', '/a%0Ab/c'])(
    'is empty at %s, where only the app shows content',
    async (url) => {
      const page = { url, site: siteOfDocument(), answers: [], madeAt: MADE_AT, isUnknown: true };
      expect((await renderPage(page)).html).toBe('');
    },
  );

  it.each(['/%', '/%E0%A4%A', '//x.example/y', '/posts/..%2f..%2f', '/\\\\x', `/${'a'.repeat(8_000)}`, '/%00'])(
    'says that nothing exists at the malformed address %j',
    async (url) => {
      vi.spyOn(console, 'warn').mockImplementation(() => undefined);
      const page = { url, site: siteOfDocument(), answers: [], madeAt: MADE_AT, isUnknown: true };
      expect((await renderPage(page)).html).toMatch(/Not Found<\/h1>/);
    },
  );

  it.each(Object.entries(PAGES))('is hydrated unchanged at %s, without a request', async (url, answers) => {
    const asked = vi.fn((_address: string) => new Promise<Response>(() => undefined));
    vi.stubGlobal('fetch', asked);
    const { html, container, before, complaints, onHydrated } = await hydrate(url, answers, url.includes('nowhere'));

    expect(complaints).toEqual([]);
    expect(onHydrated).toHaveBeenCalledOnce();
    for (const element of before) expect(container.contains(element), element.outerHTML).toBe(true);
    // Checks whether a page exists by now at an address that had none, and loads what the server does not read below an article.
    const wanted = url.includes('nowhere') ? /./ : /\/(?:view|comments\?limit=20)$/;
    expect(asked.mock.calls.filter(([address]) => !wanted.test(address))).toEqual([]);
    // Nothing is rendered again, and no user text becomes markup.
    expect(html).not.toMatch(/<!--\$[?!]-->|<script/);
  });
});
