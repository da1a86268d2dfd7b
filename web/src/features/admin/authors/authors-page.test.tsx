import { authorApi, type GuestAuthor } from '@inkwell/shared/authors';
import { userApi } from '@inkwell/shared/users';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
// Imported before the first test: on a slow machine, loading takes longer than a test waits.
import '../../../app/staff-layout.tsx';
import '../pages/authors-page.tsx';
import { createFakeApi, renderPage } from '../../../test/render-app.tsx';
import { sampleUser } from '../../../test/samples.ts';

const moderator = sampleUser({ id: 'mod', role: 'moderator' });
const admin = sampleUser({ id: 'admin', role: 'admin', displayName: 'Ada Lovelace' });

const grace: GuestAuthor = {
  id: 'guest-1',
  name: 'Grace Hopper',
  profileImageUrl: null,
  text: null,
  website: null,
  handles: {},
  postCount: 2,
  createdAt: '2026-01-15T10:00:00.000Z',
};

function open({ viewer = moderator, guests = [grace] }: { viewer?: typeof admin; guests?: GuestAuthor[] } = {}) {
  const api = createFakeApi(viewer)
    .on(authorApi.adminList, () => ({ items: guests, total: guests.length, nextCursor: null }))
    .on(authorApi.create, ({ body }) => ({ ...grace, name: String(body.name) }))
    .on(authorApi.update, () => grace)
    .on(authorApi.join, () => undefined)
    .on(userApi.list, () => ({ items: [admin], total: 1, nextCursor: null }));
  return { ...renderPage('/admin/authors', { viewer, api }), api };
}

describe('the page of guest authors', () => {
  it('creates one, and says what is wrong with a field', { tags: 'thorough' }, async () => {
    const { api, user } = open({ guests: [] });
    expect(await screen.findByText('No guest authors yet')).toBeVisible();

    await user.click(screen.getByRole('button', { name: 'New Guest Author' }));
    const dialog = await screen.findByRole('dialog', { name: 'New Guest Author' });
    await user.type(within(dialog).getByRole('textbox', { name: /^Name/ }), 'Alan Turing');
    await user.type(within(dialog).getByRole('textbox', { name: /^Website/ }), 'javascript:alert(1)');
    await user.click(within(dialog).getByRole('button', { name: 'Create Author' }));
    expect(within(dialog).getByText('Please enter an address that begins with https://')).toBeVisible();
    await user.clear(within(dialog).getByRole('textbox', { name: /^Website/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Create Author' }));

    await waitFor(() => expect(api.calls(authorApi.create)[0]?.body).toMatchObject({ name: 'Alan Turing' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('keeps one that still has posts, and says so', async () => {
    const { api, user } = open();
    api.refuse(authorApi.remove, 'conflict');
    await user.click(await screen.findByRole('button', { name: 'Delete Grace Hopper' }));
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Delete “Grace Hopper”?' })).getByRole('button', {
        name: 'Delete Guest Author',
      }),
    );

    expect(await screen.findByText(/^Failed to delete the author/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Join Grace Hopper' })).not.toBeInTheDocument();
  });

  it('lets admins join one to an account', async () => {
    const { api, user } = open({ viewer: admin });
    await user.click(await screen.findByRole('button', { name: 'Join Grace Hopper' }));
    const dialog = await screen.findByRole('dialog', { name: 'Join Grace Hopper to an Account' });
    await user.click(within(dialog).getByRole('combobox', { name: 'Account' }));
    await user.click(await screen.findByRole('option', { name: /Ada Lovelace/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Join' }));

    await waitFor(() => expect(api.calls(authorApi.join)[0]?.body).toEqual({ userId: 'admin' }));
  });
});
