import { type AuthorProfile, authorApi } from '@inkwell/shared/authors';
import { postApi } from '@inkwell/shared/posts';
import { UNKNOWN_ADDRESS } from '@inkwell/shared/unknown-address';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
// Imported before the first test: on a slow machine, loading takes longer than a test waits.
import './author-page.tsx';
import { Refusal } from '../../../test/fake-api.ts';
import { createFakeApi, renderPage } from '../../../test/render-app.tsx';
import { samplePostCard } from '../../../test/samples.ts';

const TEXT = 'Wrote a **compiler** first.';

const grace: AuthorProfile = {
  id: 'guest-1',
  name: 'Grace Hopper',
  profileImageUrl: null,
  text: TEXT,
  website: 'https://www.grace.example/',
  handles: { fediverse: 'grace@social.example', github: 'grace' },
  postCount: 2,
};

const api = (author: AuthorProfile = grace) =>
  createFakeApi()
    .on(authorApi.byId, ({ params }) => {
      if (params.id !== 'guest-1' && params.id !== 'guest-old') throw new Refusal('not-found');
      return author;
    })
    .on(postApi.list, ({ query }) => ({
      items: [samplePostCard({ id: query.cursor ? 'p2' : 'p1', title: query.cursor ? 'Moths' : 'Compilers' })],
      total: 2,
      nextCursor: query.cursor ? null : 'next',
    }));

const openPage = (path = '/authors/guest-1/grace-hopper', server = api()) => renderPage(path, { api: server });

describe('the page of an author', () => {
  it('shows their profile and their posts, with more posts on demand', async () => {
    const server = api();
    const { user } = openPage(undefined, server);

    expect(await screen.findByRole('heading', { level: 1, name: 'Grace Hopper' })).toBeVisible();
    expect(await screen.findByText('compiler')).toBeVisible();
    expect(screen.getByText('2 posts')).toBeVisible();
    expect(within(screen.getByRole('article')).queryByText('Ada Lovelace')).not.toBeInTheDocument();
    const names = ['Website grace.example', 'Fediverse @grace@social.example', 'GitHub grace'];
    const links = names.map((name) => screen.getByRole('link', { name }));
    expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('rel')])).toEqual(
      ['https://www.grace.example/', 'https://social.example/@grace', 'https://github.com/grace'].map((url) => [
        url,
        'nofollow ugc noopener noreferrer',
      ]),
    );
    expect(document.title).toMatch(/^Grace Hopper/);
    await user.click(await screen.findByRole('button', { name: /More/ }));

    expect(await screen.findByRole('link', { name: 'Moths' })).toBeVisible();
    expect(server.calls(postApi.list).map(({ query }) => query)).toMatchObject([
      { authorId: 'guest-1', limit: 12 },
      { authorId: 'guest-1', cursor: 'next' },
    ]);
  });

  it('has no text or links if the author gave none', async () => {
    openPage(undefined, api({ ...grace, text: null, website: null, handles: {} }));

    const heading = await screen.findByRole('heading', { level: 1 });

    expect(within(heading.parentElement as HTMLElement).queryByRole('list')).not.toBeInTheDocument();
    expect(screen.queryByText('Website')).not.toBeInTheDocument();
  });

  it.each(['/authors/guest-1', '/authors/guest-1/grace', '/authors/guest-old/old-name?a=b'])(
    'redirects from %s to its address',
    async (path) => {
      const { router } = openPage(path);

      await waitFor(() => expect(router.state.location.pathname).toBe('/authors/guest-1/grace-hopper'));
      expect(router.state.location.search).toBe(path.includes('?') ? '?a=b' : '');
    },
  );

  it('is unknown without published posts', async () => {
    openPage('/authors/nobody');
    expect(await screen.findByRole('heading', { level: 1, name: UNKNOWN_ADDRESS.title })).toBeVisible();
  });

  it('says that it cannot be loaded, and offers a retry', async () => {
    const server = api().refuse(authorApi.byId, 'unavailable');
    const { user } = openPage(undefined, server);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The author could not be loaded');
    server.on(authorApi.byId, () => grace);

    await user.click(within(alert).getByRole('button', { name: 'Try Again' }));

    expect(await screen.findByRole('heading', { level: 1, name: 'Grace Hopper' })).toBeVisible();
  });
});
