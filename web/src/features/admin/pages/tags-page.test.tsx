import { jobApi } from '@inkwell/shared/jobs';
import { type StaffTag, tagApi } from '@inkwell/shared/tags';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { createFakeApi, renderPage } from '../../../test/render-app.tsx';
import { admin, moderator, sampleTag } from '../../../test/samples.ts';

const tea = sampleTag({ id: 'tea-id', name: 'Tea', slug: 'tea', postCount: 3 });
const later = sampleTag({ id: 'later-id', name: '#later', slug: 'hash-later', postCount: 0 });

beforeAll(async () => void (await import('./tags-page.tsx')));

const server = (viewer = moderator, tags: readonly StaffTag[] = [tea, later]) =>
  createFakeApi(viewer)
    .on(tagApi.adminList, ({ query }) =>
      tags.filter(({ name }) => name.toLowerCase().startsWith(query.q?.toLowerCase() ?? '')),
    )
    .on(jobApi.list, () => []);
const open = async (api: ReturnType<typeof server>, viewer = moderator) => {
  const app = renderPage('/admin/tags', { viewer, api });
  await screen.findByRole('heading', { name: 'Tags', level: 1 });
  return app;
};
const row = async (name: string) => within((await screen.findByRole('heading', { name })).closest('li') as HTMLElement);

describe('the page of all tags', () => {
  it('shows them with their posts, and finds them by name', async () => {
    const others = [3, 4, 5, 6, 7, 8].map((n) => sampleTag({ id: `tag-${n}`, name: `Other ${n}`, slug: `other-${n}` }));
    const { user, router } = await open(server(moderator, [tea, later, ...others]));

    expect(await screen.findByText('8 tags in total')).toHaveRole('status');
    expect((await row('Tea')).getByRole('link', { name: 'Tea' })).toHaveAttribute('href', '/tags/tea');
    expect((await row('#later')).getByText('Internal')).toBeVisible();
    expect((await row('#later')).queryByRole('link')).not.toBeInTheDocument();
    await user.type(screen.getByRole('searchbox', { name: 'Name' }), 'te');
    expect(await screen.findByText('1 tag found')).toBeVisible();
    expect(router.state.location.search).toBe('?q=te');
    await user.clear(screen.getByRole('searchbox', { name: 'Name' }));
    expect(await screen.findByText('8 tags in total')).toBeVisible();
  });

  it('has no search for fewer than eight, unless a search is active', async () => {
    await open(server());
    expect(await screen.findByText('2 tags in total')).toBeVisible();
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
  });

  it('keeps the search in the address while its text is removed', async () => {
    const { user } = renderPage('/admin/tags?q=te', { viewer: moderator, api: server() });
    expect(await screen.findByText('1 tag found')).toBeVisible();

    await user.clear(screen.getByRole('searchbox', { name: 'Name' }));

    expect(await screen.findByText('2 tags in total')).toBeVisible();
    expect(screen.getByRole('searchbox', { name: 'Name' })).toHaveFocus();
  });

  it('changes a tag, and says why it could not', { tags: 'thorough' }, async () => {
    const api = server().refuse(tagApi.update, 'conflict', 'This address is taken');
    const { user } = await open(api);

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
    const api = server().on(tagApi.create, ({ body }) => sampleTag({ id: 'new', name: body.name }));
    const { user } = await open(api);

    await user.click(screen.getByRole('button', { name: 'New Tag' }));
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Water');
    await user.click(screen.getByRole('button', { name: 'Save Tag' }));

    await waitFor(() => expect(api.calls(tagApi.create)).toHaveLength(1));
    expect(api.calls(tagApi.create)[0]?.body).not.toHaveProperty('slug');
  });

  it('deletes a tag after saying how many posts have it', { tags: 'thorough' }, async () => {
    const api = server().on(tagApi.remove, () => undefined);
    const { user } = await open(api);

    await user.click((await row('Tea')).getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete “Tea”?' }));
    expect(dialog.getByText(/3 published posts lose it/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Delete Tag' }));

    expect(await screen.findByText('Tag Tea deleted')).toBeVisible();
  });

  it('merges one into another, for admins only', { tags: 'thorough' }, async () => {
    const api = server(admin).on(tagApi.merge, () => tea);
    const { user } = await open(api, admin);

    await user.click((await row('#later')).getByRole('button', { name: 'Merge' }));
    const picker = await screen.findByRole('combobox', { name: 'Merge into' });
    await user.type(picker, 'Te');
    await user.click(await screen.findByRole('option', { name: 'Tea' }));
    await user.click(within(screen.getByRole('dialog', { name: 'Merge Tag' })).getByRole('button', { name: 'Merge' }));

    expect(await screen.findByText('#later was merged into Tea')).toBeVisible();
    expect(api.calls(tagApi.merge)[0]).toMatchObject({ params: { id: 'later-id' }, body: { into: 'tea-id' } });
  });

  it('says what to do if there are none, and does not let moderators merge', async () => {
    const api = server(moderator, []);
    await open(api);
    expect(await screen.findByText('No tags yet')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Merge' })).not.toBeInTheDocument();
  });
});
