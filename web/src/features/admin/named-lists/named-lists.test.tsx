import { type StaffSeries, seriesApi } from '@inkwell/shared/series';
import { type StaffTag, tagApi } from '@inkwell/shared/tags';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeApi, renderPage } from '../../../test/render-app.tsx';
import { admin, moderator, samplePostCard, sampleSeries, sampleTag } from '../../../test/samples.ts';
import '../pages/series-page.tsx';
import '../pages/tags-page.tsx';

const winter = sampleSeries({ id: 'winter-id', name: 'Winter', slug: 'winter', postCount: 2 });
const empty = sampleSeries({ id: 'empty-id', name: 'Not begun', slug: 'not-begun', postCount: 0 });
const [first, second] = [
  samplePostCard({ id: 'one', title: 'One', seriesId: 'winter-id', seriesPlace: 1 }),
  samplePostCard({ id: 'two', title: 'Two', seriesId: 'winter-id', seriesPlace: 2, isPublished: false }),
];

const server = (series: readonly StaffSeries[] = [winter, empty]) =>
  createFakeApi(moderator)
    .on(seriesApi.adminList, ({ query }) =>
      series.filter(({ name }) => name.toLowerCase().startsWith(query.q?.toLowerCase() ?? '')),
    )
    .on(seriesApi.posts, () => [first, second]);
const open = async (api: ReturnType<typeof server>) => {
  const app = renderPage('/admin/series', { viewer: moderator, api });
  await screen.findByRole('heading', { name: 'Series', level: 1 });
  return app;
};
const row = async (name: string) => within((await screen.findByRole('heading', { name })).closest('li') as HTMLElement);

describe('the page of all series', () => {
  it('shows them with their posts, and finds them by name', async () => {
    const others = [3, 4, 5, 6, 7, 8].map((n) =>
      sampleSeries({ id: `series-${n}`, name: `Other ${n}`, slug: `o-${n}` }),
    );
    const { user } = await open(server([winter, empty, ...others]));

    expect(await screen.findByText('8 series in total')).toBeVisible();
    expect((await row('Winter')).getByRole('link', { name: 'Winter' })).toHaveAttribute('href', '/series/winter');
    expect((await row('Not begun')).queryByRole('link')).not.toBeInTheDocument();
    await user.type(screen.getByRole('searchbox', { name: 'Name' }), 'wi');
    expect(await screen.findByText('1 series found')).toBeVisible();
  });

  it('creates one, and says why it could not', { tags: 'thorough' }, async () => {
    const api = server().refuse(seriesApi.create, 'conflict', 'This address is taken');
    const { user } = await open(api);

    await user.click(screen.getByRole('button', { name: 'New Series' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New Series' }));
    await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Spring');
    await user.click(dialog.getByRole('button', { name: 'Save Series' }));
    expect(await dialog.findByText('This address is taken')).toBeVisible();

    api.on(seriesApi.create, ({ body }) => sampleSeries({ id: 'new', name: body.name }));
    await user.click(dialog.getByRole('button', { name: 'Save Series' }));
    expect(await screen.findByText('Series Spring created')).toBeVisible();
    expect(api.calls(seriesApi.create)[0]?.body).not.toHaveProperty('slug');
  });

  it('describes one and deletes one', { tags: 'thorough' }, async () => {
    const api = server()
      .on(seriesApi.update, ({ body }) => ({ ...winter, ...body }) as StaffSeries)
      .on(seriesApi.remove, () => undefined);
    const { user } = await open(api);

    await user.click((await row('Winter')).getByRole('button', { name: 'Edit' }));
    await user.type(await screen.findByRole('textbox', { name: 'Description' }), 'Cold');
    await user.click(screen.getByRole('button', { name: 'Save Series' }));
    expect(await screen.findByText('Series Winter saved')).toBeVisible();
    expect(api.calls(seriesApi.update)[0]?.body).toMatchObject({ name: 'Winter', description: 'Cold' });

    await user.click((await row('Winter')).getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete “Winter”?' }));
    await user.click(dialog.getByRole('button', { name: 'Delete Series' }));
    expect(await screen.findByText('Series Winter deleted')).toBeVisible();
  });

  it('orders its posts by keyboard, and announces it', async () => {
    const api = server().on(seriesApi.move, () => undefined);
    const { user } = await open(api);

    await user.click((await row('Winter')).getByRole('button', { name: 'Posts' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Posts of Winter' }));
    expect(await dialog.findByText('Draft')).toBeVisible();
    api.on(seriesApi.posts, () => [second, first]);
    dialog.getByRole('button', { name: 'Move Two up' }).focus();
    await user.keyboard('{Enter}');

    await waitFor(() => expect(api.calls(seriesApi.move)).toHaveLength(1));
    expect(api.calls(seriesApi.move)[0]).toMatchObject({
      params: { id: 'winter-id' },
      body: { id: 'two', after: null },
    });
    expect(await dialog.findByText('Two is now number 1 of 2')).toBeInTheDocument();
    expect(dialog.getAllByRole('listitem').map((item) => within(item).getByRole('link').textContent)).toEqual([
      'Two',
      'One',
    ]);
    expect(dialog.getByRole('button', { name: 'Move Two up' })).toHaveFocus();
  });

  it('moves a post over many others by its number', { tags: 'thorough' }, async () => {
    const api = server().on(seriesApi.move, () => undefined);
    const { user } = await open(api);
    await user.click((await row('Winter')).getByRole('button', { name: 'Posts' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Posts of Winter' }));
    const number = await dialog.findByRole('textbox', { name: 'Number of One' });
    api.on(seriesApi.posts, () => [second, first]);

    await user.clear(number);
    await user.type(number, 'x{Enter}');
    expect(api.calls(seriesApi.move)).toEqual([]);
    await user.clear(number);
    await user.type(number, '900{Enter}');

    await waitFor(() => expect(api.calls(seriesApi.move)).toHaveLength(1));
    expect(api.calls(seriesApi.move)[0]?.body).toEqual({ id: 'one', after: 'two' });
    expect(dialog.getByRole('textbox', { name: 'Number of One' })).toHaveValue('2');
    expect(dialog.getByRole('textbox', { name: 'Number of One' })).toHaveFocus();
  });

  it('says what to do if there are none', async () => {
    await open(server([]));
    expect(await screen.findByText('No series yet')).toBeVisible();
  });
});

const tea = sampleTag({ id: 'tea-id', name: 'Tea', slug: 'tea', postCount: 3 });
const later = sampleTag({ id: 'later-id', name: '#later', slug: 'hash-later', postCount: 0 });

const tagServer = (viewer = moderator, tags: readonly StaffTag[] = [tea, later]) =>
  createFakeApi(viewer).on(tagApi.adminList, ({ query }) =>
    tags.filter(({ name }) => name.toLowerCase().startsWith(query.q?.toLowerCase() ?? '')),
  );
const openTags = async (api: ReturnType<typeof tagServer>, viewer = moderator) => {
  const app = renderPage('/admin/tags', { viewer, api });
  await screen.findByRole('heading', { name: 'Tags', level: 1 });
  return app;
};

describe('the page of all tags', () => {
  it('shows them with their posts, and finds them by name', async () => {
    const others = [3, 4, 5, 6, 7, 8].map((n) => sampleTag({ id: `tag-${n}`, name: `Other ${n}`, slug: `other-${n}` }));
    const { user, router } = await openTags(tagServer(moderator, [tea, later, ...others]));

    expect(await screen.findByText('8 tags in total')).toHaveRole('status');
    expect((await row('Tea')).getByRole('link', { name: 'Tea' })).toHaveAttribute('href', '/tags/tea');
    expect((await row('#later')).getByText('Internal')).toBeVisible();
    expect((await row('#later')).queryByRole('link')).not.toBeInTheDocument();
    // Only admins merge.
    expect(screen.queryByRole('button', { name: 'Merge' })).not.toBeInTheDocument();
    await user.type(screen.getByRole('searchbox', { name: 'Name' }), 'te');
    expect(await screen.findByText('1 tag found')).toBeVisible();
    expect(router.state.location.search).toBe('?q=te');
    await user.clear(screen.getByRole('searchbox', { name: 'Name' }));
    expect(await screen.findByText('8 tags in total')).toBeVisible();
  });

  it('has no search for fewer than eight, unless a search is active', async () => {
    await openTags(tagServer());
    expect(await screen.findByText('2 tags in total')).toBeVisible();
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
  });

  it('keeps the search in the address while its text is removed', async () => {
    const { user } = renderPage('/admin/tags?q=te', { viewer: moderator, api: tagServer() });
    expect(await screen.findByText('1 tag found')).toBeVisible();

    await user.clear(screen.getByRole('searchbox', { name: 'Name' }));

    expect(await screen.findByText('2 tags in total')).toBeVisible();
    expect(screen.getByRole('searchbox', { name: 'Name' })).toHaveFocus();
  });

  it('changes a tag, and says why it could not', { tags: 'thorough' }, async () => {
    const api = tagServer().refuse(tagApi.update, 'conflict', 'This address is taken');
    const { user } = await openTags(api);

    await user.click((await row('Tea')).getByRole('button', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Tag' }));
    await user.clear(dialog.getByRole('textbox', { name: 'Address' }));
    await user.type(dialog.getByRole('textbox', { name: 'Address' }), 'green tea');
    await user.click(dialog.getByRole('button', { name: 'Save Tag' }));
    expect(await dialog.findByText('The address may contain small letters, digits and single hyphens')).toBeVisible();
    await user.clear(dialog.getByRole('textbox', { name: 'Address' }));
    await user.type(dialog.getByRole('textbox', { name: 'Address' }), 'green-tea');
    await user.click(dialog.getByRole('button', { name: 'Save Tag' }));
    expect(await dialog.findByText('This address is taken')).toBeVisible();

    api.on(tagApi.update, ({ body }) => ({ ...tea, ...body, slug: 'green-tea' }) as StaffTag);
    await user.click(dialog.getByRole('button', { name: 'Save Tag' }));
    expect(await screen.findByText('Tag Tea saved')).toBeVisible();
    expect(api.calls(tagApi.update).at(-1)?.body).toMatchObject({ name: 'Tea', slug: 'green-tea' });
  });

  it('creates one with an address from its name', { tags: 'thorough' }, async () => {
    const api = tagServer().on(tagApi.create, ({ body }) => sampleTag({ id: 'new', name: body.name }));
    const { user } = await openTags(api);

    await user.click(screen.getByRole('button', { name: 'New Tag' }));
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Water');
    await user.click(screen.getByRole('button', { name: 'Save Tag' }));

    await waitFor(() => expect(api.calls(tagApi.create)).toHaveLength(1));
    expect(api.calls(tagApi.create)[0]?.body).not.toHaveProperty('slug');
  });

  it('deletes a tag after saying how many posts have it', { tags: 'thorough' }, async () => {
    const api = tagServer().on(tagApi.remove, () => undefined);
    const { user } = await openTags(api);

    await user.click((await row('Tea')).getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete “Tea”?' }));
    expect(dialog.getByText(/3 published posts lose it/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Delete Tag' }));

    expect(await screen.findByText('Tag Tea deleted')).toBeVisible();
  });

  it('merges one into another, for admins only', { tags: 'thorough' }, async () => {
    const api = tagServer(admin).on(tagApi.merge, () => tea);
    const { user } = await openTags(api, admin);

    await user.click((await row('#later')).getByRole('button', { name: 'Merge' }));
    const picker = await screen.findByRole('combobox', { name: 'Merge into' });
    await user.type(picker, 'Te');
    await user.click(await screen.findByRole('option', { name: 'Tea' }));
    await user.click(within(screen.getByRole('dialog', { name: 'Merge Tag' })).getByRole('button', { name: 'Merge' }));

    expect(await screen.findByText('#later was merged into Tea')).toBeVisible();
    expect(api.calls(tagApi.merge)[0]).toMatchObject({ params: { id: 'later-id' }, body: { into: 'tea-id' } });
  });

  it('explains an empty list', async () => {
    const api = tagServer(moderator, []);
    await openTags(api);
    expect(await screen.findByText('No tags yet')).toBeVisible();
  });
});
