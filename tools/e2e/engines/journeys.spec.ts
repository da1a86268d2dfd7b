import { callApi, newModerator, newPost, newReader, PASSWORD, popularPosts, unique } from '../support/people.ts';
import { readStored } from '../support/stored-here.ts';
import type { Target } from './in-page.ts';
import type { EnginePage } from './page.ts';
import { expect, test } from './test.ts';

/* Journeys that differ between engines, for all engines except Chromium, which runs tests/. */

const button = (name: string | RegExp, within?: Target): Target => ({
  role: 'button',
  name,
  ...(within && { within }),
});
const link = (name: string | RegExp, within?: Target): Target => ({ role: 'link', name, ...(within && { within }) });
const field = (name: string | RegExp): Target => ({ role: 'textbox', name });
const text = (words: string, within?: Target): Target => ({ text: words, ...(within && { within }) });
const FORM: Target = { role: 'region', name: 'Sign in or create an account' };
const TITLE = field('Title');
const CONTENT = field('Content');
const COMMENT = field('Your comment');

const headline = (page: EnginePage, title: string) =>
  expect.poll(() => page.run(() => document.querySelector('h1')?.textContent)).toBe(title);

async function openEditor(page: EnginePage, title: string): Promise<void> {
  await page.open('/create-post');
  await page.see({ css: '[contenteditable=true]' });
  await page.enter(TITLE);
  await page.type(title);
  await page.enter(CONTENT);
}

test('read: the app takes over a served article, and its links and Back work', async ({
  device: { page },
  request,
}) => {
  const [first] = await popularPosts(request);

  await page.open(`/posts/${first.id}`);

  await headline(page, first.title);
  const served = await page.run(() => window.engineJourney.served.length);
  expect(served).toBeGreaterThan(20);
  const kept = await page.run(() => window.engineJourney.served.filter((element) => element.isConnected).length);
  expect(kept).toBeGreaterThan(served - 6);
  await page.run(() => void Object.assign(window, { isSameDocument: true }));
  await page.click(link('Categories', { role: 'navigation', name: 'Main' }));
  await headline(page, 'Categories');
  await page.run(() => history.back());
  await headline(page, first.title);
  expect(await page.run(() => 'isSameDocument' in window)).toBe(true);
});

test('sign in: by the form, kept after a reload, until Log out', async ({ device: { page }, request }) => {
  const { email } = await newReader(request);

  await page.open('/');
  await page.click({ role: 'tab', name: 'Sign In', within: FORM });
  await page.enter({ ...field('Email'), within: FORM });
  await page.type(email);
  await page.enter({ css: 'input[type=password]', within: FORM });
  await page.type(PASSWORD);
  await page.press('Enter');

  await page.see(button('Account menu'));
  await page.reload();
  await page.click(button('Account menu'));
  await page.click({ role: 'menuitem', name: 'Log out' });
  await page.see(link('Join'));
});

test('comment: a reader likes a post and comments on it', async ({ device, request }) => {
  const { page } = device;
  const { id } = await newPost(request);
  await device.signIn((await newReader(request)).email);
  await page.open(`/posts/${id}`);

  await page.click(button(/^Like/));
  await page.see({ css: 'button[aria-pressed=true]', within: { css: 'main' } });
  await page.enter(COMMENT);
  await page.type('Said plainly, <b>über</b> 漢字');
  await page.click(button('Post Comment'));

  await page.see(text('Said plainly, <b>über</b> 漢字', { role: 'listitem', name: /^Comment by/ }));
  await page.see({ role: 'heading', name: 'Comments (1)' });
});

test('type and reload: an unsent comment is still there', async ({ device, request }) => {
  const { page } = device;
  const { id } = await newPost(request);
  await device.signIn((await newReader(request)).email);
  await page.open(`/posts/${id}`);
  await page.enter(COMMENT);
  await page.type('Half a thought');

  await page.reload();

  await expect.poll(() => page.valueOf(COMMENT)).toBe('Half a thought');
});

test('kill and recover: the editor offers to restore the text after the browser was killed', async ({
  device,
  request,
}) => {
  const title = unique('Killed');
  await device.signIn((await newModerator(request)).email);
  await openEditor(device.page, title);
  await device.page.type('The tide writes twice a day.\nNobody reads it.');
  await device.page.see(text('Draft saved in this browser'));
  await expect.poll(() => device.page.run(readStored)).toContain('Nobody reads it.');

  const page = await device.restart();

  await page.open('/create-post');
  await page.click(button('Restore Draft', { role: 'region', name: /^Unsaved draft/, text: title }));
  await expect.poll(() => page.valueOf(TITLE)).toBe(title);
  await page.click(button('Markdown'));
  await expect.poll(() => page.valueOf(CONTENT)).toBe('The tide writes twice a day.\n\nNobody reads it.');
});

test('paste: text copied from a page keeps its formatting in the editor', async ({ device, request }) => {
  const { page } = device;
  const content = '## A heading\n\nSome **bold** words and a [link](https://example.com/).\n\n- one\n- two';
  const { id } = await newPost(request, { content });
  await device.signIn((await newModerator(request)).email);
  await page.open(`/posts/${id}`);
  await page.run(() => {
    const article = document.querySelector('.markdown');
    if (article) getSelection()?.selectAllChildren(article);
  });
  await page.press('Control', 'c');
  await openEditor(page, unique('Pasted'));

  await page.press('Control', 'v');

  await page.see({ css: 'h2', within: CONTENT });
  await page.click(button('Markdown'));
  await expect.poll(() => page.valueOf(CONTENT)).toBe(content);
});

test('drop a picture: it is uploaded and shown where it was dropped', async ({ device, request }) => {
  const { page } = device;
  await device.signIn((await newModerator(request)).email);
  await openEditor(page, unique('Dropped'));
  await page.type('Before it.');

  await page.run(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 30 });
    canvas.getContext('2d')?.fillRect(0, 0, 40, 30);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(blob ? [blob] : [], 'harbour.png', { type: 'image/png' }));
    const words = window.engineJourney.one({ css: '[contenteditable=true] p' });
    const { right, top } = words.getBoundingClientRect();
    const where = { bubbles: true, cancelable: true, clientX: right - 2, clientY: top + 4 };
    for (const type of ['dragenter', 'dragover', 'drop']) {
      words.dispatchEvent(new DragEvent(type, { dataTransfer, ...where }));
    }
  });

  const picture = { css: 'img[src^=http]', within: CONTENT };
  await page.see(picture);
  await expect
    .poll(() => page.run((wanted) => (window.engineJourney.one(wanted) as HTMLImageElement).naturalWidth, picture))
    .toBe(40);
  await page.click(button('Markdown'));
  await expect.poll(() => page.valueOf(CONTENT)).toMatch(/^Before it\.\s+!\[harbour\]\(http/);
});

test('publish: a post is written, formatted and published, and everybody reads it', async ({ device, request }) => {
  const { page } = device;
  const title = unique('Published');
  await device.signIn((await newModerator(request)).email);
  await openEditor(page, title);
  await page.type('## Twice a day\nThe tide ');
  await page.press('Control', 'b');
  await page.type('writes');
  await page.press('Control', 'b');
  await page.type('.');
  await page.click({ role: 'switch', name: 'Publish immediately' });
  await page.click(button('Publish Post'));
  await page.see(text('Post created successfully!'));

  const posts: { id: string; title: string }[] = await callApi(request, 'GET', '/api/posts', null);
  const { id } = posts.find((post) => post.title === title) ?? {};
  await page.open(`/posts/${id}`);
  await headline(page, title);
  await page.see(text('Twice a day', { css: '.markdown h2' }));
  expect(await page.run(() => document.querySelector('.markdown strong')?.textContent)).toBe('writes');
});

test.describe('without a network', () => {
  // Firefox runs the script that makes Chromium retry a failed file (web/src/lib/chunks.ts).
  test.use({ expected: /could not be (?:shown|loaded)|may only appear at top level of a module/ });

  test('offline article: it can be loaded and read without a network', async ({ device: { page }, line, request }) => {
    const [first, second] = await popularPosts(request);
    const path = `/posts/${first.id}`;
    await page.open(path);
    const end = await page.run(() => document.querySelector('.markdown')?.lastElementChild?.textContent);
    await expect
      .poll(() =>
        page.run(async (article) => {
          const stored = await Promise.all([caches.match(article), caches.match('/shell.html')]);
          return stored.every((answer) => answer !== undefined);
        }, path),
      )
      .toBe(true);

    line.cut();
    await page.reload();
    await headline(page, first.title);
    expect(await page.run(() => document.querySelector('.markdown')?.lastElementChild?.textContent)).toBe(end);

    await page.open(`/posts/${second.id}`);
    await page.see({ role: 'alert' });
    line.mend();
    await page.click(button('Try Again'));
    await headline(page, second.title);
  });
});

test('keyboard: Tab, Enter and Escape are enough to find a post and to leave a menu', async ({ device, request }) => {
  const { page } = device;
  await device.signIn((await newModerator(request)).email);
  await page.open('/posts');
  const focused = () =>
    page.run(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');
  const tabTo = async (name: string | RegExp) => {
    for (let presses = 0; presses < 60; presses += 1) {
      await page.press('Tab');
      const now = await focused();
      if (typeof name === 'string' ? now === name : name.test(now)) return now;
    }
    throw new Error(`60 presses of Tab did not reach ${name}`);
  };

  await page.see(button('Account menu'));
  await tabTo('Account menu');
  await page.press('Enter');
  await page.see({ role: 'menuitem', name: 'Log out' });
  await page.press('ArrowDown');
  await page.press('Escape');
  await page.lose({ role: 'menuitem', name: 'Log out' });
  expect(await focused()).toBe('Account menu');

  await page.open('/posts');
  await tabTo('Skip to content');
  await page.press('Enter');
  await expect.poll(() => page.run(() => document.activeElement?.id)).toBe('main');
  const first = await page.run(() => document.querySelector('main article h2, main article h3')?.textContent ?? '');
  await tabTo(first);
  await page.press('Enter');
  await headline(page, first);
});

/** The side of each line on which its words begin. */
const sidesOf = (selector: string) =>
  [...document.querySelectorAll(selector)].map((line) => {
    const range = document.createRange();
    range.selectNodeContents(line);
    const [words, { left, right }] = [range.getBoundingClientRect(), line.getBoundingClientRect()];
    return right - words.right < words.left - left ? 'right' : 'left';
  });

test('right to left: an Arabic post reads, and Hebrew is written, from the right', async ({ device, request }) => {
  const { page } = device;
  const arabic = 'المد يكتب مرتين في اليوم';
  const content = `${arabic}.\n\n- ${arabic}\n\nAnd a line in English.`;
  const post = await newPost(request, { title: unique(arabic), content });
  await device.signIn((await newModerator(request)).email);

  await page.open(`/posts/${post.id}`);

  await headline(page, post.title);
  expect(await page.run(sidesOf, 'h1, .markdown > p, .markdown > ul > li')).toEqual([
    'right',
    'right',
    'right',
    'left',
  ]);
  await page.enter(COMMENT);
  await page.type('שלום לכולם');
  expect(await page.run(() => getComputedStyle(document.activeElement ?? document.body).direction)).toBe('rtl');
  await openEditor(page, unique('מימין'));
  await page.type('שלום לכולם');
  await page.see(text('שלום לכולם', CONTENT));
  expect(await page.run(sidesOf, '[contenteditable=true] p')).toEqual(['right']);
});

test('320 px: no page scrolls sideways, and the menu opens', async ({ device: { page }, request }) => {
  const [post] = await popularPosts(request);
  await page.resize(320, 700);

  for (const path of ['/', '/posts', `/posts/${post.id}`, '/categories', '/search?q=light', '/privacy', '/nowhere']) {
    await page.open(path);
    expect(await page.run(() => innerWidth)).toBe(320);
    expect(await page.run(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
  }
  await page.click(button('Open menu'));
  const drawer: Target = { role: 'navigation', name: 'Main, small screen' };
  await page.see(drawer);
  expect(await page.run(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.click(link('Categories', drawer));
  await headline(page, 'Categories');
  await page.lose(drawer);
});
