import { analyticsApi } from '@inkwell/shared/analytics';
import { categoryApi } from '@inkwell/shared/categories';
import { followingApi } from '@inkwell/shared/following';
import { postApi } from '@inkwell/shared/posts';
import { DEFAULT_SITE } from '@inkwell/shared/site';
import { userApi } from '@inkwell/shared/users';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { allOnScreen } from '../../../test/all-on-screen.ts';
import { createFakeApi, renderPage } from '../../../test/render-app.tsx';
import { sampleCategory, samplePostCard, sampleUser } from '../../../test/samples.ts';

const reader = sampleUser();

const fullApi = (viewer = reader) =>
  createFakeApi(viewer)
    .on(analyticsApi.stats, () => ({ posts: 37, categories: 8, views: 120_400, users: 41 }))
    .on(userApi.count, () => 41)
    .on(categoryApi.list, () => [sampleCategory()])
    .on(postApi.list, () => [samplePostCard()]);

describe('the home page', () => {
  it('shows readers figures, categories, stories, a newsletter box and two ad slots', async () => {
    renderPage('/', { api: fullApi(), viewer: reader });

    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome back, Rita' })).toBeInTheDocument();
    for (const [name, value] of [
      ['Published Posts', '37'],
      ['Categories', '8'],
      ['Total Views', '120,400'],
      ['Total Users', '41'],
    ]) {
      const tile = screen.getAllByText(name ?? '').find((element) => element.tagName === 'DT');
      await waitFor(() => expect(tile?.parentElement).toHaveTextContent(`${name}${value}`));
    }
    expect(screen.getByRole('heading', { name: 'Explore Categories' })).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: 'The quiet harbour' })).toBeInTheDocument();
    expect(screen.getAllByRole('button', { name: 'Subscribe' }).length).toBeGreaterThan(0);
    expect(screen.getAllByRole('complementary', { name: /^Advertisement/ }).map((slot) => slot.textContent)).toEqual([
      'Advertisement · 300x250',
      'Advertisement · 728x90',
    ]);
  });

  it('welcomes a new reader by name', async () => {
    const newcomer = sampleUser({ firstName: null, displayName: 'Nora Newcomer', createdAt: new Date().toISOString() });

    renderPage('/', { api: fullApi(newcomer), viewer: newcomer });

    expect(
      await screen.findByRole('heading', { level: 1, name: `Welcome to ${DEFAULT_SITE.name}, Nora` }),
    ).toBeInTheDocument();
    expect(screen.queryByText(/Pick up where you left off/)).not.toBeInTheDocument();
  });

  it('shows categories in the order of the publication', async () => {
    const last = sampleCategory({ id: 2, name: 'Art' });
    const api = fullApi().on(categoryApi.list, () => [last, sampleCategory({ order: 1 })]);
    renderPage('/', { api, viewer: reader });

    const first = await screen.findByRole('heading', { name: 'Technology' });
    expect(first.compareDocumentPosition(screen.getByRole('heading', { name: 'Art' }))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
  });

  it('keeps content that cannot be reloaded, with a banner that it may be out of date', async () => {
    const api = fullApi();
    const { client } = renderPage('/', { api, viewer: reader });
    await screen.findByRole('link', { name: 'The quiet harbour' });
    await screen.findByRole('heading', { name: 'Technology' });
    api.cut(analyticsApi.stats).cut(userApi.count).cut(categoryApi.list).cut(postApi.list);

    await act(() => client.refetchQueries());

    for (const what of ['These figures', 'These categories', 'These stories']) {
      expect(await screen.findByText(new RegExp(`^${what} may be out of date`))).toBeVisible();
    }
    expect(screen.getByText('120,400')).toBeVisible();
    expect(screen.getByRole('link', { name: 'The quiet harbour' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Technology' })).toBeVisible();
  });

  it('ends with posts for the reader that are not among the stories, loaded as they come near', async () => {
    allOnScreen();
    const api = fullApi().on(followingApi.posts, () => [samplePostCard({ id: 'p2', title: 'Low tide' })]);

    renderPage('/', { api, viewer: reader });

    const forYou = await screen.findByRole('region', { name: 'For you' });
    await waitFor(() => expect(api.calls(followingApi.posts)[0]?.query.without).toBe(samplePostCard().id));
    expect(await within(forYou).findByRole('link', { name: 'Low tide' })).toBeVisible();
    expect(screen.getAllByRole('heading', { level: 2 }).at(-1)).toHaveTextContent('For you');
  });

  it('lets only staff write', async () => {
    const moderator = sampleUser({ role: 'moderator' });
    const { unmount } = renderPage('/', { api: fullApi(moderator), viewer: moderator });
    expect(await screen.findByRole('link', { name: 'Start Writing' })).toHaveAttribute('href', '/create-post');
    unmount();

    renderPage('/', { api: fullApi(), viewer: reader });
    expect(await screen.findByRole('link', { name: 'Explore Posts' })).toHaveAttribute('href', '/posts');
    expect(screen.queryByRole('link', { name: 'Start Writing' })).not.toBeInTheDocument();
  });

  it('shows a dash for a figure that cannot be loaded, never a zero', async () => {
    const api = fullApi().refuse(analyticsApi.stats, 'unavailable');

    renderPage('/', { api, viewer: reader });

    expect(await screen.findAllByText('–')).toHaveLength(3);
    expect(await screen.findByText('41')).toBeInTheDocument();
  });
});
