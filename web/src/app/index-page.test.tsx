import { analyticsApi } from '@inkwell/shared/analytics';
import { categoryApi } from '@inkwell/shared/categories';
import { postApi } from '@inkwell/shared/posts';
import { userApi } from '@inkwell/shared/users';
import { WELCOME_BACK } from '@inkwell/shared/welcome';
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FakeIdentity } from '../test/fake-identity.ts';
import { createFakeApi, renderApp } from '../test/render-app.tsx';
import { sampleCategory, sampleUser } from '../test/samples.ts';

const viewer = sampleUser();
const api = () =>
  createFakeApi(viewer)
    .on(categoryApi.list, () => [sampleCategory()])
    .on(postApi.popular, () => []);

async function signIn(app: ReturnType<typeof renderApp>): Promise<void> {
  await app.user.type(await screen.findByLabelText('Email'), 'reader@inkwell.test');
  await app.user.type(screen.getByLabelText('Password'), 'Inkwell#2026{Enter}');
}

describe('signing in', () => {
  it('returns to the previous page and moves the focus there', async () => {
    const app = renderApp('/categories?from=mail#list', { api: api(), identity: new FakeIdentity() });
    await app.user.click(await screen.findByRole('link', { name: 'Sign In' }));

    await signIn(app);

    expect(await screen.findByRole('heading', { level: 1, name: 'Categories' })).toBeVisible();
    const { pathname, search, hash } = app.router.state.location;
    expect(`${pathname}${search}${hash}`).toBe('/categories?from=mail#list');
    await screen.findByRole('button', { name: 'Account menu' });
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  });

  it('also returns there after a password reset', { tags: 'thorough' }, async () => {
    const app = renderApp('/categories', { api: api(), identity: new FakeIdentity() });
    await app.user.click(await screen.findByRole('link', { name: 'Sign In' }));
    await app.user.click(await screen.findByRole('link', { name: 'Forgot password?' }));
    await app.user.click(await screen.findByRole('link', { name: 'Back to Sign In' }));

    await signIn(app);

    expect(await screen.findByRole('heading', { level: 1, name: 'Categories' })).toBeVisible();
  });

  it('does not open other sites, even if the history names them', { tags: 'thorough' }, async () => {
    const home = api().hang(analyticsApi.stats).hang(userApi.count).hang(postApi.list);
    const app = renderApp('/forgot-password', { api: home, identity: new FakeIdentity() });

    for (const path of ['//evil.example', '/\\\\evil.example', 'https://evil.example', 'javascript:alert(1)', 7]) {
      await act(() => app.router.navigate('/', { state: { from: { path, key: 'k' } } }));
      await signIn(app);

      expect(await screen.findByRole('link', { name: 'Explore Posts' }), String(path)).toBeVisible();
      expect(app.router.state.location.pathname).toBe('/');
      act(() => app.identity.change(null));
    }
  });
});

describe('the home page of a returning reader', () => {
  it('begins with its text', async () => {
    const home = api().hang(analyticsApi.stats).hang(userApi.count).hang(postApi.list);

    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    home.on(userApi.current, () => answered.then(() => viewer));
    renderApp('/', { api: home, viewer });

    expect((await screen.findByText(WELCOME_BACK.title)).parentElement).toHaveClass('rendered-welcome');
    answer();
    expect(await screen.findByRole('heading', { level: 1, name: /^Welcome back/ })).toBeVisible();
  });
});
