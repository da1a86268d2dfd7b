import { categoryApi } from '@inkwell/shared/categories';
import { menuApi } from '@inkwell/shared/menu';
import { DEFAULT_SITE } from '@inkwell/shared/site';
import { pageTitle } from '@inkwell/shared/site-data';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeApi, renderApp } from '../../test/render-app.tsx';
import { sampleUser } from '../../test/samples.ts';

const links = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map((link) => link.textContent);

describe('the top navigation', () => {
  it('links visitors to the public pages, Sign In and Join', async () => {
    renderApp('/nowhere');

    expect(await screen.findByRole('link', { name: 'Sign In' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Join' })).toBeVisible();
    expect(links()).toEqual(['Home', 'Posts', 'Categories']);
  });

  it.each([
    ['user', ['Home', 'Posts', 'Categories']],
    ['moderator', ['Home', 'Posts', 'Categories', 'Write', 'Moderator']],
    ['admin', ['Home', 'Posts', 'Categories', 'Write', 'Admin']],
  ] as const)('of role %s is %s', async (role, names) => {
    renderApp('/nowhere', { viewer: sampleUser({ role }) });

    expect(await screen.findByRole('button', { name: 'Account menu' })).toBeVisible();
    expect(links()).toEqual(names);
    expect(screen.queryByRole('link', { name: 'Join' })).not.toBeInTheDocument();
  });

  it.each(['contributor', 'author'] as const)('links a reader who is a %s to their posts', async (writing) => {
    renderApp('/nowhere', { viewer: sampleUser({ writing }) });

    await screen.findByRole('button', { name: 'Account menu' });
    expect(links()).toEqual(['Home', 'Posts', 'Categories', 'Write']);
    expect(screen.getByRole('link', { name: 'Write' })).toHaveAttribute('href', '/writing');
  });

  it('marks the page in header and footer, but not lists with another query', async () => {
    const links = ['/categories', '/categories?sort=name', 'https://x.example/categories'].map((address) => ({
      label: address,
      address,
    }));
    renderApp('/categories', {
      api: createFakeApi()
        .on(menuApi.read, () => ({ header: links, footer: links }))
        .on(categoryApi.list, () => []),
    });

    const marked = (name: string) =>
      within(screen.getByRole('navigation', { name }))
        .getAllByRole('link')
        .filter((link) => link.getAttribute('aria-current') === 'page')
        .map((link) => link.textContent);
    await waitFor(() => expect(marked('Main')).toEqual(['Categories', '/categories']));
    await screen.findByRole('navigation', { name: 'Footer' });
    expect(marked('Footer')).toEqual(['Categories', '/categories']);
  });

  it('is opened by a button on small screens, which gets the focus back when Escape closes it', async () => {
    const { user } = renderApp('/nowhere');
    await screen.findByRole('link', { name: 'Join' });
    const burger = screen.getByRole('button', { name: 'Open menu' });

    await user.click(burger);

    const drawer = screen.getByRole('navigation', { name: 'Main, small screen' });
    expect(drawer).toBeVisible();
    expect(await within(drawer).findByPlaceholderText('Search posts')).toBeVisible();
    act(() => within(drawer).getByRole('link', { name: 'Posts' }).focus());
    await user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Open menu' })).toHaveAttribute('aria-expanded', 'false');
    expect(screen.getByRole('button', { name: 'Open menu' })).toHaveFocus();
  });
});

describe('the account menu', () => {
  it('opens by keyboard, contains Profile and Log out, and closes on Escape', async () => {
    const { user } = renderApp('/nowhere', { viewer: sampleUser() });
    const button = await screen.findByRole('button', { name: 'Account menu' });
    button.focus();

    await user.keyboard('{ArrowDown}');

    expect(screen.getByRole('menuitem', { name: 'Profile' })).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('menuitem', { name: 'Reading List' })).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('menuitem', { name: 'Following' })).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('menuitem', { name: 'Log out' })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    expect(button).toHaveFocus();
  });

  it('logs out, and moves the focus to the page', async () => {
    const { user, identity } = renderApp('/nowhere', { viewer: sampleUser() });
    await user.click(await screen.findByRole('button', { name: 'Account menu' }));

    await user.click(screen.getByRole('menuitem', { name: 'Log out' }));

    expect(await screen.findByRole('link', { name: 'Join' })).toBeVisible();
    expect(identity.calls).toEqual([['signOut']]);
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  });
});

describe('every page', () => {
  it('has a skip link past the navigation, and gets the focus after navigating', async () => {
    const { user, router } = renderApp('/nowhere');
    await screen.findByRole('heading', { name: '404 Page Not Found' });
    const skip = screen.getByRole('link', { name: 'Skip to content' });
    expect(skip).toHaveAttribute('href', '#main');
    await user.click(skip);
    expect(screen.getByRole('main')).toHaveFocus();
    expect(router.state.location.hash).toBe('');

    await user.click(screen.getByRole('link', { name: 'Back to Home' }));

    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
    expect(await screen.findByText(pageTitle(null, DEFAULT_SITE), { selector: '[role=status]' })).toBeInTheDocument();
    await screen.findByRole('tab', { name: 'Sign In' });
  });

  it('says that there is no network', async () => {
    renderApp('/nowhere');
    await screen.findByRole('heading', { name: '404 Page Not Found' });
    expect(screen.queryByText(/You are offline/)).not.toBeInTheDocument();

    Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
    window.dispatchEvent(new Event('offline'));

    expect(await screen.findByText(/You are offline/)).toBeVisible();
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: true });
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(screen.queryByText(/You are offline/)).not.toBeInTheDocument());
  });

  it('switches between light and dark and remembers it', async () => {
    const { user } = renderApp('/nowhere');

    await user.click(await screen.findByRole('button', { name: 'Use dark colors' }));

    expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark');
    expect(localStorage.getItem('inkwell:color-scheme')).toBe('dark');
    await user.click(screen.getByRole('button', { name: 'Use light colors' }));
    expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'light');
  });
});

describe('the region for toasts', () => {
  it('exists from the first input on, before any toast', async () => {
    const { user } = renderApp('/nowhere');
    await screen.findByRole('link', { name: 'Join' });
    expect(screen.queryByRole('region', { name: 'Toasts' })).not.toBeInTheDocument();

    await user.keyboard('{Tab}');

    expect(await screen.findByRole('region', { name: 'Toasts' })).toHaveAttribute('aria-live', 'polite');
  });
});
