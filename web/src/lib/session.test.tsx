import { categoryApi } from '@inkwell/shared/categories';
import { userApi } from '@inkwell/shared/users';
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { categoryQueries } from '../features/categories/api/queries.ts';
import type { FakeApi } from '../test/fake-api.ts';
import { FakeIdentity } from '../test/fake-identity.ts';
import { createFakeApi, renderApp } from '../test/render-app.tsx';
import { sampleUser } from '../test/samples.ts';
import { takeConsoleErrors } from '../test/setup.ts';
import { identityStore, resetIdentity, startIdentity } from './identity-store.ts';

// The not-found page makes no calls of its own, so all calls are the session's.
const QUIET = '/nowhere';

describe('the session', () => {
  it('is a visitor’s, without requesting an account, if nobody has signed in before', async () => {
    const { api } = renderApp(QUIET);

    expect(await screen.findByRole('link', { name: 'Join' })).toBeVisible();
    expect(api.calls(userApi.current)).toEqual([]);
  });

  it('renders neither visitor nor reader until the account is known', async () => {
    const viewer = sampleUser();
    const api = createFakeApi(viewer).hang(userApi.current);
    renderApp('/', { viewer, api });

    expect(await screen.findByText('Loading')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Join' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Account menu' })).not.toBeInTheDocument();
  });

  it('of a blocked account ends after two seconds, with the toast', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const viewer = sampleUser();
    const api = createFakeApi(viewer).refuse(userApi.current, 'blocked');
    const { identity } = renderApp(QUIET, { viewer, api });

    expect(await screen.findByText('Account Blocked')).toBeVisible();
    expect(screen.getByText('Your account has been blocked. You will be logged out.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Join' })).toBeVisible();
    expect(identity.calls).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(identity.calls).toEqual([['signOut']]);
  });

  it('ends when any other call is refused because of a block', async () => {
    const viewer = sampleUser();
    const { api, client } = renderApp(QUIET, { viewer });
    await screen.findByRole('button', { name: 'Account menu' });
    api.refuse(userApi.current, 'blocked').refuse(categoryApi.list, 'blocked');

    await client.fetchQuery(categoryQueries.list()).catch(() => undefined);

    expect(await screen.findByText('Account Blocked')).toBeVisible();
  });

  it('leaves nothing in the cache, in the browser or on the page when it ends, even from another tab', async () => {
    const { client, identity } = renderApp(QUIET, { viewer: sampleUser() });
    await screen.findByRole('button', { name: 'Account menu' });
    client.setQueryData(['posts', 'like-status', 'p'], { liked: true, count: 1 });
    expect(localStorage.getItem('inkwell:account')).not.toBeNull();
    const page = await screen.findByRole('heading', { level: 1 });

    act(() => identity.change(null));

    expect(await screen.findByRole('link', { name: 'Join' })).toBeVisible();
    // Typed text disappears with its state.
    expect(page).not.toBeInTheDocument();
    expect(client.getQueryData(['posts', 'like-status', 'p'])).toBeUndefined();
    expect(client.getQueryData(['session', 'user', 'reader'])).toBeUndefined();
    expect(localStorage.getItem('inkwell:account')).toBeNull();
  });

  it('is taken over from another tab', async () => {
    const viewer = sampleUser();
    const identity = new FakeIdentity();
    renderApp(QUIET, { api: createFakeApi(viewer), identity });
    await screen.findByRole('link', { name: 'Join' });
    identity.identity = { uid: viewer.id, email: viewer.email };

    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'inkwell:had-session', newValue: '1' }));
    });

    expect(await screen.findByRole('button', { name: 'Account menu' })).toBeVisible();
  });

  it('offers a retry if the account cannot be loaded', async () => {
    const viewer = sampleUser();
    const api = createFakeApi(viewer).refuse(userApi.current, 500, 'Something went wrong');
    const { user } = renderApp('/', { viewer, api });

    expect(await screen.findByText('Your account could not be loaded')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Join' })).not.toBeInTheDocument();
    api.hang(userApi.current);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));

    await waitFor(() => expect(api.calls(userApi.current).length).toBeGreaterThan(1));
  });

  it('loads the provider when the network returns', async () => {
    const viewer = sampleUser();
    renderApp(QUIET, { viewer });
    await screen.findByRole('button', { name: 'Account menu' });
    const provider = new FakeIdentity({ uid: viewer.id, email: viewer.email });
    const load = vi.fn(async () => provider).mockRejectedValueOnce(new TypeError('Failed to fetch'));
    act(() => resetIdentity(load));
    act(() => startIdentity());
    await waitFor(() => expect(identityStore.snapshot().status).toBe('failed'));

    window.dispatchEvent(new Event('online'));

    await waitFor(() => expect(identityStore.snapshot().status).toBe('identified'));
    expect(takeConsoleErrors().join()).toContain('The identity provider could not be loaded');
  });

  it('continues without a network for an account that was loaded before', async () => {
    const viewer = sampleUser({ role: 'moderator' });
    localStorage.setItem('inkwell:account', JSON.stringify(viewer));

    renderApp(QUIET, { viewer, api: createFakeApi(viewer).cut(userApi.current) });

    expect(await screen.findByRole('button', { name: 'Account menu' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Moderator' })).toBeVisible();
  });

  it.each([
    ['is refused', (api: FakeApi) => api.refuse(userApi.current, 500, 'Something went wrong'), {}],
    ['is a different one', (api: FakeApi) => api.cut(userApi.current), { id: 'somebody-else' }],
  ])('does not continue without a network if the account %s', async (_, arrange, known) => {
    const viewer = sampleUser();
    localStorage.setItem('inkwell:account', JSON.stringify({ ...viewer, ...known }));

    renderApp('/', { viewer, api: arrange(createFakeApi(viewer)) });

    expect(await screen.findByText('Your account could not be loaded')).toBeVisible();
  });

  it('requests the account with the token of the provider, again when the window is focused', async () => {
    const { api } = renderApp(QUIET, { viewer: sampleUser() });
    expect(await screen.findByRole('button', { name: 'Account menu' })).toBeVisible();
    expect(api.calls(userApi.current)[0]?.token).toBe('token-of-reader');

    act(() => {
      window.dispatchEvent(new Event('visibilitychange'));
    });

    await waitFor(() => expect(api.calls(userApi.current)).toHaveLength(2));
  });
});
