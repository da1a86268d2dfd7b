import { type Token, tokenApi } from '@inkwell/shared/tokens';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { dialogNamed, rowNamed } from '../../../test/parts.ts';
import { createFakeApi, renderPage } from '../../../test/render-app.tsx';
import { admin, sampleUser } from '../../../test/samples.ts';
import './tokens-page.tsx';

const author = sampleUser({ id: 'grace', writing: 'author' });

const build: Token = {
  id: 'a1',
  name: 'Website build',
  scopes: ['posts:read', 'posts:write'],
  owner: { id: author.id, name: 'Grace Hopper' },
  createdAt: '2026-01-02T10:00:00.000Z',
  expiresAt: '2026-04-02T10:00:00.000Z',
  lastUsedAt: null,
  works: true,
};
const TEXT = `ink_${'a'.repeat(43)}012345`;

function open(viewer = author, tokens: readonly Token[] = [build]) {
  const api = createFakeApi(viewer)
    .on(tokenApi.list, () => [...tokens])
    .on(tokenApi.create, ({ body }) => ({ ...build, ...body, expiresAt: null, id: 'new', token: TEXT }))
    .on(tokenApi.remove, () => undefined);
  return renderPage('/admin/tokens', { viewer, api });
}

describe('the page of tokens', () => {
  it('shows the permissions and expiry of each', async () => {
    open(author, [build, { ...build, id: 'b', name: 'Old', works: false, lastUsedAt: '2026-01-03T10:00:00.000Z' }]);
    const row = await rowNamed('Website build');
    expect(row.getByText('posts:read, posts:write')).toBeVisible();
    expect(row.getByText('Never used')).toBeVisible();
    expect(row.queryByText('Grace Hopper')).not.toBeInTheDocument();
    expect(screen.getByText('Ended')).toBeVisible();
  });

  it('shows admins the owner of each', async () => {
    open(admin);
    expect(await screen.findByText('Grace Hopper')).toBeVisible();
  });

  it('creates one with scopes, and shows its secret once', async () => {
    const { user, api } = open(author, []);
    await screen.findByText('No tokens yet');
    expect(screen.queryByText('0 tokens')).not.toBeInTheDocument();
    // In the head, and below the empty list.
    const [, below] = screen.getAllByRole('button', { name: 'New Token' });
    await user.click(below as HTMLElement);
    const dialog = await dialogNamed('New Token');
    await user.click(dialog.getByRole('button', { name: 'Create Token' }));
    expect(await dialog.findByText('Name is required')).toBeVisible();
    expect(dialog.getByText('Select at least one scope')).toBeVisible();

    await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'CI');
    await user.click(dialog.getByRole('checkbox', { name: 'posts:write' }));
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Expires after' }), 'Never');
    await user.click(dialog.getByRole('button', { name: 'Create Token' }));

    const created = await dialogNamed('Token Created');
    expect(created.getByText(TEXT)).toBeVisible();
    expect(api.calls(tokenApi.create)[0]?.body).toEqual({ name: 'CI', scopes: ['posts:write'] });
    await user.click(created.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByText(TEXT)).not.toBeInTheDocument());
  });

  it('keeps the form when the server refuses', async () => {
    const { user, api } = open();
    api.refuse(tokenApi.create, 'conflict', 'You have 20 tokens.');

    await user.click(await screen.findByRole('button', { name: 'New Token' }));
    const dialog = await dialogNamed('New Token');
    await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'CI');
    await user.click(dialog.getByRole('checkbox', { name: 'posts:read' }));
    await user.click(dialog.getByRole('button', { name: 'Create Token' }));
    expect(await screen.findByText(/You have 20 tokens/)).toBeVisible();
    expect(dialog.getByRole('textbox', { name: /^Name/ })).toHaveValue('CI');
  });

  it('deletes one after saying which programs stop working', async () => {
    const { user, api, answer } = open();

    await user.click(await screen.findByRole('button', { name: 'Delete Website build' }));
    await answer('Delete “Website build”?', 'Delete Token');
    expect(await screen.findByText('Token deleted')).toBeVisible();
    expect(api.calls(tokenApi.remove)[0]?.params).toEqual({ id: 'a1' });
  });
});
