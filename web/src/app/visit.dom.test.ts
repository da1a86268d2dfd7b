import { searchKey } from '@inkwell/shared/search-key';
import { VisitEnd } from '@inkwell/shared/traffic';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { postQueries } from '../features/posts/api/queries.ts';
import { sessionQueries } from '../lib/session-queries.ts';
import { moderator, samplePost, sampleUser } from '../test/samples.ts';
import { followVisit } from './visit.ts';

const vitals = vi.hoisted(() => ({ onLCP: vi.fn(), onINP: vi.fn(), onCLS: vi.fn() }));
vi.mock('web-vitals', () => vitals);

const beacon = vi.fn<(url: string, body: string) => boolean>(() => true);
let client: QueryClient;

beforeEach(() => {
  client = new QueryClient();
  beacon.mockClear();
  Object.assign(navigator, { sendBeacon: beacon });
  vi.spyOn(Math, 'random').mockReturnValue(0.9);
});

/** Begins a visit at an address with an article of 1,000 px. @returns a function that scrolls to a position of the article */
function visit(path: string): (top: number) => void {
  window.history.replaceState(null, '', path);
  document.body.innerHTML = '<main><article><div class="markdown"></div></article></main>';
  let top = 900;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(() => ({ top, height: 1_000 }) as DOMRect);
  Object.assign(window, { innerHeight: 800 });
  followVisit(client);
  onTestFinished(() => void window.dispatchEvent(new Event('pagehide')));
  return (next) => {
    top = next;
    window.dispatchEvent(new Event('scroll'));
  };
}

/** Leaves the page. @returns the sent event */
function leave(): VisitEnd[] {
  window.dispatchEvent(new Event('pagehide'));
  return beacon.mock.calls.map(([url, body]) => {
    expect(url).toBe('/api/reading/end');
    return VisitEnd.parse(JSON.parse(body));
  });
}

const signIn = (user: ReturnType<typeof sampleUser>) =>
  client.setQueryData(sessionQueries.user(user.id).queryKey, user);

describe('the end of a visit', () => {
  it.each([
    [900, 0],
    [540, 25],
    [301, 50],
    [-190, 75],
    [-200, 100],
  ] as const)('reports how far a post was read: with its text at %i px, %i %%', (top, read) => {
    const scroll = visit('/posts/post-1/a-title');

    scroll(top);
    scroll(900);

    expect(leave()).toEqual([{ page: 'post', postId: 'post-1', read }]);
  });

  it('is sent once, with the last post and the first page', () => {
    const scroll = visit('/');
    window.history.pushState(null, '', '/posts/post-2');
    scroll(-200);
    window.history.pushState(null, '', '/categories');

    leave();
    expect(leave()).toEqual([{ page: 'home', postId: 'post-2', read: 100 }]);
  });

  it.each([
    ['/categories/travel', 'list'],
    ['/posts', 'list'],
    ['/search', 'search'],
    ['/about', 'page'],
    ['/newsletter', 'list'],
    ['/newsletter/spring', 'page'],
  ])('has the kind of %s', (path, page) => {
    visit(path);
    expect(leave()).toEqual([{ page }]);
  });

  it('has the searches, without half-typed queries', () => {
    const found = (q: string, count: number, isCorrected = false) =>
      client.setQueryData(searchKey({ q }), { items: Array.from({ length: count }), isCorrected });
    visit('/search');
    found('har', 9);
    found('harbour', 2);
    found('harbuor', 1, true);
    client.setQueryData(['posts', 'search', 'tides'], { items: [] });
    client.removeQueries({ queryKey: searchKey({ q: 'harbour' }) });
    client.setQueryData(['search', 'suggestions', 'h'], { posts: [] });

    expect(leave()).toEqual([
      {
        page: 'search',
        searches: [
          { words: 'harbour', isFound: true },
          { words: 'harbuor', isFound: false },
          { words: 'tides', isFound: false },
        ],
      },
    ]);
  });

  it('has the speed of one visit in four', () => {
    vi.mocked(Math.random).mockReturnValue(0.1);
    vitals.onLCP.mockImplementation((report) => report({ value: 1_234.5 }));
    vitals.onCLS.mockImplementation((report) => report({ value: 0.02 }));
    visit('/');

    expect(leave()).toEqual([{ page: 'home', lcp: 1_234.5, cls: 0.02 }]);
  });

  it.each([
    ['staff', () => void signIn(moderator)],
    ['readers with DNT', () => void vi.stubGlobal('navigator', { doNotTrack: '1', sendBeacon: beacon })],
    ['readers with GPC', () => void vi.stubGlobal('navigator', { globalPrivacyControl: true, sendBeacon: beacon })],
  ])('is not sent by %s', (_, prepare) => {
    prepare();
    visit('/posts/post-1');

    expect(leave()).toEqual([]);
    vi.unstubAllGlobals();
  });

  it.each(['/reading-list', '/newsletter/confirm'])('is not sent from %s', (path) => {
    visit(path);
    expect(leave()).toEqual([]);
  });

  it('leaves out posts of the visitor', () => {
    const author = sampleUser({ id: 'author-1', writing: 'author' });
    signIn(author);
    client.setQueryData(postQueries.byId('post-1').queryKey, samplePost({ authorIds: ['author-1'] }));
    visit('/posts/post-1');

    expect(leave()).toEqual([{ page: 'post' }]);
  });
});
