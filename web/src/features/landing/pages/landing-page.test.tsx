import { analyticsApi } from '@inkwell/shared/analytics';
import { categoryApi } from '@inkwell/shared/categories';
import { postApi } from '@inkwell/shared/posts';
import { DEFAULT_SITE } from '@inkwell/shared/site';
import { userApi } from '@inkwell/shared/users';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { showSite, siteOfDocument } from '../../../lib/site.ts';
import { FakeApi } from '../../../test/fake-api.ts';
import { createFakeApi, renderApp } from '../../../test/render-app.tsx';
import { samplePostCard, sampleUser } from '../../../test/samples.ts';

const popular = (...titles: string[]) =>
  new FakeApi().on(postApi.popular, () => titles.map((title, index) => samplePostCard({ id: `p${index}`, title })));

const authSection = () => screen.getByRole('region', { name: 'Sign in or create an account' });

describe('the landing page', () => {
  it('welcomes visitors with an auth card and popular blogs', async () => {
    const { api } = renderApp('/', { api: popular('The quiet harbour') });

    expect(await screen.findByText(`Welcome to ${DEFAULT_SITE.name}`)).toBeVisible();
    expect(screen.getByText('Trusted by 10k+ writers')).toBeVisible();
    expect(await screen.findByRole('tab', { name: 'Sign In', selected: true })).toBeVisible();
    expect(screen.getByRole('tab', { name: 'Sign Up' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute('href', '/forgot-password');
    expect(await screen.findByRole('link', { name: 'The quiet harbour' })).toHaveAttribute(
      'href',
      '/posts/p0/the-quiet-harbour',
    );
    expect(api.calls(postApi.popular)[0]?.query).toEqual({ limit: 6 });
    expect(screen.getByText('Jan 15, 2026')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Made for people who love to read' })).toBeVisible();
  });

  it('has the texts of the settings, and no element for empty ones', async () => {
    const before = siteOfDocument();
    onTestFinished(() => showSite(before));
    const none = { title1: null, text1: null, title2: null, text3: null };
    showSite({
      ...before,
      hero: { kicker: null, title: null, lead: null, trust: 'Read in 40 harbours' },
      features: { ...before.features, ...none },
    });
    renderApp('/', { api: popular() });

    expect(await screen.findByRole('heading', { level: 1, name: before.name })).toHaveClass('visually-hidden');
    const words = screen.getByText('Read in 40 harbours').parentElement;
    expect(words?.querySelectorAll('p')).toHaveLength(1);
    const [second, third] = within(await screen.findByRole('region', { name: /^Made for/ })).getAllByRole('listitem');
    expect(second?.textContent).toBe(before.features.text2);
    expect(third?.textContent).toBe(before.features.title3);

    const noTitles = { heading: null, text2: null, title3: null };
    act(() => showSite({ ...before, features: { ...before.features, ...none, ...noTitles } }));
    expect(screen.queryByText(before.features.text2 ?? '')).not.toBeInTheDocument();
    expect(screen.queryByRole('region', { name: /^Made for/ })).not.toBeInTheDocument();
    await screen.findByRole('tab', { name: 'Sign In' });
  });

  it('shows six skeletons while popular posts load', async () => {
    renderApp('/', { api: new FakeApi().hang(postApi.popular) });

    expect(await screen.findAllByTestId('post-skeleton')).toHaveLength(6);
    await screen.findByRole('tab', { name: 'Sign In' });
  });

  it('lists the newest posts with their dates', async () => {
    const now = new Date().toISOString();
    const api = popular().on(postApi.list, ({ query }) =>
      ['One', 'Two', 'Three', 'Four']
        .slice(0, query.limit)
        .map((title, index) => samplePostCard({ id: `n${index}`, title, publishedAt: now })),
    );
    const { client } = renderApp('/', { api });

    const newest = within(await screen.findByRole('region', { name: 'New today' }));
    expect(newest.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'OneAda Lovelace',
      'TwoAda Lovelace',
      'ThreeAda Lovelace',
    ]);
    expect(newest.getByRole('link', { name: 'One' })).toHaveAttribute('href', '/posts/n0/one');

    api.on(postApi.list, () => [samplePostCard({ publishedAt: now }), samplePostCard({ id: 'p2' })]);
    await act(() => client.refetchQueries());
    expect(await screen.findByRole('region', { name: 'Newest stories' })).toBeVisible();
    api.on(postApi.list, () => []);
    await act(() => client.refetchQueries());
    await waitFor(() => expect(screen.queryByText('Newest stories')).not.toBeInTheDocument());
  });

  it('says that there are no posts', async () => {
    renderApp('/');

    expect(await screen.findByText('No posts available')).toBeVisible();
  });

  it('offers a retry when popular posts cannot be loaded', { tags: 'thorough' }, async () => {
    const api = new FakeApi().cut(postApi.popular);
    const { user } = renderApp('/', { api });
    expect(await screen.findByText('Popular posts could not be loaded')).toBeVisible();

    api.on(postApi.popular, () => [samplePostCard()]);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));

    expect(await screen.findByRole('link', { name: 'The quiet harbour' })).toBeVisible();
  });

  it('highlights the auth card for three seconds on Join, with the focus in Sign Up', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { user } = renderApp('/');
    await screen.findByRole('tab', { name: 'Sign In' });

    await user.click(screen.getByRole('link', { name: 'Join' }));

    await waitFor(() => expect(authSection()).toHaveAttribute('data-highlighted'));
    expect(screen.getByRole('tab', { name: 'Sign Up', selected: true })).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('Display Name')).toHaveFocus());
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(authSection()).not.toHaveAttribute('data-highlighted');
  });

  it('is opened by Sign In on any page', async () => {
    const { user, router } = renderApp('/nowhere', { api: popular() });

    await user.click(await screen.findByRole('link', { name: 'Sign In' }));

    await waitFor(() => expect(authSection()).toHaveAttribute('data-highlighted'));
    expect(router.state.location.pathname).toBe('/');
  });

  it('scrolls to the auth card from Get Started Today', async () => {
    const { user } = renderApp('/');
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
    await screen.findByRole('tab', { name: 'Sign In' });
    // A frame may be painted before the requested panel.
    vi.stubGlobal('requestAnimationFrame', (onFrame: FrameRequestCallback) => {
      onFrame(0);
      return 0;
    });

    await user.click(screen.getByRole('button', { name: 'Get Started Today' }));

    expect(scroll.mock.contexts[0]).toBe(authSection());
    await waitFor(() => expect(screen.getByLabelText('Display Name')).toHaveFocus());
  });

  it('shows Sign In if it was requested last', { tags: 'thorough' }, async () => {
    const { user } = renderApp('/');
    await screen.findByRole('tab', { name: 'Sign In' });
    await user.click(screen.getByRole('button', { name: 'Get Started Today' }));
    await screen.findByLabelText('Display Name');

    await user.click(screen.getByRole('link', { name: 'Sign In' }));

    expect(await screen.findByRole('tab', { name: 'Sign In', selected: true })).toBeVisible();
  });

  it('forgets the request, so that Back does not highlight the card again', { tags: 'thorough' }, async () => {
    const { user, router } = renderApp('/nowhere', { api: popular() });
    await user.click(await screen.findByRole('link', { name: 'Join' }));
    await waitFor(() => expect(screen.getByLabelText('Display Name')).toHaveFocus());
    await act(() => router.navigate('/nowhere'));

    await act(() => router.navigate(-1));

    expect(await screen.findByRole('tab', { name: 'Sign In', selected: true })).toBeVisible();
    expect(authSection()).not.toHaveAttribute('data-highlighted');
    expect(screen.getByLabelText('Email')).not.toHaveFocus();
  });

  it('keeps popular posts that cannot be reloaded, with a banner that they may be out of date', async () => {
    const api = popular('The quiet harbour');
    const { client } = renderApp('/', { api });
    await screen.findByRole('link', { name: 'The quiet harbour' });

    api.refuse(postApi.popular, 'internal');
    await act(() => client.refetchQueries());

    expect(await screen.findByText(/^These posts may be out of date\. Something went wrong on our side/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'The quiet harbour' })).toBeVisible();
  });

  it('is replaced by the home page for signed-in readers', { tags: 'thorough' }, async () => {
    const viewer = sampleUser();
    const api = createFakeApi(viewer)
      .hang(postApi.list)
      .hang(categoryApi.list)
      .hang(analyticsApi.stats)
      .hang(userApi.count);
    renderApp('/', { viewer, api });

    expect(await screen.findByRole('link', { name: 'Explore Posts' })).toBeVisible();
    expect(screen.queryByRole('tab', { name: 'Sign In' })).not.toBeInTheDocument();
  });
});

describe('the post search', () => {
  const searchable = () =>
    popular('The quiet harbour').on(postApi.search, ({ query }) =>
      query.q === 'harbour' ? [samplePostCard({ id: 'found', title: 'A harbour at night' })] : [],
    );
  const box = () => screen.getByRole('searchbox', { name: 'Search blogs' });
  const button = (name: string) => within(screen.getByRole('search')).getByRole('button', { name });

  it('is disabled while the query is blank, shows its results, and popular posts again on Clear', async () => {
    const { user, api, router } = renderApp('/', { api: searchable() });
    await screen.findByRole('link', { name: 'The quiet harbour' });
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');

    expect(button('Search')).toBeDisabled();
    await user.type(box(), '   ');
    expect(button('Search')).toBeDisabled();
    await user.type(box(), 'harbour ');
    expect(button('Search')).toBeEnabled();
    await user.keyboard('{Enter}');

    expect(await screen.findByRole('heading', { name: 'Search Results' })).toBeVisible();
    expect(screen.getByText(/Showing results for/)).toHaveTextContent('Showing results for harbour');
    expect(await screen.findByRole('link', { name: 'A harbour at night' })).toBeVisible();
    expect(screen.getByText('1 result for harbour')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'The quiet harbour' })).not.toBeInTheDocument();
    expect(api.calls(postApi.search)[0]?.query).toEqual({ q: 'harbour', limit: 8 });
    expect(scroll.mock.contexts).toEqual([screen.getByRole('region', { name: 'Search Results' })]);

    await user.click(button('Clear'));
    expect(await screen.findByRole('heading', { name: 'Popular Blogs' })).toBeVisible();
    expect(box()).toHaveValue('');
    expect(router.state.location.search).toBe('');
  });

  it('says that nothing was found, and shows a hostile query as text', async () => {
    const { user } = renderApp('/', { api: searchable() });
    await screen.findByRole('heading', { name: 'Popular Blogs' });

    await user.type(box(), '<img src=x onerror=alert(1)>{Enter}');

    expect(await screen.findByText('No results found')).toBeVisible();
    expect(screen.getByText(/Showing results for/)).toHaveTextContent('<img src=x onerror=alert(1)>');
  });

  it('offers a retry when it fails', async () => {
    const api = popular().refuse(postApi.search, 'too-many');
    renderApp('/?q=harbour', { api });

    expect(await screen.findByText('The search failed')).toBeVisible();
  });
});
