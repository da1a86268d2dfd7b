import { type Bookmarks, bookmarkApi } from '@inkwell/shared/bookmarks';
import { postApi } from '@inkwell/shared/posts';
import { userApi } from '@inkwell/shared/users';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { toastStore } from '../../lib/toast.ts';
import { createFakeApi, renderApp, withPost } from '../../test/render-app.tsx';
import { samplePost, samplePostCard, sampleUser } from '../../test/samples.ts';

const viewer = sampleUser({ role: 'user' });
const savedAt = '2026-11-25T08:00:00.000Z';
const bookmarked = ({ params }: { readonly params: { readonly postId: string } }) => ({
  ...params,
  savedAt,
  lists: [],
});
/** The changes that the browser keeps until they are sent. */
const kept = () => Object.keys(localStorage).filter((key) => key.includes(':bookmark:'));
const card = samplePostCard({ id: 'p1', title: 'Sourdough' });

/** A server with this reading list. */
function apiWith(start: Bookmarks = { posts: [], lists: [] }) {
  const api = createFakeApi(viewer);
  const stored = { ...start, posts: [...start.posts] };
  api
    .on(postApi.list, () => [card])
    .on(bookmarkApi.saved, () => stored)
    .on(bookmarkApi.list, () => stored.posts.map((bookmark) => ({ ...bookmark, post: card })))
    .on(bookmarkApi.save, ({ params, body }) => {
      const bookmark = { ...params, savedAt, lists: body?.lists ?? [] };
      stored.posts = [bookmark, ...stored.posts.filter(({ postId }) => postId !== params.postId)];
      stored.lists = [...new Set([...stored.lists, ...bookmark.lists])];
      return bookmark;
    })
    .on(bookmarkApi.remove, ({ params }) => {
      stored.posts = stored.posts.filter(({ postId }) => postId !== params.postId);
    });
  return api;
}

const saved = (lists: string[] = []): Bookmarks => ({
  posts: [{ postId: 'p1', savedAt, lists }],
  lists,
});

beforeEach(() => localStorage.clear());

describe('a card', () => {
  it('saves its post and removes it', async () => {
    const { api, user } = renderApp('/posts', { viewer, api: apiWith() });
    const toggle = await screen.findByRole('button', { name: 'Save Sourdough' });
    expect(toggle).toHaveAttribute('aria-pressed', 'false');

    await user.click(toggle);

    expect(toggle).toHaveAttribute('aria-pressed', 'true');
    await waitFor(() => expect(api.calls(bookmarkApi.save)).toMatchObject([{ params: { postId: 'p1' }, body: {} }]));
    await user.click(toggle);
    expect(toggle).toHaveAttribute('aria-pressed', 'false');
    await waitFor(() => expect(api.calls(bookmarkApi.remove)).toHaveLength(1));
  });

  it('offers visitors no Save button', { tags: 'thorough' }, async () => {
    renderApp('/posts', { api: createFakeApi().on(postApi.list, () => [card]) });

    await screen.findByRole('heading', { name: 'Sourdough' });
    expect(screen.queryByRole('button', { name: 'Save Sourdough' })).not.toBeInTheDocument();
  });

  it('keeps a change made offline and sends it once the network is back', async () => {
    const api = apiWith();
    api.cut(bookmarkApi.save);
    const { user } = renderApp('/posts', { viewer, api });
    await user.click(await screen.findByRole('button', { name: 'Save Sourdough' }));
    await waitFor(() => expect(api.calls(bookmarkApi.save)).toHaveLength(1));
    expect(screen.getByRole('button', { name: 'Save Sourdough' })).toHaveAttribute('aria-pressed', 'true');

    api.on(bookmarkApi.save, bookmarked);
    await act(async () => window.dispatchEvent(new Event('online')));

    await waitFor(() => expect(api.calls(bookmarkApi.save)).toHaveLength(2));
    await act(async () => window.dispatchEvent(new Event('online')));
    expect(api.calls(bookmarkApi.save)).toHaveLength(2);
  });

  it('is sent again soon after a temporary failure', { tags: 'thorough' }, async () => {
    const api = apiWith().refuse(bookmarkApi.save, 500);
    const { user } = renderApp('/posts', { viewer, api });

    await user.click(await screen.findByRole('button', { name: 'Save Sourdough' }));
    await waitFor(() => expect(api.calls(bookmarkApi.save)).toHaveLength(1));
    api.on(bookmarkApi.save, bookmarked);

    await waitFor(() => expect(api.calls(bookmarkApi.save)).toHaveLength(2), { timeout: 3_000 });
    await waitFor(() => expect(kept()).toEqual([]));
    expect(toastStore.snapshot()).toBeNull();
  });

  it('is not changed for the next account by a change that was pending at sign-out', async () => {
    const api = apiWith().on(bookmarkApi.remove, () => undefined);
    const answer = api.hold(bookmarkApi.save, bookmarked);
    const { user, identity } = renderApp('/posts', { viewer, api });
    const toggle = await screen.findByRole('button', { name: 'Save Sourdough' });
    await user.click(toggle);
    await user.click(toggle);
    await waitFor(() => expect(api.calls(bookmarkApi.save)).toHaveLength(1));

    await act(async () => identity.change({ uid: 'next', email: 'next@inkwell.test' }));
    await act(async () => answer());

    await waitFor(() => expect(screen.getByRole('button', { name: 'Save Sourdough' })).toBeVisible());
    expect(api.calls(bookmarkApi.remove)).toEqual([]);
    expect(kept()).toHaveLength(1);
  });

  it('is stored in the browser again when the network is back', async () => {
    const told: unknown[] = [];
    vi.stubGlobal('navigator', {
      ...navigator,
      onLine: true,
      serviceWorker: { controller: { postMessage: (message: unknown) => told.push(message) } },
    });
    renderApp('/posts', { viewer, api: apiWith(saved()) });
    await waitFor(() => expect(told).toEqual([{ type: 'saved', ids: ['p1'] }]));

    await act(async () => window.dispatchEvent(new Event('online')));

    expect(told).toHaveLength(2);
    vi.unstubAllGlobals();
  });

  describe('in a browser that stores nothing', () => {
    const fillStorage = () =>
      vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
        throw new DOMException('full', 'QuotaExceededError');
      });

    it('saves its post', async () => {
      const { api, user } = renderApp('/posts', { viewer, api: apiWith() });
      const toggle = await screen.findByRole('button', { name: 'Save Sourdough' });
      fillStorage();

      await user.click(toggle);
      await user.click(toggle);

      await waitFor(() => expect(api.calls(bookmarkApi.remove)).toMatchObject([{ params: { postId: 'p1' } }]));
      expect(api.calls(bookmarkApi.save)).toHaveLength(1);
      expect(toggle).toHaveAttribute('aria-pressed', 'false');
    });

    it('reverts the change without a network, and says so', async () => {
      const api = apiWith();
      api.cut(bookmarkApi.save);
      const { user } = renderApp('/posts', { viewer, api });
      const toggle = await screen.findByRole('button', { name: 'Save Sourdough' });
      fillStorage();

      await user.click(toggle);

      expect(await screen.findByText('The post could not be saved')).toBeVisible();
      expect(toggle).toHaveAttribute('aria-pressed', 'false');
    });
  });

  it('says why a post was not saved, and reverts the change', async () => {
    const api = apiWith().refuse(bookmarkApi.save, 409, 'You can save 1,000 posts.');
    const { user } = renderApp('/posts', { viewer, api });
    const toggle = await screen.findByRole('button', { name: 'Save Sourdough' });

    await user.click(toggle);

    expect(await screen.findByText('You can save 1,000 posts.')).toBeVisible();
    await waitFor(() => expect(toggle).toHaveAttribute('aria-pressed', 'false'));
  });
});

describe('the reading list', () => {
  it('shows saved posts, and its lists', async () => {
    const { user, router } = renderApp('/reading-list', { viewer, api: apiWith(saved(['Weekend'])) });

    expect(await screen.findByRole('heading', { name: 'Sourdough' })).toBeVisible();
    const lists = within(await screen.findByRole('navigation', { name: 'Lists' }));
    expect(lists.getByRole('link', { name: 'All' })).toHaveAttribute('aria-current', 'page');
    await user.click(lists.getByRole('link', { name: 'Weekend' }));

    expect(router.state.location.search).toBe('?list=Weekend');
    expect(await screen.findByRole('heading', { level: 1, name: 'Weekend' })).toBeVisible();
  });

  it('puts a post into a new list and out of another', { tags: 'thorough' }, async () => {
    const api = apiWith(saved(['Weekend']));
    const { user } = renderApp('/reading-list', { viewer, api });
    await user.click(await screen.findByRole('button', { name: 'Lists of Sourdough' }));
    const dialog = within(await screen.findByRole('dialog'));

    await user.click(dialog.getByRole('button', { name: 'Add' }));
    expect(dialog.getByText('Name is required')).toBeVisible();
    await user.type(dialog.getByLabelText('New list'), 'Later');
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    await user.click(dialog.getByRole('checkbox', { name: 'Weekend' }));

    expect(dialog.getByRole('checkbox', { name: 'Later' })).toBeChecked();
    await waitFor(() => expect(api.calls(bookmarkApi.save).at(-1)?.body).toEqual({ lists: ['Later'] }));
  });

  it('renames and deletes a list', { tags: 'thorough' }, async () => {
    const api = apiWith(saved(['Weekend']))
      .on(bookmarkApi.putList, ({ body }) => ({ name: body?.name ?? '' }))
      .on(bookmarkApi.removeList, () => undefined);
    const { user, router } = renderApp('/reading-list?list=Weekend', { viewer, api });

    await user.click(await screen.findByRole('button', { name: 'Rename list' }));
    const name = within(await screen.findByRole('dialog')).getByLabelText('Name');
    await user.clear(name);
    await user.type(name, 'Sunday{Enter}');

    await waitFor(() => expect(router.state.location.search).toBe('?list=Sunday'));
    expect(api.calls(bookmarkApi.putList)).toMatchObject([{ params: { name: 'Weekend' }, body: { name: 'Sunday' } }]);
  });

  it('names deleted posts, which can be removed', async () => {
    const api = apiWith().on(bookmarkApi.list, () => [{ postId: 'p9', gone: true as const }]);
    const { user } = renderApp('/reading-list', { viewer, api });

    expect(await screen.findByText(/1 saved post is no longer available/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove from the list' }));

    await waitFor(() => expect(api.calls(bookmarkApi.remove)).toMatchObject([{ params: { postId: 'p9' } }]));
    expect(screen.queryByText(/no longer available/)).not.toBeInTheDocument();
  });

  it('shows the newest posts while it is empty', async () => {
    renderApp('/reading-list', { viewer, api: apiWith() });

    expect(await screen.findByText('Nothing saved yet')).toBeVisible();
    const newest = within(await screen.findByRole('region', { name: 'Newest posts' }));
    expect(newest.getByRole('heading', { name: 'Sourdough' })).toBeVisible();
  });

  it('asks visitors to sign in', async () => {
    renderApp('/reading-list', { api: createFakeApi().on(postApi.list, () => [card]) });

    expect(await screen.findByText('Sign in to save posts')).toBeVisible();
    expect(await screen.findByRole('region', { name: 'Newest posts' })).toBeVisible();
  });
});

describe('an article', () => {
  const api = (of: ReturnType<typeof createFakeApi>) => withPost(of, samplePost({ id: 'p1', title: 'Sourdough' }));

  it('is saved, and then offers its lists', async () => {
    const { user } = renderApp('/posts/p1/the-quiet-harbour', { viewer, api: api(apiWith()) });
    await screen.findByText('mirror');
    await user.click(await screen.findByRole('button', { name: 'Save to the reading list' }));

    expect(await screen.findByRole('button', { name: 'Saved to the reading list' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await user.click(screen.getByRole('button', { name: 'Lists' }));
    expect(await screen.findByRole('dialog')).toHaveAccessibleName(/Sourdough/);
  });

  it('is saved as soon as the reader is known, if Save was pressed before', { tags: 'thorough' }, async () => {
    let tell: (user: typeof viewer) => void = () => undefined;
    const early = api(apiWith()).on(userApi.current, () => new Promise((resolve) => (tell = resolve)));
    const { user } = renderApp('/posts/p1/the-quiet-harbour', { viewer, api: early });
    await screen.findByText('mirror');

    await user.click(await screen.findByRole('button', { name: 'Save to the reading list' }));
    expect(screen.getByRole('button', { name: 'Saved to the reading list' })).toHaveAttribute('aria-pressed', 'true');
    expect(early.calls(bookmarkApi.save)).toHaveLength(0);
    tell(viewer);

    await waitFor(() => expect(early.calls(bookmarkApi.save)).toHaveLength(1));
    expect(await screen.findByRole('button', { name: 'Lists' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Saved to the reading list' })).toHaveAttribute('aria-pressed', 'true');
  });

  it('stays saved if the list was read before the change and answered after it', async () => {
    const answers: (() => void)[] = [];
    const slow = api(apiWith()).on(bookmarkApi.saved, async () => {
      await new Promise<void>((resolve) => answers.push(resolve));
      return { posts: [], lists: [] };
    });
    const { user } = renderApp('/posts/p1/the-quiet-harbour', { viewer, api: slow });
    await screen.findByText('mirror');
    await waitFor(() => expect(slow.calls(bookmarkApi.saved)).toHaveLength(1));

    await user.click(await screen.findByRole('button', { name: 'Save to the reading list' }));
    await waitFor(() => expect(slow.calls(bookmarkApi.saved)).toHaveLength(2));
    await waitFor(() => expect(kept()).toEqual([]));
    for (const answer of answers) answer();

    expect(await screen.findByRole('button', { name: 'Lists' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Saved to the reading list' })).toHaveAttribute('aria-pressed', 'true');
  });

  it('asks visitors to log in', async () => {
    const { user } = renderApp('/posts/p1/the-quiet-harbour', { api: api(createFakeApi()) });
    await screen.findByRole('link', { name: 'Join' });
    await screen.findByText('mirror');

    await user.click(await screen.findByRole('button', { name: 'Save to the reading list' }));

    expect(await screen.findByText('Please log in to save posts')).toBeVisible();
  });
});
