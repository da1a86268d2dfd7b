import { categoryApi } from '@inkwell/shared/categories';
import { postApi } from '@inkwell/shared/posts';
import { DEFAULT_SITE } from '@inkwell/shared/site';
import { pageTitle } from '@inkwell/shared/site-data';
import { UNKNOWN_ADDRESS } from '@inkwell/shared/unknown-address';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { allOnScreen } from '../../../test/all-on-screen.ts';
import { createFakeApi, renderPage } from '../../../test/render-app.tsx';
import { sampleCategory, samplePostCard, sampleUser } from '../../../test/samples.ts';

const moderator = sampleUser({ role: 'moderator' });

describe('the categories page', () => {
  it('shows eight skeletons while loading', async () => {
    renderPage('/categories', { api: createFakeApi().hang(categoryApi.list) });

    expect(await screen.findAllByTestId('category-skeleton')).toHaveLength(8);
    expect(document.title).toBe(pageTitle('Categories', DEFAULT_SITE));
  });

  it('lists categories in the order of the publication, with links to their posts', async () => {
    const food = sampleCategory({ id: 2, name: 'Food', icon: null, postCount: 1 });
    const api = createFakeApi()
      .on(categoryApi.list, () => [food, sampleCategory(), sampleCategory({ id: 3, name: 'Travel', order: 1 })])
      .hang(postApi.list);
    const { user, router } = renderPage('/categories', { api });

    expect(await screen.findByRole('heading', { name: 'Technology' })).toBeVisible();
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      ...['Travel', 'Food', 'Technology'],
    ]);
    expect(screen.getAllByText('3 posts')).toHaveLength(2);
    expect(screen.getByText('1 post')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Food' }));

    await waitFor(() => expect(router.state.location.pathname).toBe('/posts'));
    expect(router.state.location.search).toBe('?category=2');
  });

  it('ends with the three newest posts', async () => {
    allOnScreen();
    const posts = Array.from({ length: 4 }, (_, n) => samplePostCard({ id: `post-${n}`, title: `Post ${n}` }));
    const api = createFakeApi()
      .on(categoryApi.list, () => [sampleCategory()])
      .on(postApi.list, () => posts);
    renderPage('/categories', { api });

    const newest = within(await screen.findByRole('region', { name: UNKNOWN_ADDRESS.newest }));
    expect(newest.getAllByRole('heading', { level: 3 })).toHaveLength(3);
  });

  it('reloads when the window gets the focus', async () => {
    const answers = [[sampleCategory()], [sampleCategory(), sampleCategory({ id: 2, name: 'Food' })]];
    const api = createFakeApi().on(categoryApi.list, () => answers.shift() ?? []);
    renderPage('/categories', { api });
    await screen.findByRole('heading', { name: 'Technology' });

    act(() => void window.dispatchEvent(new Event('visibilitychange')));

    expect(await screen.findByRole('heading', { name: 'Food' })).toBeVisible();
  });

  it('offers readers and visitors no link to create a category', async () => {
    renderPage('/categories', { api: createFakeApi().on(categoryApi.list, () => []) });

    expect(await screen.findByText('No Categories Yet')).toBeVisible();
    expect(screen.queryByRole('link', { name: /Category/ })).not.toBeInTheDocument();
  });

  it('offers staff all three links that create a category', async () => {
    const api = createFakeApi(moderator).on(categoryApi.list, () => []);
    renderPage('/categories', { viewer: moderator, api });

    for (const name of ['Add New Category', 'Create Category', 'Create First Category']) {
      expect(await screen.findByRole('link', { name })).toHaveAttribute('href', '/create-category');
    }
  });

  it('offers a retry when loading fails', async () => {
    const api = createFakeApi().cut(categoryApi.list);
    const { user } = renderPage('/categories', { api });
    expect(await screen.findByText('Categories could not be loaded')).toBeVisible();

    api.on(categoryApi.list, () => [sampleCategory()]);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));

    expect(await screen.findByRole('heading', { name: 'Technology' })).toBeVisible();
  });
});
