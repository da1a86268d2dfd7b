import { type StaffSeries, seriesApi } from '@inkwell/shared/series';
import { type StaffTag, tagApi } from '@inkwell/shared/tags';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { dialogNamed, hrefOf, rowNamed, textsOf } from '../../../test/parts.ts';
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
const open = (api = server()) => renderPage('/admin/series', { viewer: moderator, api });

describe('the page of all series', () => {
  it('shows them with their posts, and finds them by name', async () => {
    const others = [3, 4, 5, 6, 7, 8].map((n) =>
      sampleSeries({ id: `series-${n}`, name: `Other ${n}`, slug: `o-${n}` }),
    );
    const { user } = open(server([winter, empty, ...others]));

    expect(await screen.findByText('8 series in total')).toBeVisible();
    expect(hrefOf('Winter', await rowNamed('Winter'))).toBe('/series/winter');
    expect((await rowNamed('Not begun')).queryByRole('link')).not.toBeInTheDocument();
    await user.type(screen.getByRole('searchbox', { name: 'Name' }), 'wi');
    expect(await screen.findByText('1 series found')).toBeVisible();
  });

  it('creates one, and says why it could not', { tags: 'thorough' }, async () => {
    const api = server().refuse(seriesApi.create, 'conflict', 'This address is taken');
    const { user } = open(api);

    await user.click(await screen.findByRole('button', { name: 'New Series' }));
    const dialog = await dialogNamed('New Series');
    await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Spring');
    await user.click(dialog.getByRole('button', { name: 'Save Series' }));
    expect(await dialog.findByText('This address is taken')).toBeVisible();

    api.on(seriesApi.create, ({ body }) => sampleSeries({ id: 'new', name: body.name }));
    await user.click(dialog.getByRole('button', { name: 'Save Series' }));
    expect(await screen.findByText('Series Spring created')).toBeVisible();
    expect(api.calls(seriesApi.create)[0]?.body).not.toHaveProperty('slug');
  });

  it('describes one', { tags: 'thorough' }, async () => {
    const api = server().on(seriesApi.update, ({ body }) => ({ ...winter, ...body }) as StaffSeries);
    const { user } = open(api);
    await user.click((await rowNamed('Winter')).getByRole('button', { name: 'Edit' }));
    await user.type(await screen.findByRole('textbox', { name: 'Description' }), 'Cold');
    await user.click(screen.getByRole('button', { name: 'Save Series' }));
    expect(await screen.findByText('Series Winter saved')).toBeVisible();
    expect(api.calls(seriesApi.update)[0]?.body).toMatchObject({ name: 'Winter', description: 'Cold' });
  });

  it('orders its posts by keyboard, and announces it', async () => {
    const api = server().on(seriesApi.move, () => undefined);
    const { user } = open(api);
    await user.click((await rowNamed('Winter')).getByRole('button', { name: 'Posts' }));
    const dialog = await dialogNamed('Posts of Winter');
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
    expect(textsOf(dialog.getAllByRole('link'))).toEqual(['Two', 'One']);
    expect(dialog.getByRole('button', { name: 'Move Two up' })).toHaveFocus();
  });

  it('moves a post over many others by its number', { tags: 'thorough' }, async () => {
    const api = server().on(seriesApi.move, () => undefined);
    const { user, refill } = open(api);
    await user.click((await rowNamed('Winter')).getByRole('button', { name: 'Posts' }));
    const dialog = await dialogNamed('Posts of Winter');
    const number = await dialog.findByRole('textbox', { name: 'Number of One' });
    api.on(seriesApi.posts, () => [second, first]);

    await refill(number, 'x{Enter}');
    expect(api.calls(seriesApi.move)).toEqual([]);
    await refill(number, '900{Enter}');

    await waitFor(() => expect(api.calls(seriesApi.move)).toHaveLength(1));
    expect(api.calls(seriesApi.move)[0]?.body).toEqual({ id: 'one', after: 'two' });
    expect(dialog.getByRole('textbox', { name: 'Number of One' })).toHaveValue('2');
    expect(dialog.getByRole('textbox', { name: 'Number of One' })).toHaveFocus();
  });
});

const tea = sampleTag({ id: 'tea-id', name: 'Tea', slug: 'tea', postCount: 3 });
const later = sampleTag({ id: 'later-id', name: '#later', slug: 'hash-later', postCount: 0 });

const tagServer = (viewer = moderator, tags: readonly StaffTag[] = [tea, later]) =>
  createFakeApi(viewer).on(tagApi.adminList, ({ query }) =>
    tags.filter(({ name }) => name.toLowerCase().startsWith(query.q?.toLowerCase() ?? '')),
  );
const openTags = (api = tagServer(), viewer = moderator, search = '') =>
  renderPage(`/admin/tags${search}`, { viewer, api });

describe('the page of all tags', () => {
  it('shows them with their posts, and finds them by name', async () => {
    const others = [3, 4, 5, 6, 7, 8].map((n) => sampleTag({ id: `tag-${n}`, name: `Other ${n}`, slug: `other-${n}` }));
    const { user, router } = openTags(tagServer(moderator, [tea, later, ...others]));

    expect(await screen.findByText('8 tags in total')).toHaveRole('status');
    expect(hrefOf('Tea', await rowNamed('Tea'))).toBe('/tags/tea');
    const internal = await rowNamed('#later');
    expect(internal.getByText('Internal')).toBeVisible();
    expect(internal.queryByRole('link')).not.toBeInTheDocument();
    // Only admins merge.
    expect(screen.queryByRole('button', { name: 'Merge' })).not.toBeInTheDocument();
    await user.type(screen.getByRole('searchbox', { name: 'Name' }), 'te');
    expect(await screen.findByText('1 tag found')).toBeVisible();
    expect(router.state.location.search).toBe('?q=te');
    await user.clear(screen.getByRole('searchbox', { name: 'Name' }));
    expect(await screen.findByText('8 tags in total')).toBeVisible();
  });

  it('has no search for fewer than eight, unless a search is active', async () => {
    openTags();
    expect(await screen.findByText('2 tags in total')).toBeVisible();
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
  });

  it('keeps the search in the address while its text is removed', async () => {
    const { user } = openTags(tagServer(), moderator, '?q=te');
    expect(await screen.findByText('1 tag found')).toBeVisible();

    await user.clear(screen.getByRole('searchbox', { name: 'Name' }));

    expect(await screen.findByText('2 tags in total')).toBeVisible();
    expect(screen.getByRole('searchbox', { name: 'Name' })).toHaveFocus();
  });

  it('changes a tag, and says why it could not', { tags: 'thorough' }, async () => {
    const api = tagServer().refuse(tagApi.update, 'conflict', 'This address is taken');
    const { user, refill } = openTags(api);
    await user.click((await rowNamed('Tea')).getByRole('button', { name: 'Edit' }));
    const dialog = await dialogNamed('Edit Tag');

    await refill(dialog.getByRole('textbox', { name: 'Address' }), 'green tea');
    await user.click(dialog.getByRole('button', { name: 'Save Tag' }));
    expect(await dialog.findByText('The address may contain small letters, digits and single hyphens')).toBeVisible();
    await refill(dialog.getByRole('textbox', { name: 'Address' }), 'green-tea');
    await user.click(dialog.getByRole('button', { name: 'Save Tag' }));
    expect(await dialog.findByText('This address is taken')).toBeVisible();

    api.on(tagApi.update, ({ body }) => ({ ...tea, ...body, slug: 'green-tea' }) as StaffTag);
    await user.click(dialog.getByRole('button', { name: 'Save Tag' }));
    expect(await screen.findByText('Tag Tea saved')).toBeVisible();
    expect(api.calls(tagApi.update).at(-1)?.body).toMatchObject({ name: 'Tea', slug: 'green-tea' });
  });

  it('deletes a tag after saying how many posts have it', { tags: 'thorough' }, async () => {
    const api = tagServer().on(tagApi.remove, () => undefined);
    const { user } = openTags(api);

    await user.click((await rowNamed('Tea')).getByRole('button', { name: 'Delete' }));
    const dialog = await dialogNamed('Delete “Tea”?');
    expect(dialog.getByText(/3 published posts lose it/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Delete Tag' }));

    expect(await screen.findByText('Tag Tea deleted')).toBeVisible();
  });

  it('merges one into another, for admins only', { tags: 'thorough' }, async () => {
    const api = tagServer(admin).on(tagApi.merge, () => tea);
    const { user, answer } = openTags(api, admin);

    await user.click((await rowNamed('#later')).getByRole('button', { name: 'Merge' }));
    const picker = await screen.findByRole('combobox', { name: 'Merge into' });
    await user.type(picker, 'Te');
    await user.click(await screen.findByRole('option', { name: 'Tea' }));
    await answer('Merge Tag', 'Merge');

    expect(await screen.findByText('#later was merged into Tea')).toBeVisible();
    expect(api.calls(tagApi.merge)[0]).toMatchObject({ params: { id: 'later-id' }, body: { into: 'tea-id' } });
  });
});
