import type { APIRequestContext, Page, Request } from '@playwright/test';
import { ADMIN_PAGES } from '../support/admin-pages.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { ADMIN, giveSession, openHomeAs, popularPosts, READER } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

/*
 * Every screen, on a phone and on a desktop: nothing moves when data arrives, axe finds no problem, and nothing is wider than the screen. Neighbours
 * in a list are checked in different themes, and each screen in both: one on the phone, the other on the desktop.
 */

const PHONE = 320;
const DESKTOP = 1440;
type Theme = 'light' | 'dark';

/**
 * Google's limit for a good page is 0.1. The remaining shifts are from lines that wrap differently, and 0.006 of it from the header, which is wider
 * on staff pages.
 */
const LIMIT = 0.03;
/** The delay of each answer of the API, so that every page shows its loading state. */
const DELAY_MS = 400;
/** A page is complete if nothing has been loading for this long. */
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
/** Pages without data, and pages that look like one of the others while they load. */
const MORE_VISITOR_PAGES = [
  '/?q=dough',
  '/search',
  '/series/beginning-with-a-camera',
  '/reset-password?oobCode=x',
  '/auth/action?mode=verifyEmail&oobCode=x',
  '/newsletter/confirm#token=x',
  '/newsletter/unsubscribe#token=x',
  '/newsletter/choices#token=x',
  '/invitation#token=x',
  '/privacy',
];
const WRITING_PAGES = [
  '/',
  '/reading-list',
  '/following',
  '/create-post',
  '/writing',
  '/writing/comments',
  '/drafts',
  '/create-category',
];

declare global {
  interface Window {
    moves: { value: number; from: string }[];
  }
}

/** Runs in the page. Records each shift that was not caused by input, with the elements that moved. */
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

/** Runs in the page. @returns the parts that are still loading when the page is idle. Every screen has a heading. */
async function unfinishedParts(): Promise<string[]> {
  await new Promise<void>((idle) => requestIdleCallback(() => idle()));
  const parts = [...document.querySelectorAll('[data-build], [aria-busy="true"]')].map((one) =>
    one.outerHTML.slice(0, 200),
  );
  return document.querySelector('h1') ? parts : [...parts, 'no heading'];
}

/** Shows the page in a theme. Waits for transitions; at the end of one, inherited values may start others. */
async function show(page: Page, colorScheme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
  await page.evaluate(async () => {
    const ending = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, timeline }) =>
            timeline === document.timeline && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        );
    for (let all = ending(); all.length > 0; all = ending()) {
      await Promise.allSettled(all.map(({ finished }) => finished));
    }
  });
}

/** The problems of the current screen. */
async function problemsIn(page: Page, theme: Theme): Promise<string[]> {
  await show(page, theme);
  const problems = await accessibilityProblems(page);
  const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  return isTooWide ? [...problems, 'wider than the screen'] : problems;
}

const themeOf = (turn: number): Theme => (turn % 2 === 0 ? 'light' : 'dark');

/** A tab that visits one screen after another. */
async function walk(page: Page, width: number) {
  await page.setViewportSize({ width, height: 900 });
  await page.addInitScript(observeShifts);
  const open = new Set<Request>();
  let lastMs = Date.now();
  const end = (request: Request) => {
    open.delete(request);
    lastMs = Date.now();
  };
  page.on('request', (request) => {
    lastMs = Date.now();
    open.add(request);
  });
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  let turn = width === PHONE ? 0 : 1;

  /** Everything that is still loading. The page is asked last. It answers only when it is idle, so its requests have started by then. */
  const unfinished = async (): Promise<string[]> => {
    const isAskedMs = Date.now();
    const parts = await page.evaluate(unfinishedParts);
    if (lastMs > isAskedMs || Date.now() - lastMs <= QUIET_MS) parts.push('requests until now');
    return [...parts, ...[...open].map((request) => request.url())];
  };
  /** Waits until nothing is loading. */
  const settle = (path: string) =>
    expect.poll(unfinished, { intervals: [40], timeout: 60_000, message: `${path} ends to load` }).toEqual([]);

  const check = async (path: string) => {
    const theme = themeOf(turn);
    turn += 1;
    expect.soft(await problemsIn(page, theme), `${path}, ${width} px wide, ${theme}`).toEqual([]);
    await show(page, themeOf(turn));
  };
  /** Waits until nothing is loading, compares the shifts, and checks for problems. */
  const expectStill = async (path: string) => {
    await settle(path);
    const moves = await page.evaluate(
      () => new Promise<Window['moves']>((done) => requestAnimationFrame(() => setTimeout(() => done(window.moves)))),
    );
    const sum = moves.reduce((total, { value }) => total + value, 0);
    const report = moves.map(({ value, from }) => `${value.toFixed(4)}: ${from}`).join('\n');
    expect.soft(sum, `${path} moves, ${width} px wide:\n${report}`).toBeLessThan(LIMIT);
    await check(path);
  };
  return {
    settle,
    check,
    /** Delays all answers from now on. */
    slowDown: () =>
      page.route('**/api/**', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
        // The page may no longer exist.
        await route.continue().catch(() => undefined);
      }),
    async load(path: string): Promise<void> {
      await page.goto(path);
      await expectStill(path);
    },
    /**
     * Navigates like a link, but without input, because shifts after input are ignored. The router scrolls when it shows the new page; until then,
     * what is idle is the page before.
     */
    async follow(path: string): Promise<void> {
      await page.evaluate(async (to) => {
        history.pushState({ key: to }, '', to);
        scrollTo(0, 0);
        window.moves = [];
        const { scrollTo: scroll } = window;
        await new Promise<void>((shown) => {
          window.scrollTo = () => shown();
          dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
        });
        window.scrollTo = scroll;
      }, path);
      await expectStill(path);
    },
  };
}

const popularPost = async (request: APIRequestContext): Promise<string> => (await popularPosts(request))[0].id;

/** The pages of the two authors of a post, one of them a guest author. */
async function authorPages(request: APIRequestContext): Promise<string[]> {
  const posts = await popularPosts(request);
  const pair = posts.map(({ authors }) => authors).find((authors) => authors.length > 1);
  return (pair ?? []).map(({ id }) => `/authors/${id}`);
}

const postInSeries = async (request: APIRequestContext): Promise<string> =>
  (await (await request.get('/api/posts?series=beginning-with-a-camera&limit=2')).json())[1].id;

const ALL_ADMIN_PAGES = [...ADMIN_PAGES, '/admin/comments', '/admin/comments?view=settings'];
/** The first page of each part is loaded. The others are opened within the app. */
const PARTS = [0, 1].map((part) => ALL_ADMIN_PAGES.filter((_, n) => n % 2 === part));

// Each test visits a dozen screens, which wait for delayed answers.
test.setTimeout(240_000);

for (const width of [PHONE, DESKTOP]) {
  test.describe(`${width} px wide`, () => {
    test('screens of visitors', async ({ page, request }) => {
      const { load, slowDown } = await walk(page, width);
      const [author] = await authorPages(request);
      await slowDown();
      for (const path of [...VISITOR_PAGES, `/posts/${await popularPost(request)}`, String(author)]) await load(path);
    });

    test('screens of writers', async ({ page, request }) => {
      const { load, follow, slowDown, settle, check } = await walk(page, width);
      const id = await popularPost(request);
      await giveSession(page, ADMIN);
      await slowDown();
      const edit = `/create-post?edit=${id}`;
      await load(edit);
      for (const path of [...WRITING_PAGES, `/revisions?post=${id}`, `/posts/${id}`, edit]) await follow(path);
      await page.getByRole('button', { name: 'Markdown', exact: true }).click();
      await settle('Markdown');
      await check('Markdown');
    });

    for (const [n, paths] of PARTS.entries()) {
      test(`screens of administrators, part ${n + 1}`, async ({ page }) => {
        const { load, follow, slowDown } = await walk(page, width);
        await giveSession(page, ADMIN);
        await slowDown();
        const [first, ...others] = paths;
        await load(String(first));
        for (const path of others) await follow(path);
      });
    }
  });
}

/** Checks a screen that is already open, in both widths. */
async function expectNoProblems(page: Page, settle: (name: string) => Promise<void>, name: string): Promise<void> {
  await settle(name);
  for (const [width, theme] of [
    [PHONE, 'light'],
    [DESKTOP, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    expect.soft(await problemsIn(page, theme), `${name}, ${width} px wide, ${theme}`).toEqual([]);
  }
  await page.setViewportSize({ width: PHONE, height: 900 });
}

test('more screens of visitors', async ({ page, request }) => {
  const authors = await authorPages(request);
  expect(authors).toHaveLength(2);
  const { settle } = await walk(page, PHONE);
  for (const path of [...MORE_VISITOR_PAGES, String(authors[1]), `/posts/${await postInSeries(request)}`]) {
    await page.goto(path);
    await expectNoProblems(page, settle, path);
  }
});

test('screens of readers', async ({ page, request }) => {
  const { settle } = await walk(page, PHONE);
  const look = (name: string) => expectNoProblems(page, settle, name);
  await openHomeAs(page, READER);
  await look('home');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await look('account menu');
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await look('profile dialog');
  await page.keyboard.press('Escape');
  await page.goto(`/posts/${await popularPost(request)}`);
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await look('article');
});
