import { choose } from '../support/choose.ts';
import { ADMIN, newReader, signInAndWait } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test('a guest author writes with an editor, has a page and a feed, and becomes an account', async ({
  page,
  ports,
  request,
}) => {
  // Instances know names and addresses for 30 s, and what leads nowhere for a minute.
  test.setTimeout(180_000);
  const number = `${Date.now()}`;
  const [name, title] = [`Grace ${number}`, `Compilers ${number}`];
  await signInAndWait(page, ADMIN);

  await page.goto('/admin/authors');
  await page.getByRole('button', { name: 'New Guest Author' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New Guest Author' });
  await dialog.getByRole('textbox', { name: /^Name/ }).fill(name);
  await dialog.getByRole('textbox', { name: 'About the author' }).fill('Found the **first** bug.');
  await dialog.getByRole('textbox', { name: 'Website' }).fill('https://grace.example');
  await dialog.getByRole('button', { name: 'Create Author' }).click();
  await expect(dialog).toBeHidden();

  await page.goto('/create-post');
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('textbox', { name: 'Content' }).fill('They compile.');
  const authors = page.getByRole('group', { name: 'Authors' });
  await choose(authors.getByRole('combobox', { name: 'Add an author' }), number, `${name} (guest)`);
  await authors.getByRole('button', { name: `Move ${name} up` }).click();
  await expect(authors.getByRole('listitem').first()).toContainText(name);
  await page.getByRole('switch', { name: 'Publish immediately' }).check({ force: true });
  await page.getByRole('button', { name: 'Publish Post' }).click();
  await expect(page.getByText('Post created successfully!')).toBeVisible();

  const found: { id: string; authors: { id: string }[] }[] = await (
    await request.get(`/api/posts/search?q=${number}`)
  ).json();
  const [post] = found;
  const guest = post?.authors[0]?.id;
  const path = `/authors/${guest}/grace-${number}`;
  await page.goto(`/posts/${post?.id}`);
  await page.getByRole('main').getByRole('link', { name, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText('first', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'grace.example' })).toHaveAttribute('rel', /nofollow ugc/);
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible();

  // Without script, as everybody gets it.
  const served = await request.get(path, { maxRedirects: 0 });
  expect(served.status()).toBe(200);
  expect(await served.text()).toContain('Found the <strong>first</strong> bug.');
  const feed = await request.get(`/feed/authors/${guest}.xml`);
  expect(await feed.text()).toContain(title);

  const account = await newReader(ports, request, `Joined ${number}`);
  await page.goto(`/admin/authors?q=${number}`);
  await page.getByRole('button', { name: `Join ${name}` }).click();
  const join = page.getByRole('dialog', { name: `Join ${name} to an Account` });
  await join.getByRole('combobox', { name: 'Account' }).fill(`Joined ${number}`);
  await page.getByRole('option', { name: new RegExp(`Joined ${number}`) }).click();
  await join.getByRole('button', { name: 'Join' }).click();
  await expect(join).toBeHidden();

  const current = `/authors/${account.id}/joined-${number}`;
  await expect
    .poll(
      async () => {
        const answer = await request.get(path, { maxRedirects: 0 });
        return [answer.status(), answer.headers().location];
      },
      { timeout: 60_000 },
    )
    .toEqual([301, current]);
  await page.goto(path);
  await expect(page).toHaveURL(new RegExp(`${current}$`));
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible();
});
