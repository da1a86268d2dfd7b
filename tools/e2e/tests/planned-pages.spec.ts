import { callApi, MODERATOR, signInAndWait, tokenFor } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test('a page is drafted, shown by a preview link, scheduled, and comes out by itself', async ({
  page,
  browser,
  ports,
  request,
}) => {
  // The function that publishes runs when it is asked, and once a minute by itself.
  test.setTimeout(180_000);
  const number = `${Date.now()}`;
  const [title, slug] = [`Planned house ${number}`, `planned-house-${number}`];
  await signInAndWait(page, MODERATOR);
  await page.goto('/admin/pages/edit');
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(title);
  await page.getByRole('textbox', { name: 'Content' }).fill('It will have a blue door.');
  await page.getByRole('button', { name: 'Save Page' }).click();
  await expect(page.getByText('Page created successfully!')).toBeVisible();
  expect((await request.get(`/${slug}`)).status()).toBe(404);

  await page.goto(`/admin/pages?q=${number}`);
  await page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Preview Link' }).click();
  await page.getByRole('button', { name: 'Create Link' }).click();
  const address = await page.getByText(/\/preview\/[\w-]{43}$/).textContent();
  const stranger = await browser.newContext();
  const other = await stranger.newPage();
  await other.goto(address ?? '');
  await expect(other.getByText('The page as it stands now, not published yet.')).toBeVisible();
  await expect(other.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  await page.getByLabel('Publish on').fill('2099-12-24T09:00');
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(page.getByText('Page Scheduled')).toBeVisible();

  await page.goto('/admin/calendar?day=2099-12-24');
  const day = page.getByRole('region', { name: 'Thursday, December 24, 2099' });
  const entry = day.getByRole('listitem').filter({ hasText: title });
  await expect(entry).toContainText('Page by');
  await entry.getByRole('button', { name: 'Move' }).press('Enter');
  await page.getByLabel('Publish on').fill('2099-12-26T11:30');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(page.getByRole('gridcell', { name: /December 26, 2099, .*\d+ page/ })).toContainText(title);

  const person = await tokenFor(ports, request, MODERATOR);
  const [{ id }] = await callApi(request, 'GET', `/api/admin/pages?q=${number}`, person);
  const publishAt = new Date(Date.now() + 2_000).toISOString();
  await callApi(request, 'PATCH', `/api/admin/pages/${id}`, person, { publishAt });
  const isOut = async () => {
    await request.post('/api/dev/schedule/publish');
    return (await request.get(`/${slug}`)).status();
  };
  await expect.poll(isOut, { timeout: 60_000, intervals: [2_000] }).toBe(200);
  await other.reload();
  await expect(other.getByText('not published yet')).toHaveCount(0);

  await callApi(request, 'DELETE', `/api/admin/pages/${id}`, person);
  expect((await other.reload())?.status()).toBe(404);
  await stranger.close();
});
