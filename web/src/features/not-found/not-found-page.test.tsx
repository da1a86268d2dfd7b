import { postApi } from '@inkwell/shared/posts';
import { searchApi } from '@inkwell/shared/search';
import { suggestionsKey } from '@inkwell/shared/search-key';
import { DEFAULT_SITE } from '@inkwell/shared/site';
import { pageTitle } from '@inkwell/shared/site-data';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { browserLocation } from '../../lib/browser-location.ts';
import { noteUnknown } from '../../lib/unknown-address.ts';
import { createFakeApi, renderApp } from '../../test/render-app.tsx';
import { foundPosts, samplePostCard } from '../../test/samples.ts';

const withPosts = (posts: ReturnType<typeof samplePostCard>[]) =>
  createFakeApi().on(postApi.list, () => ({ items: posts, total: posts.length, nextCursor: null }));

describe('an unknown address', () => {
  it('is looked up once, because only the server knows redirects', async () => {
    const reopen = vi.spyOn(browserLocation, 'reopen').mockImplementation(() => {});
    window.history.replaceState(null, '', '/no/such/page');
    noteUnknown();
    const { router } = renderApp('/no/such/page', { api: withPosts([]) });
    await screen.findByRole('heading', { name: '404 Page Not Found', level: 1 });
    expect(reopen).not.toHaveBeenCalled();

    await act(() => router.navigate('/moved/away?x=1#part'));

    await waitFor(() => expect(reopen.mock.calls).toEqual([['/moved/away?x=1#part']]));
    expect(screen.queryByRole('heading', { name: '404 Page Not Found' })).not.toBeInTheDocument();
  });

  it("shows a link back, the served page's suggestion for the address, and the six newest posts", async () => {
    const data = {
      posts: [{ id: 'one', title: 'A harbour at night', slug: 'a-harbour-at-night' }],
      tags: [{ name: 'Harbours', slug: 'harbours' }],
      authors: [],
    };
    const served = [{ queryKey: suggestionsKey('page'), data }];
    const posts = Array.from({ length: 8 }, (_, n) => samplePostCard({ id: `post-${n}`, title: `Post ${n}` }));
    renderApp('/no/such/page', { api: withPosts(posts), served });

    expect(await screen.findByRole('heading', { name: '404 Page Not Found', level: 1 })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
    expect(document.title).toBe(pageTitle('404 Page Not Found', DEFAULT_SITE));
    const meant = within(screen.getByRole('navigation', { name: 'Did you mean' })).getAllByRole('link');
    expect(meant.map((link) => link.getAttribute('href'))).toEqual(['/posts/one/a-harbour-at-night', '/tags/harbours']);
    const newest = await screen.findByRole('region', { name: 'Newest posts' });
    expect(within(newest).getAllByRole('heading', { level: 3 })).toHaveLength(6);
  });

  it('offers a search', async () => {
    const api = withPosts([]).on(searchApi.find, () => foundPosts([]));
    const { user, router } = renderApp('/no/such/page', { api });

    // As served, where the form also works without the app.
    expect(await screen.findByRole('button', { name: 'Search' })).toBeEnabled();
    // The `/` key works too, because the header's field is hidden.
    await screen.findAllByRole('searchbox', { name: 'Search all posts' });
    await user.keyboard('/');
    expect(screen.getByRole('searchbox', { name: 'Search blogs' })).toHaveFocus();
    await user.keyboard('harbour{Enter}');

    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/search', search: '?q=harbour' }));
  });
});
