import { commentApi } from '@inkwell/shared/comments';
import { followingApi } from '@inkwell/shared/following';
import { newsletterApi } from '@inkwell/shared/newsletter';
import { postApi } from '@inkwell/shared/posts';
import { suggestionsKey } from '@inkwell/shared/search-key';
import { subscriberApi } from '@inkwell/shared/subscribers';
import { userApi } from '@inkwell/shared/users';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { browserLocation } from '../../../lib/browser-location.ts';
import { toastStore } from '../../../lib/toast.ts';
import { noteUnknown } from '../../../lib/unknown-address.ts';
import { allOnScreen } from '../../../test/all-on-screen.ts';
import { type FakeApi, Refusal } from '../../../test/fake-api.ts';
import { createFakeApi, renderApp, renderPage, withPost } from '../../../test/render-app.tsx';
import { sampleComment, samplePost, samplePostCard, sampleUser } from '../../../test/samples.ts';
import { rememberLike, unansweredLike } from '../api/unanswered-like.ts';

const reader = sampleUser();
const ADDRESS = '/posts/post-1/the-quiet-harbour';

describe('a post', () => {
  it('shows title, badge, author, category, views, date, excerpt and text', async () => {
    renderPage(ADDRESS, { api: withPost(createFakeApi()) });

    expect(await screen.findByRole('heading', { level: 1, name: 'The quiet harbour' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Ada Lovelace' })).toHaveAttribute('rel', 'author');
    for (const text of ['Published', '120 views', 'January 15, 2026', 'On mornings without wind.']) {
      expect(screen.getByText(text)).toBeInTheDocument();
    }
    expect(screen.getByRole('link', { name: 'Technology' })).toHaveAttribute('href', '/posts?category=1');
    expect(await screen.findByText('mirror')).toBeInTheDocument();
    expect(document.title).toContain('The quiet harbour');
  });

  it('marks an unpublished post, which only staff can see', async () => {
    const moderator = sampleUser({ role: 'moderator' });
    const api = withPost(createFakeApi(moderator), samplePost({ isPublished: false, publishedAt: null }));

    renderPage(ADDRESS, { api, viewer: moderator });

    expect(await screen.findByText('Draft')).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: 'Edit' })).toHaveAttribute('href', '/create-post?edit=post-1');
  });

  it("says that it does not exist, with the served page's suggestion, a link back and the newest posts", async () => {
    const data = {
      posts: [{ id: 'one', title: 'A harbour at night', slug: 'a-harbour-at-night' }],
      tags: [{ name: 'Harbours', slug: 'harbours' }],
      authors: [],
    };
    const api = createFakeApi()
      .refuse(postApi.byId, 'not-found')
      .on(postApi.list, () => [samplePostCard({ title: 'Brand new' })]);

    const served = [{ queryKey: suggestionsKey('harbour by night'), data }];
    renderPage('/posts/nowhere/harbour-by-night', { api, served });

    expect(await screen.findByRole('heading', { name: 'Post Not Found' })).toBeInTheDocument();
    const meant = within(screen.getByRole('navigation', { name: 'Did you mean' })).getAllByRole('link');
    expect(meant.map((link) => link.getAttribute('href'))).toEqual(['/posts/one/a-harbour-at-night', '/tags/harbours']);
    expect(screen.getByText("The post you're looking for doesn't exist or has been removed.")).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to Posts' })).toHaveAttribute('href', '/posts');
    expect(await screen.findByRole('link', { name: 'Brand new' })).toBeVisible();
  });

  it('that the served page does not know shows no placeholders', async () => {
    document.body.innerHTML = '<div data-unknown></div>';
    window.history.replaceState(null, '', '/posts/nowhere');
    noteUnknown();
    document.body.innerHTML = '';

    renderPage('/posts/nowhere', { api: createFakeApi().hang(postApi.byId) });

    expect(await screen.findByRole('heading', { name: 'Post Not Found' })).toBeVisible();
  });

  it('that is gone and is opened by a link in the app is looked up on the server', async () => {
    const reopen = vi.spyOn(browserLocation, 'reopen').mockImplementation(() => {});
    const api = withPost(createFakeApi()).on(postApi.byId, ({ params }) => {
      if (params.id !== 'post-1') throw new Refusal('not-found');
      return samplePost();
    });
    window.history.replaceState(null, '', ADDRESS);
    noteUnknown();
    const { router } = renderPage(ADDRESS, { api });
    await screen.findByRole('heading', { level: 1, name: 'The quiet harbour' });

    await act(() => router.navigate('/posts/gone/the-harbour?x=1#part'));

    await waitFor(() => expect(reopen.mock.calls).toEqual([['/posts/gone/the-harbour?x=1#part']]));
    expect(screen.queryByRole('heading', { name: 'Post Not Found' })).not.toBeInTheDocument();
  });

  it('distinguishes a lost network from a missing post', async () => {
    renderPage(ADDRESS, { api: createFakeApi().cut(postApi.byId) });

    expect(await screen.findByRole('alert')).toHaveTextContent('The post could not be loaded');
  });

  it('stays with its comments when it cannot be reloaded, and says that both may be out of date', {
    tags: 'thorough',
  }, async () => {
    const api = withPost(createFakeApi()).on(commentApi.list, () => [sampleComment()]);
    const { client } = renderPage(ADDRESS, { api });
    await screen.findByRole('listitem', { name: /^Comment by/ });

    api.refuse(postApi.byId, 'internal').cut(commentApi.list);
    await act(() => client.refetchQueries());

    expect(await screen.findByText(/^This post may be out of date\. Something went wrong on our side/)).toBeVisible();
    expect(screen.getByText(/^These comments may be out of date\. The network did not answer/)).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'The quiet harbour' })).toBeVisible();
    expect(screen.getByRole('listitem', { name: /^Comment by/ })).toBeVisible();
  });

  it.each(['/posts/post-1', '/posts/post-1/an-old-title'])('replaces %s by the current address', async (address) => {
    const { router } = renderPage(address, { api: withPost(createFakeApi()) });

    await waitFor(() => expect(router.state.location.pathname).toBe(ADDRESS));
    expect(router.state.historyAction).toBe('REPLACE');
  });

  it('counts one view per visit, but no visits of its authors', async () => {
    const visited = withPost(createFakeApi());
    const visit = renderPage(ADDRESS, { api: visited });
    await waitFor(() => expect(visited.calls(postApi.view)).toHaveLength(1));
    await visit.client.refetchQueries();
    expect(visited.calls(postApi.view)).toHaveLength(1);
    visit.unmount();

    const author = sampleUser({ id: 'author-1' });
    const own = withPost(createFakeApi(author));
    renderPage(ADDRESS, { api: own, viewer: author });
    await screen.findByRole('heading', { level: 1, name: 'The quiet harbour' });
    await waitFor(() => expect(own.calls(postApi.likeStatus)).toHaveLength(1));
    expect(own.calls(postApi.view)).toHaveLength(0);
  });

  it.each([
    [
      `${ADDRESS}?utm_source=letter&utm_campaign=${'spring'.repeat(40)}`,
      { referrer: 'letter', campaign: 'spring'.repeat(40).slice(0, 200) },
    ],
    [ADDRESS, { referrer: 'https://search.example/' }],
    ['/?utm_campaign=spring', { referrer: window.location.origin }],
  ])('reports the source of a view: for a document opened at %s', async (opened, body) => {
    window.history.replaceState(null, '', opened);
    onTestFinished(() => window.history.replaceState(null, '', '/'));
    vi.spyOn(document, 'referrer', 'get').mockReturnValue('https://search.example/');
    const api = withPost(createFakeApi());
    renderPage(ADDRESS, { api });

    await waitFor(() => expect(api.calls(postApi.view)[0]?.body).toEqual(body));
  });

  it('links its views to its statistics for its authors and staff, and for nobody else', async () => {
    const author = sampleUser({ id: 'author-1', writing: 'author' });
    for (const [viewer, leads] of [
      [author, true],
      [reader, false],
    ] as const) {
      const app = renderPage(ADDRESS, { api: withPost(createFakeApi(viewer)), viewer });
      await waitFor(() => expect(app.api.calls(postApi.likeStatus)).toHaveLength(1));
      const link = screen.queryByRole('link', { name: /views?$/ });
      if (leads) expect(link).toHaveAttribute('href', '/admin/analytics?post=post-1');
      else expect(link).toBeNull();
      app.unmount();
    }
  });

  it('offers the newsletter at its end, to visitors and readers', async () => {
    for (const viewer of [null, reader]) {
      const app = renderPage(ADDRESS, { api: withPost(createFakeApi(viewer)), viewer });

      const card = await screen.findByRole('region', { name: 'Get our newsletter' });
      expect(card).toHaveAttribute('data-variant', 'card');
      expect(screen.getByRole('article').compareDocumentPosition(card)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
      expect(within(card).getByRole('textbox', { name: 'Email address' })).toBeVisible();
      app.unmount();
    }
  });

  it('is recorded as the source of a new subscriber', async () => {
    const api = withPost(createFakeApi()).on(newsletterApi.subscribe, () => ({ requiresConfirmation: true }));
    const { user } = renderPage(ADDRESS, { api });
    const card = within(await screen.findByRole('region', { name: 'Get our newsletter' }));

    await user.type(card.getByRole('textbox', { name: 'Email address' }), 'ada@inkwell.test{Enter}');

    await waitFor(() => expect(api.calls(newsletterApi.subscribe)).toHaveLength(1));
    expect(api.calls(newsletterApi.subscribe)[0]?.body).toEqual({ email: 'ada@inkwell.test', postId: 'post-1' });
  });

  it('offers subscribers their settings instead of the form', async () => {
    allOnScreen();
    const api = withPost(createFakeApi(reader)).on(subscriberApi.own, () => ({
      email: reader.email,
      wants: ['newsletter' as const],
      categories: null,
      isVerified: true,
      isSubscribed: true,
      isDigestOn: false,
    }));
    renderPage(ADDRESS, { api, viewer: reader });

    const said = await screen.findByText(`You’re subscribed as ${reader.email}.`);
    const card = said.closest<HTMLElement>('[data-variant="card"]');
    expect(within(card ?? document.body).getByRole('button', { name: 'Change What You Get' })).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Email address' })).not.toBeInTheDocument();
  });

  it('presents its authors at the end, with Follow buttons, before comments and newsletter', async () => {
    allOnScreen();
    const { author } = samplePost();
    const post = samplePost({
      authors: [author, { ...author, id: 'grace', displayName: 'Grace Hopper' }],
      authorBios: ['Counts waves.', null],
    });
    const api = withPost(createFakeApi(reader), post).on(followingApi.status, ({ params }) => ({
      isFollowed: params.id === 'grace',
    }));
    renderPage(ADDRESS, { api, viewer: reader });

    const region = await screen.findByRole('region', { name: 'About the authors' });
    const cards = within(region);
    expect(cards.getByText('Counts waves.')).toBeVisible();
    const link = cards.getByRole('link', { name: 'More from Ada Lovelace' });
    expect(link).toHaveAttribute('href', '/authors/author-1/ada-lovelace');
    expect(await cards.findByRole('button', { name: 'Follow Ada Lovelace' })).toBeVisible();
    expect(await cards.findByRole('button', { name: 'Following Grace Hopper' })).toBeVisible();
    const after = [...document.querySelectorAll('#comments, [data-variant="card"]')];
    expect(after.map(({ id }) => id)).toEqual(['comments', '']);
    expect(region.compareDocumentPosition(after[0] as Element)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('shows all similar posts, the first of them large', async () => {
    const titles = ['Low tide', 'High tide', 'Spring tide', 'Neap tide'];
    const cards = titles.map((title, n) => samplePostCard({ id: `p${n}`, title }));
    const api = withPost(createFakeApi()).on(postApi.similar, () => cards);

    renderPage(ADDRESS, { api });

    const similar = await screen.findByRole('region', { name: 'Similar Posts' });
    const large = within(similar)
      .getAllByRole('article')
      .map((card) => card.hasAttribute('data-lead'));
    expect(large).toEqual([true, false, false, false]);
    for (const name of titles) expect(within(similar).getByRole('link', { name })).toBeInTheDocument();
  });

  it('shows the next part of its series large, above the similar posts', async () => {
    const neighbour = { slug: null, excerpt: 'What the sea left.', featuredImage: null };
    const next = { id: 'p9', title: 'Part of the tide', ...neighbour };
    const series = { name: 'Tides', slug: 'tides', place: 1, previous: null, next };
    const cards = ['p1', 'p2', 'p3'].map((id) => samplePostCard({ id }));
    const api = withPost(createFakeApi(), samplePost({ series })).on(postApi.similar, () => cards);

    renderPage(ADDRESS, { api });

    const similar = await screen.findByRole('region', { name: 'Similar Posts' });
    const story = screen.getByText('Next in Tides').closest('article') as HTMLElement;
    expect(within(story).getByRole('link', { name: next.title })).toHaveAttribute('href', '/posts/p9/part-of-the-tide');
    expect(within(story).getByText('What the sea left.')).toBeVisible();
    expect(similar.compareDocumentPosition(story)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
    expect(similar.querySelector('[data-lead]')).toBeNull();
    expect(within(similar).getAllByRole('article')).toHaveLength(3);
  });
});

describe('liking', () => {
  /** Presses the button once the server has been asked whether the reader likes the post. */
  async function like(api: FakeApi): Promise<HTMLElement> {
    const { user } = renderPage(ADDRESS, { api, viewer: reader });
    await waitFor(() => expect(api.calls(postApi.likeStatus)).toHaveLength(1));
    const button = await screen.findByRole('button', { name: /Like 7/ });
    await user.click(button);
    return button;
  }

  it("changes the count at once, then shows the server's number", async () => {
    const api = withPost(createFakeApi(reader));
    const answer = api.hold(postApi.like, () => ({ liked: true, count: 11 }));
    const button = await like(api);

    expect(button).toHaveTextContent('Like 8');
    expect(button).toHaveAttribute('aria-pressed', 'true');
    expect(api.calls(postApi.like)[0]?.body).toEqual({ liked: true });
    answer();
    await waitFor(() => expect(button).toHaveTextContent('Like 11'));
    expect(toastStore.snapshot()).toBeNull();
  });

  it('is undone if the call fails', async () => {
    const api = withPost(createFakeApi(reader)).refuse(postApi.like, 'internal');
    const button = await like(api);

    expect(await screen.findByText('Failed to update like status')).toBeInTheDocument();
    expect(screen.getByText(/^Something went wrong on our side \(error 500\)/)).toBeInTheDocument();
    expect(button).toHaveTextContent('Like 7');
    expect(button).toHaveAttribute('aria-pressed', 'false');
  });

  it('adds a like while the like status is unknown, and shows it', async () => {
    const api = withPost(createFakeApi(reader))
      .hang(postApi.likeStatus)
      .on(postApi.like, () => ({ liked: true, count: 7 }));
    const button = await like(api);

    expect(button).toHaveAttribute('aria-pressed', 'true');
    await waitFor(() => expect(api.calls(postApi.like).map(({ body }) => body)).toEqual([{ liked: true }]));
    await waitFor(() => expect(button).toHaveTextContent('Like 7'));
    expect(button).toHaveAttribute('aria-pressed', 'true');
  });

  it('leaves the like status unknown if it fails, and requests it again', async () => {
    let answers = 0;
    const api = withPost(createFakeApi(reader))
      .on(postApi.likeStatus, () => {
        answers += 1;
        return answers === 1 ? new Promise<never>(() => {}) : { liked: true, count: 7 };
      })
      .refuse(postApi.like, 'internal');
    const button = await like(api);

    expect(await screen.findByText('Failed to update like status')).toBeInTheDocument();
    await waitFor(() => expect(button).toHaveTextContent('Like 7'));
    expect(button).toHaveAttribute('aria-pressed', 'true');
  });

  it('waits until the reader is known', async () => {
    const api = withPost(createFakeApi(reader)).on(postApi.like, () => ({ liked: true, count: 8 }));
    const tell = api.hold(userApi.current, () => reader);
    const { user } = renderPage(ADDRESS, { api, viewer: reader });

    const button = await screen.findByRole('button', { name: /Like 7/ });
    await user.click(button);
    expect(button).toHaveAttribute('aria-pressed', 'true');
    expect(button).toHaveTextContent('Like 8');
    expect(api.calls(postApi.like)).toHaveLength(0);
    tell();

    await waitFor(() => expect(api.calls(postApi.like)[0]?.body).toEqual({ liked: true }));
    expect(screen.queryByText('Please log in to like posts')).not.toBeInTheDocument();
  });

  describe('a like whose page was closed before the answer', () => {
    const KEY = 'inkwell:like:post-1';
    const storeLike = (over: object) =>
      window.sessionStorage.setItem(
        KEY,
        JSON.stringify({ userId: reader.id, liked: true, at: Date.now(), page: 'the page before', ...over }),
      );

    it('is sent again, and forgotten once it is answered', async () => {
      storeLike({});
      const api = withPost(createFakeApi(reader)).on(postApi.like, () => ({ liked: true, count: 8 }));

      renderPage(ADDRESS, { api, viewer: reader });

      const button = await screen.findByRole('button', { name: /Like 8/ });
      expect(button).toHaveAttribute('aria-pressed', 'true');
      await waitFor(() => expect(api.calls(postApi.like).map(({ body }) => body)).toEqual([{ liked: true }]));
      await waitFor(() => expect(window.sessionStorage.getItem(KEY)).toBeNull());
    });

    it('is sent again if it was pressed before the reader was known', async () => {
      const first = renderPage(ADDRESS, { api: withPost(createFakeApi(reader)).hang(userApi.current), viewer: reader });
      await first.user.click(await screen.findByRole('button', { name: /Like 7/ }));
      const { page: _, ...like } = JSON.parse(window.sessionStorage.getItem(KEY) ?? '');
      first.unmount();
      storeLike(like);
      const api = withPost(createFakeApi(reader)).on(postApi.like, () => ({ liked: true, count: 8 }));

      renderPage(ADDRESS, { api, viewer: reader });

      await waitFor(() => expect(api.calls(postApi.like).map(({ body }) => body)).toEqual([{ liked: true }]));
    });

    it('is ignored if it is from this page and still unanswered', () => {
      rememberLike({ postId: 'post-1', userId: reader.id }, true);

      expect(unansweredLike({ postId: 'post-1', userId: reader.id })).toBeNull();
    });

    it.each([
      ['from another account', { userId: 'somebody-else' }],
      ['an hour old', { at: Date.now() - 3_600_000 }],
      ['invalid', { liked: 'yes' }],
    ])('is ignored if it is %s', async (_, over) => {
      storeLike(over);
      const api = withPost(createFakeApi(reader));

      renderPage(ADDRESS, { api, viewer: reader });

      await waitFor(() => expect(api.calls(postApi.likeStatus)).toHaveLength(1));
      expect(await screen.findByRole('button', { name: /Like 7/ })).toHaveAttribute('aria-pressed', 'false');
      expect(api.calls(postApi.like)).toHaveLength(0);
    });
  });

  it('asks visitors to log in', async () => {
    const { user } = renderPage(ADDRESS, { api: withPost(createFakeApi()) });

    await user.click(await screen.findByRole('button', { name: /Like 7/ }));

    expect(await screen.findByText('Please log in to like posts')).toBeInTheDocument();
  });
});

describe('sharing', () => {
  it('copies the link if the device has no share sheet', async () => {
    const { user } = renderPage(ADDRESS, { api: withPost(createFakeApi()) });
    const write = vi.spyOn(navigator.clipboard, 'writeText');

    await user.click(await screen.findByRole('button', { name: 'Share' }));

    expect(await screen.findByText('Link Copied')).toBeInTheDocument();
    expect(screen.getByText('Post link copied to clipboard')).toBeInTheDocument();
    expect(write).toHaveBeenCalledWith(`${window.location.origin}${ADDRESS}`);
  });

  it('uses the share sheet if there is one, and does nothing when it is closed', async () => {
    const share = vi.fn(async () => Promise.reject(new DOMException('closed', 'AbortError')));
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'));
    const { user } = renderPage(ADDRESS, { api: withPost(createFakeApi()) });

    await user.click(await screen.findByRole('button', { name: 'Share' }));

    expect(share).toHaveBeenCalledWith({
      title: 'The quiet harbour',
      url: `${window.location.origin}${ADDRESS}`,
    });
    expect(screen.queryByText('Link Copied')).not.toBeInTheDocument();
  });
});

describe('comments', () => {
  const own = sampleComment({ id: 'own', authorId: reader.id, content: 'My own words' });
  const other = sampleComment({ id: 'other', content: 'Words of another' });

  it('ask visitors to log in', async () => {
    renderPage(ADDRESS, { api: withPost(createFakeApi()) });

    expect(await screen.findByText('Please log in to leave a comment')).toBeInTheDocument();
    expect(screen.queryByRole('textbox', { name: 'Your comment' })).not.toBeInTheDocument();
  });

  it('are sent trimmed, shown first, and confirmed, and keep the focus in the box for the next one', async () => {
    const stored = [other];
    const api = withPost(createFakeApi(reader))
      .on(commentApi.list, () => [...stored])
      .on(commentApi.create, ({ body }) => {
        const comment = sampleComment({ id: 'new', authorId: reader.id, content: body.content });
        stored.unshift(comment);
        return comment;
      });
    const { user } = renderPage(ADDRESS, { api, viewer: reader });
    const box = await screen.findByRole('textbox', { name: 'Your comment' });

    await user.type(box, '  Well put  ');
    await user.click(screen.getByRole('button', { name: 'Post Comment' }));

    expect(await screen.findByText('Comment added successfully')).toBeInTheDocument();
    expect(api.calls(commentApi.create)[0]?.body).toEqual({ content: 'Well put' });
    expect(box).toHaveValue('');
    await waitFor(() => expect(box).toHaveFocus());
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Comments (2)' })).toBeInTheDocument());
  });

  it('cannot be sent blank', async () => {
    const { user } = renderPage(ADDRESS, { api: withPost(createFakeApi(reader)), viewer: reader });
    const box = await screen.findByRole('textbox', { name: 'Your comment' });

    expect(screen.getByRole('button', { name: 'Post Comment' })).toBeDisabled();
    await user.type(box, '   {Control>}{Enter}{/Control}');

    expect(await screen.findByText('Please enter a comment')).toBeInTheDocument();
  });

  it('keep their text when sending fails', async () => {
    const api = withPost(createFakeApi(reader)).refuse(commentApi.create, 'internal');
    const { user } = renderPage(ADDRESS, { api, viewer: reader });
    const box = await screen.findByRole('textbox', { name: 'Your comment' });

    await user.type(box, 'Do not lose me');
    await user.click(screen.getByRole('button', { name: 'Post Comment' }));

    expect(await screen.findByText('Failed to add comment')).toBeInTheDocument();
    expect(box).toHaveValue('Do not lose me');
    expect(screen.getAllByText(/^Something went wrong on our side/)).toHaveLength(2);
    await user.clear(box);
  });

  it('are not offered again to a reader who left while they were being sent', { tags: 'thorough' }, async () => {
    const api = withPost(createFakeApi(reader));
    const answer = api.hold(commentApi.create, ({ body }) =>
      sampleComment({ id: 'new', authorId: reader.id, content: body.content }),
    );
    const { user, router } = renderPage(ADDRESS, { api, viewer: reader });
    await user.type(await screen.findByRole('textbox', { name: 'Your comment' }), 'Sent and left');
    await user.click(screen.getByRole('button', { name: 'Post Comment' }));
    await screen.findByRole('button', { name: 'Posting...' });

    await act(() => router.navigate('/nowhere'));
    answer();
    await screen.findByText('Comment added successfully');
    await act(() => router.navigate(ADDRESS));

    expect(await screen.findByRole('textbox', { name: 'Your comment' })).toHaveValue('');
  });

  it('survive a session that ends in another tab, explain a failed attempt, and are hidden from others', {
    tags: 'thorough',
  }, async () => {
    const api = withPost(createFakeApi(reader));
    const { user, identity } = renderApp(ADDRESS, { api, viewer: reader });
    await user.type(await screen.findByRole('textbox', { name: 'Your comment' }), 'Half a thought');

    act(() => identity.change(null));
    await screen.findByRole('link', { name: 'Join' });
    const box = await screen.findByRole('textbox', { name: 'Your comment' });
    expect(box).toHaveValue('Half a thought');
    await user.click(screen.getByRole('button', { name: 'Post Comment' }));
    expect(await screen.findByText('Login Required')).toBeVisible();
    expect(screen.getByText('Please log in to comment')).toBeVisible();
    expect(api.calls(commentApi.create)).toEqual([]);

    api.on(userApi.current, () => sampleUser({ id: 'other', displayName: 'Otto Other' }));
    act(() => identity.change({ uid: 'other', email: 'other@inkwell.test' }));
    await screen.findByRole('button', { name: 'Account menu' });
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Your comment' })).toHaveValue(''));
  });

  it('are hidden once their writer has signed out here, and restored after signing in', {
    tags: 'thorough',
  }, async () => {
    const viewer = sampleUser({ id: 'reader-2' });
    const { user, identity } = renderApp(ADDRESS, { api: withPost(createFakeApi(viewer)), viewer });
    await user.type(await screen.findByRole('textbox', { name: 'Your comment' }), 'Not for the next');

    await user.click(screen.getByRole('button', { name: 'Account menu' }));
    await user.click(screen.getByRole('menuitem', { name: 'Log out' }));
    expect(await screen.findByText('Please log in to leave a comment')).toBeVisible();
    expect(screen.queryByText('Not for the next')).not.toBeInTheDocument();
    act(() => identity.change({ uid: viewer.id, email: viewer.email }));

    const box = await screen.findByRole('textbox', { name: 'Your comment' });
    await waitFor(() => expect(box).toHaveValue('Not for the next'));
  });

  it('are deleted once, by a button that keeps the focus', async () => {
    const api = withPost(createFakeApi(reader))
      .on(commentApi.list, () => [own])
      .hang(commentApi.remove);
    const { user } = renderPage(ADDRESS, { api, viewer: reader });
    const button = await screen.findByRole('button', { name: 'Delete comment' });

    await user.click(button);
    await user.click(button);

    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toBeEnabled();
    expect(api.calls(commentApi.remove)).toHaveLength(1);
  });

  it('are kept when deleting fails', async () => {
    const api = withPost(createFakeApi(reader))
      .on(commentApi.list, () => [own])
      .refuse(commentApi.remove, 'internal');
    const { user } = renderPage(ADDRESS, { api, viewer: reader });

    await user.click(await screen.findByRole('button', { name: 'Delete comment' }));

    expect(await screen.findByText('Failed to delete comment')).toBeInTheDocument();
    expect(screen.getByText('My own words')).toBeInTheDocument();
  });

  it('load the next page, and say why more could not be loaded, keep the others, and offer a retry', async () => {
    let isBroken = true;
    const api = withPost(createFakeApi()).on(commentApi.list, ({ query }) => {
      if (!query.cursor) return { items: [other], total: 2, nextCursor: 'page-2' };
      if (isBroken) throw new Refusal('too-many', undefined, 9);
      return { items: [own], total: 2, nextCursor: null };
    });
    const { user } = renderPage(ADDRESS, { api });
    await user.click(await screen.findByRole('button', { name: 'Show More Comments' }));
    expect(await screen.findByText(/^More comments could not be loaded\. .* in 9 seconds\.$/)).toBeVisible();
    expect(screen.getByText('Words of another')).toBeInTheDocument();

    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Show More Comments' }));

    expect(await screen.findByText('My own words')).toBeInTheDocument();
    expect(screen.getByText('Words of another')).toBeInTheDocument();
    await waitFor(() => expect(screen.getAllByRole('listitem', { name: /^Comment by/ }).at(-1)).toHaveFocus());
  });
});
