import { categoryApi } from '@inkwell/shared/categories';
import { postApi } from '@inkwell/shared/posts';
import { UNKNOWN_ADDRESS } from '@inkwell/shared/unknown-address';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { allOnScreen } from '../../../test/all-on-screen.ts';
import { Refusal } from '../../../test/fake-api.ts';
import { createFakeApi, renderPage } from '../../../test/render-app.tsx';
import { sampleCategory, samplePostCard } from '../../../test/samples.ts';
import { settled } from '../../../test/settled.ts';

const birds = sampleCategory({ id: 2, name: 'Sea Birds', description: 'What flies over water' });
const api = () =>
  createFakeApi(null)
    .on(categoryApi.byId, ({ params }) => {
      if (params.id > 2) throw new Refusal('not-found');
      return birds;
    })
    .on(postApi.list, () => [samplePostCard({ title: 'Gulls', category: birds })]);

describe('/categories/{id}/{slug}', () => {
  it('shows the posts of a category', async () => {
    const server = api();
    renderPage('/categories/2/sea-birds', { viewer: null, api: server });

    expect(await screen.findByRole('heading', { level: 1, name: 'Sea Birds' })).toBeInTheDocument();
    expect(screen.getByText('What flies over water')).toBeInTheDocument();
    const card = await screen.findByRole('article');
    expect(within(card).getByRole('link', { name: 'Gulls' })).toBeInTheDocument();
    expect(card).not.toHaveAttribute('data-lead');
    expect(within(card).queryByText('Sea Birds')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'All posts' })).toHaveAttribute('href', '/posts');
    expect(server.calls(postApi.list).at(-1)?.query).toMatchObject({ categoryId: 2 });
  });

  it.each(['/categories/2', '/categories/2/birds', '/categories/1/fish?a=b'])(
    'redirects from %s to its address',
    async (path) => {
      const { router } = renderPage(path, { viewer: null, api: api() });

      await waitFor(() => expect(router.state.location.pathname).toBe('/categories/2/sea-birds'));
      expect(router.state.location.search).toBe(path.includes('?') ? '?a=b' : '');
    },
  );

  it.each(['/categories/9', '/categories/x'])('says that there is none at %s', async (path) => {
    renderPage(path, { viewer: null, api: api() });

    expect(await screen.findByRole('heading', { name: UNKNOWN_ADDRESS.title, level: 1 })).toBeInTheDocument();
  });

  describe('with few posts', () => {
    const posts = Array.from({ length: 6 }, (_, n) => samplePostCard({ id: `post-${n}`, title: `Post ${n}` }));
    const withPosts = (count: number) =>
      api().on(postApi.list, ({ query }) => (query.categoryId ? posts.slice(0, count) : posts));
    const newestTitles = () =>
      within(screen.getByRole('region', { name: UNKNOWN_ADDRESS.newest }))
        .getAllByRole('heading', { level: 3 })
        .map(({ textContent }) => textContent);

    it('requests nothing more until the reader comes near their end', async () => {
      const server = withPosts(2);
      renderPage('/categories/2/sea-birds', { viewer: null, api: server });

      expect(await screen.findByRole('heading', { name: 'Post 1' })).toBeVisible();
      await settled(() => {});
      expect(server.calls(postApi.list)).toHaveLength(1);
    });

    it('then also shows the three newest others', async () => {
      allOnScreen();
      renderPage('/categories/2/sea-birds', { viewer: null, api: withPosts(2) });

      await waitFor(() => expect(newestTitles()).toEqual(['Post 2', 'Post 3', 'Post 4']));
    });

    it('requests no others if there are four or more', async () => {
      allOnScreen();
      const server = withPosts(4);
      renderPage('/categories/2/sea-birds', { viewer: null, api: server });

      expect(await screen.findByRole('heading', { name: 'Post 3' })).toBeVisible();
      await settled(() => {});
      expect(server.calls(postApi.list)).toHaveLength(1);
    });
  });
});
