import { categoryApi } from '@inkwell/shared/categories';
import { moderationApi } from '@inkwell/shared/moderation';
import { postApi } from '@inkwell/shared/posts';
import { userApi } from '@inkwell/shared/users';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { toastStore } from '../../lib/toast.ts';
import { createFakeApi, leadsHome, renderApp } from '../../test/render-app.tsx';
import { moderator, samplePostCard, sampleUser } from '../../test/samples.ts';

const admin = sampleUser({ id: 'admin-1', role: 'admin', displayName: 'Alma Admin', email: 'alma@inkwell.test' });

const panel = (viewer: typeof admin) =>
  createFakeApi(viewer)
    .on(categoryApi.list, () => [])
    .on(postApi.adminList, () => [])
    .on(userApi.list, () => [])
    .on(moderationApi.queue, () => ({ reported: 0, held: 0 }))
    .on(moderationApi.list, () => []);

const opener = () => screen.findByRole('button', { name: 'Search or jump to…' });
const field = () => screen.findByRole('combobox', { name: 'Search or jump to' });
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
const chosen = () => screen.getByRole('option', { selected: true }).textContent;

/** Opens a page with the palette's key listener, then the palette. */
async function open(viewer: typeof admin, api = panel(viewer)) {
  const view = renderApp('/drafts', { viewer, api });
  await view.user.click(await opener());
  await field();
  return view;
}

describe('the command palette', () => {
  it('has the pages of the navigation, and the actions of the role', async () => {
    await open(moderator);

    const group = (name: string) =>
      within(screen.getByRole('group', { name }))
        .getAllByRole('option')
        .map(({ textContent }) =>
          textContent?.replace(/ (?:Publication|Writing|Readers|Organize|Analytics|Site|As readers see it)$/, ''),
        );
    const nav = screen.getByRole('navigation', { name: 'Staff', hidden: true });
    const pages = within(nav).getAllByRole('link', { hidden: true });
    expect(group('Pages')).toEqual([...pages.map(({ textContent }) => textContent), 'Search Published Posts']);
    expect(group('Actions')).toEqual(
      ['New Post', 'New Page', 'New Category', 'Use dark colors', 'Log out'].map((label) =>
        expect.stringContaining(label),
      ),
    );
  });

  it('opens with Ctrl+K, goes to the selected page, and moves the focus to it', async () => {
    const { user, router } = await open(moderator);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('combobox')).not.toBeInTheDocument());
    await user.keyboard('{Control>}k{/Control}');
    expect(await field()).toHaveFocus();

    expect(chosen()).toContain('Overview');
    await user.keyboard('{ArrowUp}');
    expect(chosen()).toBe('Log out ');
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    const third = screen.getByRole('option', { selected: true });
    expect(third).toHaveTextContent('Drafts');
    expect(screen.getByRole('combobox')).toHaveAttribute('aria-activedescendant', third.id);
    await user.clear(screen.getByRole('combobox'));
    await user.type(screen.getByRole('combobox'), 'comm{Enter}');

    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/comments'));
    expect(await screen.findByRole('heading', { name: 'Comments' })).toBeVisible();
    expect(screen.getByRole('main')).toHaveFocus();
    expect(screen.queryByRole('combobox', { name: 'Search or jump to' })).not.toBeInTheDocument();
  });

  it("has its button in place of the readers' search, and `/` as its key", async () => {
    const { user, router } = await open(moderator);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('combobox')).not.toBeInTheDocument());
    const header = screen.getByRole('banner');
    expect(within(header).getByRole('button', { name: 'Search or jump to…' })).toBeVisible();
    expect(within(header).queryByRole('searchbox')).not.toBeInTheDocument();

    await user.keyboard('/');
    await user.type(await field(), 'search{Enter}');

    await waitFor(() => expect(router.state.location.pathname).toBe('/search'));
    expect(await within(screen.getByRole('main')).findByRole('searchbox')).toBeVisible();
    expect(within(header).queryByRole('searchbox')).not.toBeInTheDocument();
    expect(within(header).queryByRole('button', { name: 'Search or jump to…' })).not.toBeInTheDocument();
  });

  it('returns the focus when Escape closes it', async () => {
    const { user } = await open(moderator);

    await user.keyboard('{Escape}');

    await waitFor(() => expect(screen.queryByRole('combobox')).not.toBeInTheDocument());
    expect(await opener()).toHaveFocus();
  });

  it('finds posts, drafts too, and opens them in the editor', async () => {
    const draft = samplePostCard({ id: 'draft-1', title: 'Harbour at night', isPublished: false });
    const api = panel(moderator)
      .on(postApi.adminList, ({ query }) => {
        expect(query).toMatchObject({ q: 'harb', limit: 6 });
        return [draft];
      })
      .refuse(postApi.byId, 404);
    const { user, router } = await open(moderator, api);

    await user.type(await field(), 'harb');
    expect(await screen.findByRole('option', { name: 'Harbour at night Draft, Ada Lovelace' })).toBeVisible();
    expect(options()).toHaveLength(1);
    expect(screen.getByText('1 result')).toHaveAttribute('role', 'status');
    await user.keyboard('{Enter}');

    await waitFor(() => expect(router.state.location.search).toBe('?edit=draft-1'));
    expect(api.calls(userApi.list)).toHaveLength(0);
  });

  it('finds people for admins, and links to all results of a search', async () => {
    const found = sampleUser({ id: 'rita', displayName: 'Rita Reader', email: 'rita@inkwell.test' });
    const api = panel(admin)
      .on(postApi.adminList, () => [])
      .on(userApi.list, () => [found]);
    const { user, router } = await open(admin, api);

    await user.type(await field(), 'rit');
    await user.click(await screen.findByRole('option', { name: 'Rita Reader rita@inkwell.test' }));

    await waitFor(() => expect(router.state.location.search).toBe('?tab=users&q=rita%40inkwell.test'));
  });

  it('says when nothing is found', { tags: 'thorough' }, async () => {
    const { user } = await open(
      moderator,
      panel(moderator).on(postApi.adminList, () => []),
    );

    await user.type(await field(), 'zzz');

    expect(await screen.findByText('Nothing found for “zzz”')).toBeVisible();
    expect(screen.getByRole('combobox')).toHaveAttribute('aria-expanded', 'false');
  });

  it('keeps pages and actions when the search fails, and tries again', { tags: 'thorough' }, async () => {
    const api = panel(moderator).refuse(postApi.adminList, 500);
    const { user } = await open(moderator, api);

    await user.type(await field(), 'new po');
    expect(await screen.findByRole('alert')).toHaveTextContent('Posts could not be searched.');
    expect(options()).toEqual(['New Post ']);
    api.on(postApi.adminList, () => [samplePostCard({ title: 'New ports' })]);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));

    expect(await screen.findByRole('option', { name: /^New ports/ })).toBeVisible();
  });

  it('sends a notification from any page, for admins', { tags: 'thorough' }, async () => {
    const { user } = await open(
      admin,
      panel(admin)
        .on(postApi.adminList, () => [])
        .on(userApi.list, () => []),
    );

    await user.type(await field(), 'broadcast{Enter}');

    const dialog = await screen.findByRole('dialog', { name: 'Send Notification to All Users' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(await opener()).toHaveFocus();
    expect(toastStore.snapshot()).toBeNull();
  });

  it('leaves Ctrl+K to texts, and opens there with Ctrl+Shift+K', async () => {
    const { user } = await open(moderator);
    await user.keyboard('{Escape}');
    const text = document.body.appendChild(document.createElement('textarea'));
    text.value = 'Half a sentence';
    text.focus();
    text.setSelectionRange(2, 6);

    expect(fireEvent.keyDown(text, { key: 'k', ctrlKey: true })).toBe(true);
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
    fireEvent.keyDown(text, { key: 'K', ctrlKey: true, shiftKey: true });
    expect(await field()).toHaveFocus();
    await user.keyboard('{Escape}');

    await waitFor(() => expect(text).toHaveFocus());
    expect([text.value, text.selectionStart, text.selectionEnd]).toEqual(['Half a sentence', 2, 6]);
    text.remove();
  });

  it("does not listen on readers' pages", async () => {
    const reader = sampleUser();
    renderApp('/categories', { viewer: reader, api: leadsHome(createFakeApi(reader)) });
    await screen.findByRole('button', { name: 'Account menu' });

    expect(fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })).toBe(true);

    expect(screen.queryByRole('combobox', { name: 'Search or jump to' })).not.toBeInTheDocument();
  });
});
