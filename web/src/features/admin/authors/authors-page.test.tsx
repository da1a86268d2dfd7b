import { authorApi, type GuestAuthor } from '@inkwell/shared/authors';
import { userApi } from '@inkwell/shared/users';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
// Imported before the first test: on a slow machine, loading takes longer than a test waits.
import '../../../app/staff-layout.tsx';
import '../pages/authors-page.tsx';
import { dialogNamed } from '../../../test/parts.ts';
import { createFakeApi, renderPage } from '../../../test/render-app.tsx';
import { admin, moderator } from '../../../test/samples.ts';

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

function open(viewer = moderator, guests = [grace]) {
  const api = createFakeApi(viewer)
    .on(authorApi.adminList, () => guests)
    .on(authorApi.create, ({ body }) => ({ ...grace, name: String(body.name) }))
    .on(authorApi.update, () => grace)
    .on(authorApi.join, () => undefined)
    .on(userApi.list, () => [admin]);
  return renderPage('/admin/authors', { viewer, api });
}

describe('the page of guest authors', () => {
  it('creates one, and says what is wrong with a field', { tags: 'thorough' }, async () => {
    const { api, user } = open(moderator, []);
    expect(await screen.findByText('No guest authors yet')).toBeVisible();

    await user.click(screen.getByRole('button', { name: 'New Guest Author' }));
    const dialog = await dialogNamed('New Guest Author');
    await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Alan Turing');
    await user.type(dialog.getByRole('textbox', { name: /^Website/ }), 'javascript:alert(1)');
    await user.click(dialog.getByRole('button', { name: 'Create Author' }));
    expect(dialog.getByText('Please enter an address that begins with https://')).toBeVisible();
    await user.clear(dialog.getByRole('textbox', { name: /^Website/ }));
    await user.click(dialog.getByRole('button', { name: 'Create Author' }));

    await waitFor(() => expect(api.calls(authorApi.create)[0]?.body).toMatchObject({ name: 'Alan Turing' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('keeps one that still has posts, and says so', async () => {
    const { api, user, answer } = open();
    api.refuse(authorApi.remove, 'conflict');

    await user.click(await screen.findByRole('button', { name: 'Delete Grace Hopper' }));
    await answer('Delete “Grace Hopper”?', 'Delete Guest Author');

    expect(await screen.findByText(/^Failed to delete the author/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Join Grace Hopper' })).not.toBeInTheDocument();
  });

  it('lets admins join one to an account', async () => {
    const { api, user } = open(admin);

    await user.click(await screen.findByRole('button', { name: 'Join Grace Hopper' }));
    const dialog = await dialogNamed('Join Grace Hopper to an Account');
    await user.click(dialog.getByRole('combobox', { name: 'Account' }));
    await user.click(await screen.findByRole('option', { name: /Rita Reader/ }));
    await user.click(dialog.getByRole('button', { name: 'Join' }));

    await waitFor(() => expect(api.calls(authorApi.join)[0]?.body).toEqual({ userId: admin.id }));
  });
});
