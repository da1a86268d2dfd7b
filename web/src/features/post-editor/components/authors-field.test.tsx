// @module-tag thorough
import { authorApi, GUEST_CHOICES, type GuestAuthor, NOT_AN_AUTHOR } from '@inkwell/shared/authors';
import { postApi } from '@inkwell/shared/posts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openEditor, staffApi, submitButton, write, writeMarkdown } from '../../../test/editor-page.ts';

/** The editor with the folded fields shown. */
async function open(server: Parameters<typeof openEditor>[0]) {
  const app = await openEditor(server);
  await app.user.click(screen.getByText('Series and authors'));
  return app;
}

const guest = (id: string, name: string): GuestAuthor => ({
  id,
  name,
  profileImageUrl: null,
  text: null,
  website: null,
  handles: {},
  postCount: 0,
  createdAt: '2026-01-15T10:00:00.000Z',
});

const names = () =>
  within(screen.getByRole('group', { name: 'Authors' }))
    .getAllByRole('listitem')
    .map((item) => item.firstChild?.textContent);

const offered = () => within(screen.getByRole('listbox')).getAllByRole('option');

describe('the authors of a post', () => {
  it('are chosen, ordered by keyboard and removed; none are sent by default', async () => {
    writeMarkdown();
    const api = staffApi();
    const { user } = await open(api);
    expect(names()).toEqual(['Rita Reader']);

    await user.click(screen.getByRole('combobox', { name: 'Add an author' }));
    await user.click(await screen.findByRole('option', { name: 'Grace Hopper (guest)' }));
    expect(names()).toEqual(['Rita Reader', 'Grace Hopper']);
    expect(screen.getByRole('combobox', { name: 'Add an author' })).toHaveValue('');

    screen.getByRole('button', { name: 'Move Grace Hopper up' }).focus();
    await user.keyboard('{Enter}');
    expect(names()).toEqual(['Grace Hopper', 'Rita Reader']);
    expect(screen.getByRole('button', { name: 'Move Grace Hopper up' })).toHaveFocus();

    await user.click(screen.getByRole('button', { name: 'Remove Rita Reader' }));
    expect(names()).toEqual(['Grace Hopper']);
    write('Title', 'Words');
    await user.click(submitButton());

    await waitFor(() => expect(api.calls(postApi.create)[0]?.body).toMatchObject({ authorIds: ['guest-1'] }));
  });

  it('are at most five, and moves are announced', async () => {
    const people = Array.from({ length: 7 }, (_, n) => ({
      id: `guest-${n}`,
      name: `Guest ${n}`,
      profileImageUrl: null,
      isGuest: true,
    }));
    const api = staffApi().on(authorApi.choices, () => people);
    const { user } = await open(api);
    for (const name of ['Guest 1 (guest)', 'Guest 2 (guest)', 'Guest 3 (guest)', 'Guest 4 (guest)']) {
      await user.click(screen.getByRole('combobox', { name: 'Add an author' }));
      await user.click(await screen.findByRole('option', { name }));
    }
    expect(names()).toEqual(['Rita Reader', 'Guest 1', 'Guest 2', 'Guest 3', 'Guest 4']);
    const box = screen.getByRole('combobox', { name: 'Add an author' });
    expect(box).toHaveAttribute('placeholder', 'At most 5 authors');
    expect(box).toHaveAttribute('readonly');

    await user.click(screen.getByRole('button', { name: 'Move Guest 4 up' }));
    expect(screen.getByText('Guest 4 is number 4 of 5.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Remove Guest 1' }));

    expect(names()).toEqual(['Rita Reader', 'Guest 2', 'Guest 4', 'Guest 3']);
    expect(box).toHaveFocus();
    expect(screen.getByRole('button', { name: 'Move Rita Reader up' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('are searched by name if there are more than one answer contains', async () => {
    const choice = (name: string) => ({ id: `guest-${name}`, name, profileImageUrl: null, isGuest: true });
    const first = Array.from({ length: GUEST_CHOICES }, (_, n) => choice(`Guest ${n}`));
    const api = staffApi().on(authorApi.choices, ({ query }) => (query.q ? [choice('Zora Hurston')] : first));
    const { user } = await open(api);

    await user.click(screen.getByRole('combobox', { name: 'Add an author' }));
    await user.keyboard('zora');
    await user.click(await screen.findByRole('option', { name: 'Zora Hurston (guest)' }));

    expect(names()).toEqual(['Rita Reader', 'Zora Hurston']);
  });

  it('become guest authors if nobody has the name', async () => {
    writeMarkdown();
    const api = staffApi().on(authorApi.create, ({ body }) => guest('guest-new', body.name));
    const { user } = await open(api);
    const box = screen.getByRole('combobox', { name: 'Add an author' });

    await user.click(box);
    await screen.findByRole('option', { name: 'Ada Lovelace' });
    await user.keyboard('grace hopper');
    expect(offered().map(({ textContent }) => textContent)).toEqual(['Grace Hopper (guest)']);
    await user.clear(box);
    await user.keyboard('Grace');
    expect(offered().map(({ textContent }) => textContent)).toEqual([
      'Grace Hopper (guest)',
      'Add Guest Author “Grace”',
    ]);
    await user.clear(box);
    await user.keyboard(' Zora Hurston {Enter}');

    await waitFor(() => expect(names()).toEqual(['Rita Reader', 'Zora Hurston']));
    await waitFor(() => expect(box).toHaveValue(''));
    expect(api.calls(authorApi.create).map(({ body }) => body)).toEqual([{ name: 'Zora Hurston' }]);
    write('Title', 'Words');
    await user.click(submitButton());
    await waitFor(() =>
      expect(api.calls(postApi.create)[0]?.body).toMatchObject({ authorIds: ['mod-1', 'guest-new'] }),
    );
  });

  it('keep the typed name if they could not be created, and are created once', async () => {
    const api = staffApi().cut(authorApi.create);
    const { user } = await open(api);
    const box = screen.getByRole('combobox', { name: 'Add an author' });
    await user.click(box);
    await screen.findByRole('option', { name: 'Ada Lovelace' });

    await user.keyboard('Zora Hurston{Enter}');
    expect(await screen.findByText(/^Failed to add the author/)).toBeVisible();
    expect(box).toHaveValue('Zora Hurston');
    api.on(authorApi.create, ({ body }) => guest('guest-new', body.name));
    await user.click(box);
    await user.click(await screen.findByRole('option', { name: 'Add Guest Author “Zora Hurston”' }));

    await waitFor(() => expect(names()).toEqual(['Rita Reader', 'Zora Hurston']));
    const keys = api.calls(authorApi.create).map(({ idempotencyKey }) => idempotencyKey);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });

  it('are named with the reason if the server refuses them', async () => {
    writeMarkdown();
    const api = staffApi().refuse(postApi.create, 'bad-request', NOT_AN_AUTHOR);
    const { user } = await open(api);
    write('Title', 'Words');

    await user.click(submitButton());

    expect(await screen.findByText(new RegExp(NOT_AN_AUTHOR))).toBeVisible();
  });

  it('say that the choices could not be loaded', async () => {
    const { user } = await open(staffApi().refuse(authorApi.choices, 'unavailable'));

    await user.click(screen.getByRole('combobox', { name: 'Add an author' }));

    expect(await screen.findByText('Authors could not be loaded', undefined, { timeout: 5_000 })).toBeVisible();
  });
});
