/**
 * Takes each lazily loaded file of the app away, and then the network, under the page that is about to need it:
 * `npm run chunks --workspace tools/bench -- --url http://localhost:3000`, with `--only profile` for
 * some acts. A file that several acts need is taken away from the first of them, with `--all` from each. Fails where what is on
 * screen goes, where nothing can be done about it, or where the act does not succeed once the file is back.
 */
import { parseArgs } from 'node:util';
import { findBrowser } from '@inkwell/e2e/support/browser.ts';
import { ADMIN, READER, signInAndWait } from '@inkwell/e2e/support/people.ts';
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from '@playwright/test';
import { startStack } from 'firebase-local/testing/stack';

const { values } = parseArgs({
  options: { url: { type: 'string' }, only: { type: 'string', default: '' }, all: { type: 'boolean', default: false } },
});
/** For each wait: a machine that is busy takes its time. */
const PATIENCE_MS = 20_000;
/** For what may well not come. */
const SOON_MS = 4_000;

/** Something that people do on a page, and by what they see that it is done. */
interface Act {
  readonly name: string;
  readonly as: string | null;
  /** Where it begins. */
  readonly from: string;
  /** Left out where opening the page is all of it. */
  readonly run?: (page: Page) => Promise<void>;
  readonly goal: (page: Page) => Locator;
}

const heading = (text: string | RegExp) => (page: Page) => page.getByRole('heading', { name: text, level: 1 });
const click = (role: 'link' | 'button' | 'tab', name: string | RegExp) => (page: Page) =>
  page.getByRole(role, { name }).first().click();
const fromMenu = (item: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

const acts = (article: string): readonly Act[] => [
  {
    name: 'read on',
    as: null,
    from: article,
    run: (page) => page.keyboard.press('PageDown'),
    goal: (page) => page.getByRole('region', { name: 'Toasts' }),
  },
  { name: 'to categories', as: null, from: article, run: click('link', 'Categories'), goal: heading('Categories') },
  { name: 'to all posts', as: null, from: article, run: click('link', 'Posts'), goal: heading(/Posts/) },
  {
    name: 'to another article',
    as: null,
    from: '/posts',
    run: (page) => page.getByRole('main').getByRole('heading').getByRole('link').first().click(),
    goal: (page) => page.locator('.markdown > *').first(),
  },
  {
    name: 'search',
    as: null,
    from: article,
    run: async (page) => {
      await page.getByRole('searchbox').first().fill('harbour');
      await page.keyboard.press('Enter');
    },
    goal: heading('Search Results'),
  },
  {
    name: 'join',
    as: null,
    from: article,
    run: click('link', 'Join'),
    goal: (page) => page.getByRole('textbox', { name: /mail/i }).first(),
  },
  {
    name: 'forgotten password',
    as: null,
    from: '/',
    run: async (page) => {
      await page.getByRole('link', { name: 'Sign In' }).first().click();
      await page.getByRole('link', { name: /forgot/i }).click();
    },
    goal: heading(/password/i),
  },
  { name: 'a link of a mail', as: null, from: '/newsletter/confirm', goal: heading(/./) },
  { name: 'a page that is not', as: null, from: '/nowhere', goal: heading(/not found/i) },
  { name: 'home', as: READER, from: '/', goal: heading(/Welcome/) },
  {
    name: 'profile',
    as: READER,
    from: article,
    run: fromMenu('Profile'),
    goal: (page) => page.getByRole('dialog'),
  },
  {
    name: 'like',
    as: READER,
    from: article,
    run: (page) => page.getByRole('button', { name: /^(Like|Unlike|Liked)|likes?$/i, pressed: false }).click(),
    goal: (page) => page.getByRole('button', { name: /like/i }).first(),
  },
  {
    name: 'notifications',
    as: READER,
    from: article,
    run: click('button', /^Notifications/),
    goal: (page) => page.getByRole('region', { name: 'Notifications' }),
  },
  {
    name: 'write',
    as: ADMIN,
    from: article,
    run: click('link', 'Write'),
    goal: (page) => page.getByRole('textbox', { name: 'Title' }),
  },
  {
    name: 'preview',
    as: ADMIN,
    from: '/create-post',
    run: async (page) => {
      await page.getByRole('textbox', { name: 'Content' }).fill('**Bold**');
      await page.getByRole('button', { name: 'Preview' }).click();
    },
    goal: (page) => page.getByRole('region', { name: 'Preview of the content' }).locator('strong'),
  },
  { name: 'drafts', as: ADMIN, from: article, run: fromMenu('Drafts'), goal: heading(/Drafts/) },
  {
    name: 'admin',
    as: ADMIN,
    from: article,
    run: click('link', 'Admin'),
    goal: (page) => page.getByRole('tab').first(),
  },
  {
    name: 'charts',
    as: ADMIN,
    from: '/admin',
    run: click('tab', 'Analytics'),
    goal: (page) => page.getByRole('heading', { name: 'Top Performing Posts' }),
  },
  {
    name: 'edit in the panel',
    as: ADMIN,
    from: '/admin?tab=posts',
    run: click('button', /^Edit/),
    goal: (page) => page.getByRole('dialog').getByRole('textbox', { name: 'Title' }),
  },
  { name: 'new category', as: ADMIN, from: '/create-category', goal: heading('Create New Category') },
];

interface Row {
  readonly act: string;
  readonly missing: string;
  readonly said: string;
  readonly fault: string;
}

const LAZY = /\/assets\/[^?]+\.(?:js|css)$/;
const stem = (name: string): string => name.replace(/-[\w-]{8}\.(js|css)$/, '.$1');

const isShown = (locator: Locator, timeout = PATIENCE_MS): Promise<boolean> =>
  locator.waitFor({ timeout, state: 'attached' }).then(
    () => true,
    () => false,
  );

/** Runs an act as far as it goes. */
const attempt = async (act: Act, page: Page, withinMs = PATIENCE_MS): Promise<boolean> => {
  await act.run?.(page).catch(() => undefined);
  return isShown(act.goal(page), withinMs);
};

async function open(page: Page, act: Act): Promise<void> {
  await page.goto(act.from);
  // Not where what is missing keeps the app from taking the page over.
  await isShown(page.getByRole('contentinfo'), SOON_MS);
  // What the page fetches ahead of its use comes while nothing else is to do.
  await page.waitForLoadState('networkidle');
}

/** What is wrong with what is on screen, if anything. */
async function faultOnScreen(page: Page, said: string): Promise<string> {
  const text = await page
    .getByRole('main')
    .innerText({ timeout: PATIENCE_MS })
    .catch(() => '');
  if (/Something went wrong/i.test(await page.locator('body').innerText())) return 'the whole page went wrong';
  if (text.trim() === '' && said === '') return 'the page is blank';
  if ((await page.getByRole('navigation').count()) === 0) return 'the header is gone';
  return '';
}

/** Words of what announces a failure. */
async function announced(page: Page): Promise<string> {
  const texts = await page.getByRole('alert').or(page.locator('.unloaded')).allInnerTexts();
  return texts.join(' ').replace(/\s+/g, ' ').trim();
}

/** Takes away, acts, looks, gives back, and sees whether the act succeeds then. */
async function trial(page: Page, act: Act, missing: string, take: () => Promise<void>, giveBack: () => Promise<void>) {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await take();
  const isDone = await attempt(act, page, SOON_MS);
  const said = await announced(page);
  let fault = await faultOnScreen(page, said);
  await giveBack();
  if (!isDone) {
    const again = page.getByRole('alert').getByRole('button', { name: /Try|Retry/ });
    const retry = again.or(page.locator('.unloaded button')).first();
    await retry.click({ timeout: 1_000 }).catch(() => undefined);
    const isMended = (await isShown(act.goal(page))) || (await attempt(act, page));
    if (!isMended) fault ||= 'does not come when the file is back';
  }
  if (errors.length > 0) fault ||= `thrown: ${errors[0]}`;
  return { act: act.name, missing, said: said || (isDone ? 'nothing, and it was not needed' : 'nothing'), fault };
}

const tried = new Set<string>();

async function tryAct(browser: Browser, act: Act, options: BrowserContextOptions): Promise<Row[]> {
  const rows: Row[] = [];
  const note = (row: Row) => {
    console.log([row.act, row.missing, row.said, row.fault && `FAULT: ${row.fault}`].join(' | '));
    rows.push(row);
  };
  const inNewPage = async <T>(use: (page: Page) => Promise<T>): Promise<T> => {
    const context = await browser.newContext({ ...options, serviceWorkers: 'block' });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    try {
      return await use(page);
    } finally {
      await context.close();
    }
  };

  const files = await inNewPage(async (page) => {
    const found = new Set<string>();
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.resourceType() === 'fetch' && LAZY.test(pathname)) found.add(pathname.slice('/assets/'.length));
    });
    await open(page, act);
    if (!(await attempt(act, page)))
      note({ act: act.name, missing: 'nothing', said: await announced(page), fault: 'does not succeed' });
    return [...found];
  });

  for (const file of files) {
    if (tried.has(file) && !values.all) continue;
    tried.add(file);
    const row = await inNewPage(async (page) => {
      const take = async () => {
        await page.route(`**/assets/${file}`, (route) => route.fulfill({ status: 404, body: 'Not found' }));
      };
      await take();
      await open(page, act);
      return trial(
        page,
        act,
        stem(file),
        async () => undefined,
        () => page.unrouteAll(),
      );
    });
    note(row);
  }
  if (act.run) {
    note(
      await inNewPage(async (page) => {
        await open(page, act);
        const cut = (isCut: boolean) => () => page.context().setOffline(isCut);
        return trial(page, act, 'the network', cut(true), cut(false));
      }),
    );
  }
  return rows;
}

const stack = values.url ? null : await startStack();
const baseURL = values.url ?? stack?.url ?? '';
const choice = await findBrowser();
const browser = await chromium.launch({
  executablePath: choice.executablePath,
  args: choice.args,
  env: { ...(process.env as Record<string, string>), ...choice.env },
});

/** Signed in once for each person: sessions are in IndexedDB. */
async function stateOf(person: string) {
  const context = await browser.newContext({ baseURL, serviceWorkers: 'block' });
  const page = await context.newPage();
  // A machine that is busy takes longer than journeys wait.
  await signInAndWait(page, person).catch(() => page.getByRole('button', { name: 'Account menu' }).waitFor());
  const state = await context.storageState({ indexedDB: true });
  await context.close();
  return state;
}

const [popular] = (await (await fetch(`${baseURL}/api/posts/popular?limit=1`)).json()) as { id: string }[];
const chosen = acts(`/posts/${popular?.id}`).filter(({ name }) => new RegExp(values.only).test(name));
const states = new Map<string, Awaited<ReturnType<typeof stateOf>>>();
const rows: Row[] = [];
for (const act of chosen) {
  if (act.as && !states.has(act.as)) states.set(act.as, await stateOf(act.as));
  const storageState = act.as ? states.get(act.as) : undefined;
  rows.push(...(await tryAct(browser, act, { baseURL, ...(storageState && { storageState }) })));
}
const faults = rows.filter(({ fault }) => fault !== '');
console.log(`${rows.length} trials in ${chosen.length} acts, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
await browser.close();
await stack?.stop();
