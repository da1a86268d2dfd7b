import { draftApi } from '@inkwell/shared/drafts';
import { moderationApi } from '@inkwell/shared/moderation';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createFakeApi, leadsHome, renderApp } from '../test/render-app.tsx';
import { sampleUser } from '../test/samples.ts';
import { Toaster } from './layout/layout.tsx';

const admin = sampleUser({ role: 'admin' });
const moderator = sampleUser({ role: 'moderator' });

const panel = (viewer: typeof admin) => createFakeApi(viewer);
const nav = () => screen.findByRole('navigation', { name: 'Staff' });
const labels = async () =>
  within(await nav())
    .getAllByRole('link')
    .map((link) => link.textContent);

describe('a staff page', () => {
  it('loads with the code of toasts, but a redirect to sign-in does not wait for it', async () => {
    let load = () => {};
    const preload = vi
      .spyOn(Toaster, 'preload')
      .mockReturnValue(new Promise((resolve) => (load = () => resolve(true))));
    renderApp('/drafts', { viewer: moderator, api: panel(moderator) });
    await waitFor(() => expect(preload).toHaveBeenCalledOnce());
    expect(screen.queryByRole('navigation', { name: 'Staff' })).not.toBeInTheDocument();

    load();

    expect(await nav()).toBeVisible();
  });
});

describe('the navigation of staff pages', () => {
  it('has only the pages that the viewer may use', async () => {
    renderApp('/admin', { viewer: moderator, api: panel(moderator) });

    expect(await labels()).toEqual([
      ...['Overview', 'Posts', 'Drafts', 'Review Queue', 'Calendar', 'Pages', 'Media'],
      ...['My Posts', 'Unsaved Changes'],
      ...['Comments', 'Tags', 'Categories', 'Series', 'Guest Authors', 'Analytics', 'Traffic', 'Tokens'],
    ]);
  });

  it('has people and activity for admins, and marks the open page', async () => {
    const { user } = renderApp('/drafts', { viewer: admin, api: panel(admin) });

    expect(await labels()).toEqual(
      expect.arrayContaining(['Users', 'Notifications', 'Newsletter', 'Analytics', 'Activity', 'Menu', 'Settings']),
    );
    const drafts = within(await nav()).getByRole('link', { name: 'Unsaved Changes' });
    expect(drafts).toHaveAttribute('aria-current', 'page');
    const overview = within(await nav()).getByRole('link', { name: 'Overview' });
    await user.click(overview);

    await waitFor(() => expect(overview).toHaveAttribute('aria-current', 'page'));
    expect(drafts).not.toHaveAttribute('aria-current');
    expect(await screen.findByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true');
  });

  it('shows how many comments are held, if any, and asks once per visit', async () => {
    const api = panel(moderator).on(moderationApi.queue, () => ({ reported: 2, held: 1 }));
    const { user } = renderApp('/admin', { viewer: moderator, api });

    const comments = await within(await nav()).findByRole('link', { name: 'Comments 3 waiting' });
    expect(within(await nav()).getByRole('link', { name: 'Unsaved Changes' })).toBeVisible();
    await user.click(within(await nav()).getByRole('link', { name: 'Unsaved Changes' }));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/unsaved changes/i));

    expect(comments).toBeInTheDocument();
    // Once for the navigation, which is shown before the page, and once for each page that lists them.
    expect(api.calls(draftApi.list).length).toBeLessThanOrEqual(3);
  });

  it('opens with a button on a small screen, and Escape returns the focus', async () => {
    const { user } = renderApp('/admin', { viewer: moderator, api: panel(moderator) });
    await nav();
    const opener = screen.getByRole('button', { name: /^Overview/ });

    await user.click(opener);
    expect(opener).toHaveAttribute('aria-expanded', 'true');
    await user.tab();
    await user.keyboard('{Escape}');

    expect(opener).toHaveAttribute('aria-expanded', 'false');
    expect(opener).toHaveFocus();
  });

  it('is not shown to readers', async () => {
    const reader = sampleUser();
    renderApp('/admin', { viewer: reader, api: leadsHome(createFakeApi(reader)) });

    expect(await screen.findByText('Admin or moderator access required.')).toBeVisible();
    expect(screen.queryByRole('navigation', { name: 'Staff' })).not.toBeInTheDocument();
  });
});
