import { categoryApi } from '@inkwell/shared/categories';
import { postApi } from '@inkwell/shared/posts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { SCROLL_STORAGE_KEY } from '../../../lib/scroll-storage.ts';
import { createFakeApi, renderPage } from '../../../test/render-app.tsx';
import { sampleCategory, samplePostCard, sampleUser } from '../../../test/samples.ts';

const moderator = sampleUser({ role: 'moderator' });
const twoPosts = [samplePostCard(), samplePostCard({ id: 'post-2', title: 'Bread at dawn' })];

describe('All Posts', () => {
  it('shows six skeletons while the posts load', async () => {
    const api = createFakeApi().hang(postApi.list);

    renderPage('/posts', { api });

    expect(await screen.findAllByTestId('post-skeleton')).toHaveLength(6);
    expect(screen.getByText('Loading posts')).toBeInTheDocument();
  });

  it('lists cards that link to their posts, and the total', async () => {
    const items = twoPosts.map((post) => ({ ...post, featuredImage: '/cover.webp' }));
    const api = createFakeApi().on(postApi.list, () => ({ items, total: 31, nextCursor: null }));

    renderPage('/posts', { api });

    expect(await screen.findByText('31 posts')).toBeInTheDocument();
    const links = screen.getAllByRole('link', { name: /^Read More/ });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/posts/post-1/the-quiet-harbour',
      '/posts/post-2/bread-at-dawn',
    ]);
    expect(screen.queryByRole('link', { name: 'Create Post' })).not.toBeInTheDocument();
    expect(document.title).toContain('All Posts');
    const [lead, ...others] = screen.getAllByRole('article');
    expect(lead).toHaveAttribute('data-lead');
    for (const other of others) expect(other).not.toHaveAttribute('data-lead');
    expect(within(lead as HTMLElement).getByText('Ada Lovelace')).toBeVisible();
  });

  it('offer their categories in their order', async () => {
    const categories = [
      sampleCategory({ id: 1, name: 'Tea', order: 0 }),
      sampleCategory({ id: 2, name: 'Bread', order: 1 }),
    ];
    renderPage('/posts', {
      api: createFakeApi()
        .on(postApi.list, () => twoPosts)
        .on(categoryApi.list, () => categories),
    });

    const row = await screen.findByRole('navigation', { name: 'Categories' });
    const links = await within(row).findAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Tea', '/posts?category=1'],
      ['Bread', '/posts?category=2'],
    ]);
  });

  it('have no lead story if the newest one has no picture', async () => {
    renderPage('/posts', { api: createFakeApi().on(postApi.list, () => twoPosts) });

    for (const card of await screen.findAllByRole('article')) expect(card).not.toHaveAttribute('data-lead');
  });

  it('shows that a list is empty, and offers staff to write a post', async () => {
    const api = createFakeApi(moderator).on(postApi.list, () => []);

    renderPage('/posts', { api, viewer: moderator });

    expect(await screen.findByRole('heading', { name: 'No Posts Yet' })).toBeInTheDocument();
    for (const name of ['Write New Post', 'Create Your First Post', 'Create Post']) {
      expect(await screen.findByRole('link', { name })).toHaveAttribute('href', '/create-post');
    }
  });

  it('does not offer readers to write a post if it is empty', async () => {
    const api = createFakeApi().on(postApi.list, () => []);

    renderPage('/posts', { api });

    expect(await screen.findByRole('heading', { name: 'No Posts Yet' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /Write New Post|Create/ })).not.toBeInTheDocument();
  });

  it('reloads with Refresh', async () => {
    const answers = [[twoPosts[0]], twoPosts];
    const api = createFakeApi().on(postApi.list, () =>
      (answers.shift() ?? twoPosts).filter((post) => post !== undefined),
    );
    const { user } = renderPage('/posts', { api });
    await screen.findByText('1 post');

    await user.click(screen.getByRole('button', { name: 'Refresh' }));

    expect(await screen.findByText('2 posts')).toBeInTheDocument();
  });

  it('reloads when the window gets the focus', async () => {
    const api = createFakeApi().on(postApi.list, () => twoPosts);
    renderPage('/posts', { api });
    await screen.findByText('2 posts');

    window.dispatchEvent(new Event('visibilitychange'));

    await waitFor(() => expect(api.calls(postApi.list)).toHaveLength(2));
  });

  it('loads the next page', async () => {
    const api = createFakeApi().on(postApi.list, ({ query }) =>
      query.cursor === 'page-2'
        ? { items: twoPosts.slice(1), total: 2, nextCursor: null }
        : { items: twoPosts.slice(0, 1), total: 2, nextCursor: 'page-2' },
    );
    const { user } = renderPage('/posts', { api });

    await user.click(await screen.findByRole('button', { name: 'Load More' }));

    expect(await screen.findByRole('link', { name: 'Bread at dawn' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Load More' })).not.toBeInTheDocument();
  });

  it('shows that the posts could not be loaded, and offers a retry', async () => {
    const api = createFakeApi().cut(postApi.list);
    const { user } = renderPage('/posts', { api });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The posts could not be loaded');

    api.on(postApi.list, () => twoPosts);
    await user.click(within(alert).getByRole('button', { name: 'Try Again' }));

    expect(await screen.findByText('2 posts')).toBeInTheDocument();
  });

  it('shows the posts of one category under its name', async () => {
    const api = createFakeApi()
      .on(categoryApi.list, () => [sampleCategory({ id: 3, name: 'Food' })])
      .on(postApi.list, () => twoPosts);

    renderPage('/posts?category=3', { api });

    expect(await screen.findByRole('heading', { level: 1, name: 'Food' })).toBeInTheDocument();
    expect(api.calls(postApi.list)[0]?.query.categoryId).toBe(3);
  });

  it('restores its pages and scroll position after a reload', async () => {
    const pages = ['a', 'b', 'c', 'd'].map((id) => samplePostCard({ id, title: `Title ${id}` }));
    const api = createFakeApi().on(postApi.list, ({ query }) => {
      const index = Number(query.cursor ?? 0);
      return { items: pages.slice(index, index + 1), total: 4, nextCursor: index < 3 ? String(index + 1) : null };
    });
    sessionStorage.setItem('inkwell:list-pages', JSON.stringify({ key: 'default', pages: 3 }));
    sessionStorage.setItem(SCROLL_STORAGE_KEY, JSON.stringify({ default: 2_500 }));
    const scrollTo = vi.spyOn(window, 'scrollTo');

    renderPage('/posts', { api });

    expect(await screen.findByRole('link', { name: 'Title c' })).toBeInTheDocument();
    await waitFor(() => expect(scrollTo).toHaveBeenLastCalledWith(0, 2_500));
    expect(screen.queryByRole('link', { name: 'Title d' })).not.toBeInTheDocument();
  });

  it('stays visible when it cannot be reloaded, and says that it may be out of date', async () => {
    const api = createFakeApi().on(postApi.list, () => twoPosts);
    const { user } = renderPage('/posts', { api });
    await screen.findByText('2 posts');
    api.refuse(postApi.list, 'internal');

    await user.click(screen.getByRole('button', { name: 'Refresh' }));

    expect(await screen.findByText(/^These posts may be out of date\. Something went wrong on our side/)).toBeVisible();
    expect(screen.getByText('2 posts')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Bread at dawn' })).toBeInTheDocument();
  });
});
