import { startStack } from 'firebase-local/testing/stack';
import { expect, openHydrated, test } from '../support/test.ts';

test('`npm run dev` renders pages from sources with their styles, and the browser hydrates them', async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000);
  const stack = await startStack({ args: ['--dev'] });
  try {
    const [post] = await (await page.request.get(`${stack.url}/api/posts/popular?limit=1`)).json();
    const addresses = [`/posts/${post.id}`, '/privacy', '/nowhere'].map((path) => stack.url + path);
    const withoutScript = await browser.newPage({ javaScriptEnabled: false });
    await withoutScript.goto(addresses[0] ?? '');
    await expect(withoutScript.getByRole('heading', { level: 1 })).toHaveText(post.title);
    await expect(withoutScript.getByRole('link', { name: 'Skip to content' })).toHaveCSS('position', 'fixed');
    await withoutScript.close();

    // On the first load, Vite bundles packages and may reload the page.
    await openHydrated(page, addresses[0] ?? '');
    const troubles: string[] = [];
    page.on('console', (message) => {
      if (/warning|error/.test(message.type()) && !message.text().includes('404')) troubles.push(message.text());
    });
    page.on('pageerror', (error) => troubles.push(error.message));
    for (const address of addresses) {
      await openHydrated(page, address);
      await expect(page.getByRole('link', { name: 'Join', exact: true })).toBeVisible();
    }
    expect(troubles).toEqual([]);
  } finally {
    await stack.stop();
  }
});
