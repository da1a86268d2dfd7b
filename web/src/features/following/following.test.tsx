import { categoryApi } from '@inkwell/shared/categories';
import { type Followed, followingApi } from '@inkwell/shared/following';
import { notificationApi } from '@inkwell/shared/notifications';
import { postApi } from '@inkwell/shared/posts';
import { tagApi } from '@inkwell/shared/tags';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { createFakeApi, renderApp } from '../../test/render-app.tsx';
import { sampleCategory, samplePostCard, sampleUser } from '../../test/samples.ts';

const viewer = sampleUser({ role: 'user' });
const card = samplePostCard({ id: 'p1', title: 'Sourdough' });
const rye = { name: 'Rye', slug: 'rye', description: null, picture: null, postCount: 1 };

/** A server that stores followed things. */
function apiWith(...start: Followed[]) {
  const api = createFakeApi(viewer);
  let followed = start;
  const isSame = (a: { kind: string; id: string }) => (b: Followed) => a.kind === b.kind && a.id === b.id;
  return api
    .on(postApi.list, () => [card])
    .on(categoryApi.list, () => [])
    .on(tagApi.bySlug, () => rye)
    .on(followingApi.list, () => followed)
    .on(followingApi.posts, () => [card])
    .on(followingApi.status, ({ params }) => ({ isFollowed: followed.some(isSame(params)) }))
    .on(followingApi.follow, ({ params }) => {
      followed = [{ ...params, name: params.id }, ...followed];
    })
    .on(followingApi.unfollow, ({ params }) => {
      followed = followed.filter((one) => !isSame(params)(one));
    });
}

beforeEach(() => localStorage.clear());

describe('the page of a tag', () => {
  it('is followed and unfollowed', { tags: 'thorough' }, async () => {
    const { api, user } = renderApp('/tags/rye', { viewer, api: apiWith() });

    await user.click(await screen.findByRole('button', { name: 'Follow Rye' }));

    const following = await screen.findByRole('button', { name: 'Following Rye' });
    expect(following).toHaveAttribute('aria-pressed', 'true');
    expect(api.calls(followingApi.follow)).toMatchObject([{ params: { kind: 'tag', id: 'rye' } }]);
    await user.click(following);
    expect(await screen.findByRole('button', { name: 'Follow Rye' })).toHaveAttribute('aria-pressed', 'false');
    expect(following).toHaveFocus();
  });

  it('sends quick presses one after the other, so that the last one wins', { tags: 'thorough' }, async () => {
    const api = apiWith();
    const answer = api.hold(followingApi.follow, () => undefined);
    const { user } = renderApp('/tags/rye', { viewer, api });

    await user.click(await screen.findByRole('button', { name: 'Follow Rye' }));
    await user.click(await screen.findByRole('button', { name: 'Following Rye' }));
    expect(screen.getByRole('button', { name: 'Follow Rye' })).toHaveAttribute('aria-pressed', 'false');
    await waitFor(() => expect(api.calls(followingApi.follow)).toHaveLength(1));
    expect(api.calls(followingApi.unfollow)).toHaveLength(0);
    answer();

    await waitFor(() => expect(api.calls(followingApi.unfollow)).toHaveLength(1));
  });

  it('says why it could not be followed, and reverts the button', async () => {
    const api = apiWith().refuse(followingApi.follow, 409, 'You can follow 200 authors and topics.');
    const { user } = renderApp('/tags/rye', { viewer, api });

    await user.click(await screen.findByRole('button', { name: 'Follow Rye' }));

    expect(await screen.findByText('You can follow 200 authors and topics.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Follow Rye' })).toHaveAttribute('aria-pressed', 'false');
  });

  it('sends visitors to sign in, and back', async () => {
    const api = createFakeApi()
      .on(postApi.list, () => [card])
      .on(tagApi.bySlug, () => rye);
    const { router, user } = renderApp('/tags/rye', { api });

    await user.click(await screen.findByRole('link', { name: 'Follow' }));

    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(router.state.location.state).toMatchObject({ from: { path: '/tags/rye' } });
  });
});

it('all posts cannot be followed, but a category can', async () => {
  const api = apiWith().on(categoryApi.list, () => []);
  const { router } = renderApp('/posts', { viewer, api });
  await screen.findByRole('heading', { name: 'Sourdough' });
  expect(screen.queryByRole('button', { name: /^Follow/ })).not.toBeInTheDocument();

  await router.navigate('/posts?category=7');

  expect(await screen.findByRole('button', { name: /^Follow / })).toBeVisible();
});

describe('the following page', () => {
  it('lists followed things with their new posts, and allows following again after unfollowing', async () => {
    const api = apiWith(
      { kind: 'tag', id: 'rye', name: 'Rye' },
      { kind: 'author', id: 'a1', name: 'Ada Lovelace' },
      { kind: 'category', id: '3', name: 'Bread' },
    );
    const { user } = renderApp('/following', { viewer, api });

    expect(await screen.findByRole('link', { name: 'Rye' })).toHaveAttribute('href', '/tags/rye');
    expect(screen.getByRole('link', { name: 'Ada Lovelace' })).toHaveAttribute('href', '/authors/a1/ada-lovelace');
    expect(screen.getByRole('link', { name: 'Bread' })).toHaveAttribute('href', '/categories/3/bread');
    expect(screen.getByText('3 authors and topics')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Sourdough' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Following Rye' }));

    const again = await screen.findByRole('button', { name: 'Follow Rye' });
    expect(again).toHaveFocus();
    await waitFor(() => expect(api.calls(followingApi.unfollow)).toHaveLength(1));
    await user.click(again);
    expect(await screen.findByRole('button', { name: 'Following Rye' })).toBeVisible();
    expect(api.calls(followingApi.status)).toHaveLength(0);
  });

  it('explains itself while nothing is followed, with eight categories to follow and the three newest posts', async () => {
    const posts = Array.from({ length: 5 }, (_, n) => samplePostCard({ id: `post-${n}`, title: `Post ${n}` }));
    const categories = Array.from({ length: 9 }, (_, n) => sampleCategory({ id: n + 1, name: `Category ${n + 1}` }));
    const api = apiWith()
      .on(postApi.list, () => posts)
      .on(categoryApi.list, () => categories);
    const { user } = renderApp('/following', { viewer, api });

    expect(await screen.findByText('You’re not following anything yet')).toBeVisible();
    const offered = within(await screen.findByRole('region', { name: 'Categories to follow' }));
    expect(offered.getAllByRole('listitem')).toHaveLength(8);
    expect(api.calls(followingApi.status)).toEqual([]);
    await user.click(offered.getByRole('button', { name: 'Follow Category 2' }));
    expect(await offered.findByRole('button', { name: 'Following Category 2' })).toBeVisible();
    expect(api.calls(followingApi.follow)).toMatchObject([{ params: { kind: 'category', id: '2' } }]);
    const newest = within(await screen.findByRole('region', { name: 'Newest posts' }));
    expect(newest.getAllByRole('heading', { level: 3 })).toHaveLength(3);
  });

  it('offers the authors of the newest posts, each once with the newest one, without further requests', async () => {
    const by = (id: string, displayName: string | null, title: string) => {
      const author = { id, displayName, firstName: null, email: null, profileImageUrl: null };
      return samplePostCard({ id: title.replace(' ', '-'), title, author, authors: [author] });
    };
    const api = apiWith().on(postApi.list, () => [
      by(viewer.id, 'Rita Reader', 'My own'),
      by('a1', 'Ada Lovelace', 'Engines'),
      by('deleted', null, 'Ghosts'),
      by('a2', 'Grace Hopper', 'Compilers'),
      by('a1', 'Ada Lovelace', 'Looms'),
    ]);
    const { user } = renderApp('/following', { viewer, api });

    const offered = within(await screen.findByRole('region', { name: 'Authors to follow' }));
    expect(offered.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Ada LovelaceLatest: Engines'),
      expect.stringContaining('Grace HopperLatest: Compilers'),
    ]);
    expect(offered.getByRole('link', { name: 'Ada Lovelace' })).toHaveAttribute('href', '/authors/a1/ada-lovelace');
    await user.click(offered.getByRole('button', { name: 'Follow Ada Lovelace' }));
    expect(await offered.findByRole('button', { name: 'Following Ada Lovelace' })).toBeVisible();
    expect(api.calls(followingApi.follow)).toMatchObject([{ params: { kind: 'author', id: 'a1' } }]);
    expect(api.calls(followingApi.status)).toEqual([]);
    expect(api.calls(postApi.list)).toHaveLength(1);
  });

  it('asks visitors to sign in, and offers them no authors', async () => {
    renderApp('/following', { api: apiWith() });
    expect(await screen.findByText('Sign in to follow authors and topics')).toBeVisible();
    expect(await screen.findByRole('region', { name: 'Newest posts' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Authors to follow' })).not.toBeInTheDocument();
  });

  it('can be loaded again', async () => {
    const api = apiWith({ kind: 'tag', id: 'rye', name: 'Rye' }).cut(followingApi.list);
    const { user } = renderApp('/following', { viewer, api });
    expect(await screen.findByText('What you follow could not be loaded')).toBeVisible();

    api.on(followingApi.list, () => [{ kind: 'tag' as const, id: 'rye', name: 'Rye' }]);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));

    expect(await screen.findByRole('link', { name: 'Rye' })).toBeVisible();
  });
});

describe('a look for new posts', () => {
  it('is made once for all tabs, and refreshes the notifications', async () => {
    const api = apiWith().on(followingApi.look, () => ({ newPosts: 2 }));
    renderApp('/posts', { viewer, api });

    await waitFor(() => expect(api.calls(followingApi.look)).toHaveLength(1), { timeout: 6_000 });
    await waitFor(() => expect(api.calls(notificationApi.list).length).toBeGreaterThan(1));
    expect(localStorage.getItem(`inkwell:looked:${viewer.id}`)).not.toBeNull();
  });

  it('is not repeated within the hour', async () => {
    localStorage.setItem(`inkwell:looked:${viewer.id}`, String(Date.now() - 59 * 60_000));
    const { api } = renderApp('/following', { viewer, api: apiWith({ kind: 'tag', id: 'rye', name: 'Rye' }) });
    await screen.findByRole('link', { name: 'Rye' });

    expect(within(document.body).getByRole('heading', { level: 1, name: 'Following' })).toBeVisible();
    expect(api.calls(followingApi.look)).toHaveLength(0);
  });
});
