import type { BrowserContext, Route } from '@playwright/test';
import { ADMIN_PAGES } from '../support/admin-pages.ts';
import { ADMIN, signInAndWait } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

/** Of Google's 0.1 for a good page; what is left are lines that break otherwise. */
const LIMIT = 0.02;
/** Each answer of the API comes this late, so that every page shows its loading state. */
const DELAY_MS = 400;
/** A page is complete once nothing was under way for so long. */
const QUIET_MS = 120;

const VISITOR_PAGES = [
  '/',
  '/posts',
  '/categories',
  '/search?q=dough',
  '/forgot-password',
  '/nowhere',
  '/tags/nowhere',
  '/posts/nowhere/dough',
];
const STAFF_PAGES = ['/', ...ADMIN_PAGES, '/admin/comments', '/drafts', '/create-category', '/create-post'];

declare global {
  interface Window {
    moves: { value: number; from: string }[];
  }
}

/** Runs in the page: notes each shift that no input explains, with the elements that moved. */
function observeShifts(): void {
  window.moves = [];
  type Shift = PerformanceEntry & {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
  };
  const nameOf = (node: Node | null): string => {
    const element = node instanceof Element ? node : node?.parentElement;
    return element
      ? `${element.tagName.toLowerCase()}.${element.getAttribute('class')} "${element.textContent?.slice(0, 30)}"`
      : 'gone';
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) {
      if (entry.hadRecentInput) continue;
      const from = entry.sources
        .map(({ node, previousRect: a, currentRect: b }) => `${nameOf(node)} ${a.y},${a.height} to ${b.y},${b.height}`)
        .join(' | ');
      window.moves.push({ value: entry.value, from });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Opens a tab that notes its shifts. */
async function openTab(context: BrowserContext, size: { width: number; height: number }) {
  const page = await context.newPage();
  await page.setViewportSize(size);
  await page.addInitScript(observeShifts);
  const open = new Set<unknown>();
  let lastMs = Date.now();
  const end = (request: unknown) => {
    open.delete(request);
    lastMs = Date.now();
  };
  page.on('request', (request) => {
    lastMs = Date.now();
    open.add(request);
  });
  page.on('requestfinished', end);
  page.on('requestfailed', end);

  const isQuiet = async () =>
    open.size === 0 &&
    Date.now() - lastMs > QUIET_MS &&
    (await page.locator('.served-page, [aria-busy="true"]').count()) === 0;

  /** Waits until nothing loads, and compares the shifts of the page. */
  const expectStill = async (path: string) => {
    await expect.poll(isQuiet, { intervals: [40], timeout: 60_000, message: `${path} ends to load` }).toBe(true);
    const moves = await page.evaluate(
      () => new Promise<Window['moves']>((done) => requestAnimationFrame(() => setTimeout(() => done(window.moves)))),
    );
    const sum = moves.reduce((total, { value }) => total + value, 0);
    const report = moves.map(({ value, from }) => `${value.toFixed(4)}: ${from}`).join('\n');
    expect.soft(sum, `${path} moves, ${size.width} px wide:\n${report}`).toBeLessThan(LIMIT);
  };
  return {
    page,
    async load(path: string): Promise<void> {
      await page.goto(path);
      await expectStill(path);
    },
    /** Goes to a page as a link would, but without an input, which would excuse the shifts after it. */
    async follow(path: string): Promise<void> {
      await page.evaluate((to) => {
        history.pushState({ key: to }, '', to);
        scrollTo(0, 0);
        window.moves = [];
        dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
      }, path);
      await expectStill(path);
    },
  };
}

type Tab = Awaited<ReturnType<typeof openTab>>;

/** Two tabs share the pages: most of the time they wait. */
async function eachOf(
  paths: readonly string[],
  tabs: readonly Tab[],
  visit: (tab: Tab, path: string) => Promise<void>,
) {
  const left = [...paths];
  await Promise.all(
    tabs.map(async (tab) => {
      for (let path = left.shift(); path !== undefined; path = left.shift()) await visit(tab, path);
    }),
  );
}

for (const width of [1440, 390]) {
  test(`nothing moves when data comes, ${width} px wide`, async ({ context, page: signInPage, request }) => {
    // Each of some forty pages waits for its answers.
    test.setTimeout(360_000);
    const [post] = await (await request.get('/api/posts/popular?limit=1')).json();
    const [id, author]: string[] = [post.id, `/authors/${post.authors[0].id}`];
    const size = { width, height: 900 };
    const tabs = await Promise.all([openTab(context, size), openTab(context, size)]);
    const slowly = async (route: Route) => {
      await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
      // The page may be gone by now.
      await route.continue().catch(() => undefined);
    };
    await context.route('**/api/**', slowly);
    await eachOf([...VISITOR_PAGES, `/posts/${id}`, String(author)], tabs, (tab, path) => tab.load(path));

    await context.unroute('**/api/**');
    await signInAndWait(signInPage, ADMIN);
    await signInPage.close();
    await context.route('**/api/**', slowly);
    await eachOf(['/admin?tab=posts', `/create-post?edit=${id}`], tabs, (tab, path) => tab.load(path));
    await eachOf([...STAFF_PAGES, `/revisions?post=${id}`, `/posts/${id}`], tabs, (tab, path) => tab.follow(path));
  });
}
