import { expect, expectHydrated, test } from '../support/test.ts';

test('a link within the app to an unknown address sends one request to the server', async ({ page }) => {
  await page.goto('/search');
  // The app handles links only after hydration.
  await expectHydrated(page);
  const loads: string[] = [];
  page.on('request', (sent) => {
    if (sent.isNavigationRequest()) loads.push(new URL(sent.url()).pathname);
  });
  const follow = (path: string) =>
    page.evaluate((to) => {
      history.pushState({ usr: null, key: 'of-a-link', idx: 1 }, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    }, path);

  await Promise.all([page.waitForEvent('load'), follow('/no/such/address')]);
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await expectHydrated(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await expectHydrated(page);
  await page.waitForLoadState('networkidle');

  expect(loads).toEqual(['/no/such/address', '/no/such/address']);
});
