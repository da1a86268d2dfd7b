import type { APIRequestContext, Page } from '@playwright/test';
import { accessibilityProblems } from '../support/axe.ts';
import { newPost } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const VIDEO = 'https://youtu.be/dQw4w9WgXcQ?t=90';
const POST = 'https://bsky.app/profile/ada.example.org/post/3l6oveex3ii2l';
const CONTENT = [
  'Before.',
  VIDEO,
  'https://vimeo.com/76979871/8272103f6e',
  POST,
  'https://codepen.io/ada/pen/abCDeF',
  'https://mastodon.social/@Ada/1',
  'After.',
].join('\n\n');
/** Each card's button, and the address of its frame. */
const FRAMES = [
  ['Video on YouTube', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&start=90'],
  ['Video on Vimeo', 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=8272103f6e'],
  [
    'Post on Bluesky',
    'https://embed.bsky.app/embed/did:plc:z72i7hdynmk6r22z27h6tvur/app.bsky.feed.post/3l6oveex3ii2l?colorMode=dark',
  ],
  ['Pen on CodePen', 'https://codepen.io/ada/embed/abCDeF?default-tab=result&theme-id=dark'],
] as const;

const article = async (request: APIRequestContext): Promise<string> =>
  `/posts/${(await newPost(request, { content: CONTENT })).id}`;

/**
 * Answers all requests to other sites, which tests must not contact.
 * @returns the requested addresses
 */
async function standInForOthers(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route(/^https:/, async (route) => {
    const url = route.request().url();
    asked.push(url);
    if (!url.startsWith('https://public.api.bsky.app/')) return route.fulfill({ contentType: 'text/html', body: url });
    await route.fulfill({
      headers: { 'Access-Control-Allow-Origin': '*' },
      json: { did: 'did:plc:z72i7hdynmk6r22z27h6tvur' },
    });
  });
  return asked;
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('addresses that are a whole paragraph are links', async ({ page, request }) => {
    const asked = await standInForOthers(page);
    await page.goto(await article(request));

    await expect(page.getByRole('link', { name: 'Video on YouTube' })).toHaveAttribute('href', VIDEO);
    await expect(page.getByRole('link', { name: 'mastodon.social' })).toBeVisible();
    await expect(page.getByRole('button')).toHaveCount(0);
    expect(asked).toEqual([]);
  });
});

test.describe('on a phone in the dark theme', () => {
  test.use({ colorScheme: 'dark', viewport: { width: 320, height: 800 } });

  test('other sites are contacted only when a card is opened, and the layout does not shift', async ({
    page,
    request,
  }) => {
    const asked = await standInForOthers(page);
    const refused: string[] = [];
    page.on('console', (message) => /Content Security Policy/.test(message.text()) && refused.push(message.text()));
    const places = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.markdown > *')].map((block) => {
          const { y, height } = block.getBoundingClientRect();
          return [Math.round(y + window.scrollY), Math.round(height)];
        }),
      );
    await page.goto(await article(request));
    await expect(page.getByRole('button', { name: 'Share' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Run pen' })).toBeVisible();
    expect(await accessibilityProblems(page, '.markdown')).toEqual([]);
    expect(asked).toEqual([]);
    const before = await places();

    for (const [title, address] of FRAMES) {
      await page.getByRole('figure').filter({ hasText: title }).getByRole('button').press('Enter');

      await expect(page.getByTitle(title)).toBeFocused();
      await expect.poll(() => asked.at(-1)).toBe(address);
    }

    expect(await places()).toEqual(before);
    expect(refused).toEqual([]);
    expect(asked.filter((url) => !FRAMES.some(([, address]) => address === url))).toEqual([
      'https://public.api.bsky.app/xrpc/com.atproto.identity.resolveHandle?handle=ada.example.org',
    ]);
  });
});
