import { searchApi } from '@inkwell/shared/search';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type FakeApi, Refusal } from '../../../test/fake-api.ts';
import { createFakeApi, renderApp, renderPage } from '../../../test/render-app.tsx';
import { foundPosts, samplePostCard, sampleUser } from '../../../test/samples.ts';

const searchable = (api: FakeApi) =>
  api.on(searchApi.find, ({ query }) =>
    foundPosts(query.q === 'harbour' ? [samplePostCard({ id: 'found', title: 'A harbour at night' })] : []),
  );
const form = () => within(screen.getByRole('search'));
const headerBox = () => screen.findAllByRole('searchbox', { name: 'Search all posts' });

describe('the search page', () => {
  it.each([null, sampleUser()])('shows the results of the query in the address to %o', async (viewer) => {
    const { api } = renderPage('/search?q=%20harbour', { viewer, api: searchable(createFakeApi(viewer)) });

    expect(await screen.findByRole('heading', { level: 1, name: 'Search Results' })).toBeVisible();
    expect(screen.getByText(/Showing results for/)).toHaveTextContent('Showing results for harbour');
    expect(await screen.findByRole('link', { name: 'A harbour at night' })).toBeVisible();
    expect(screen.getByText('1 result')).toBeInTheDocument();
    expect(api.calls(searchApi.find)[0]?.query).toEqual({ q: 'harbour', limit: 8, sort: 'best' });
    expect(document.title).toContain('Search: harbour');
    expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  });

  it.each([
    [12, '12 results'],
    [40, '40 results'],
    [null, 'more than 40 results'],
  ])('shows the number of results: %s', async (total, words) => {
    const api = createFakeApi().on(searchApi.find, () => foundPosts([samplePostCard({ id: 'found' })], { total }));

    renderPage('/search?q=harbour', { api });

    const status = await screen.findByText(words);
    expect(status).toBeVisible();
    expect(status).not.toHaveClass('visually-hidden');
  });

  it('asks for a query if there is none, and loads nothing', async () => {
    const { user, router } = renderPage('/search?q=%20%20', { api: searchable(createFakeApi()) });

    expect(await screen.findByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
    expect(form().getByRole('button', { name: 'Search' })).toBeDisabled();
    await user.type(form().getByRole('searchbox'), 'nothing like it{Enter}');

    expect(await screen.findByText('No results found')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Browse Categories' })).toHaveAttribute('href', '/categories');
    expect(router.state.location.search).toBe('?q=nothing+like+it');
    await user.click(form().getByRole('button', { name: 'Clear' }));
    expect(router.state.location.search).toBe('');
    expect(form().getByRole('searchbox')).toHaveFocus();
  });

  it('applies the corrected query if nothing matches, and suggests it if little does', async () => {
    const cards = [samplePostCard({ id: 'one', title: 'One' }), samplePostCard({ id: 'two', title: 'Two' })];
    const api = createFakeApi().on(searchApi.find, ({ query }) =>
      query.q === 'harbuor'
        ? foundPosts(cards, { meant: 'harbour', isCorrected: true })
        : foundPosts(cards, { meant: query.q === 'habour' ? 'harbour' : null }),
    );
    const { user, router } = renderPage('/search?q=harbuor', { api });

    expect(await screen.findByText(/No post has/)).toHaveTextContent('No post has harbuor.');
    expect(screen.getByText(/Showing results for/)).toHaveTextContent('Showing results for harbour');
    expect(screen.getByText('2 results')).toBeVisible();
    await router.navigate('/search?q=habour');
    await user.click(await screen.findByRole('link', { name: 'harbour' }));

    expect(router.state.location.search).toBe('?q=harbour');
    await waitFor(() => expect(screen.queryByText(/Did you mean/)).not.toBeInTheDocument());
  });

  it('sorts the best or the newest first', async () => {
    const cards = [samplePostCard({ id: 'one', title: 'One' }), samplePostCard({ id: 'two', title: 'Two' })];
    const api = createFakeApi().on(searchApi.find, ({ query }) =>
      foundPosts(query.sort === 'newest' ? [...cards].reverse() : cards),
    );
    const { user, router } = renderPage('/search?q=tea', { api });
    const titles = () => screen.getAllByRole('link', { name: /^(?:One|Two)$/ }).map(({ textContent }) => textContent);
    const orders = await screen.findByRole('navigation', { name: 'Order of the results' });
    expect(within(orders).getByText('Best first')).toHaveAttribute('aria-current', 'true');

    await user.click(within(orders).getByRole('link', { name: 'Newest first' }));

    await waitFor(() => expect(titles()).toEqual(['Two', 'One']));
    expect(router.state.location.search).toBe('?q=tea&sort=newest');
  });

  it('marks the words of the results in title and preview', async () => {
    const card = samplePostCard({ id: 'one', title: 'Harbours at night', preview: 'The harbour sleeps.' });
    const api = createFakeApi().on(searchApi.find, () => foundPosts([card], { words: ['harbour', 'harbours'] }));
    renderPage('/search?q=harbour', { api });

    const article = (await screen.findByRole('link', { name: 'Harbours at night' })).closest('article');
    const marks = [...(article?.querySelectorAll('mark') ?? [])];
    expect(marks.map(({ textContent }) => textContent)).toEqual(['Harbours', 'harbour']);
  });

  it('shows the matching passage below the excerpt', async () => {
    const cards = [samplePostCard({ id: 'one', title: 'One', preview: 'About boats.' }), samplePostCard({ id: 'two' })];
    const api = createFakeApi().on(searchApi.find, () =>
      foundPosts(cards, { words: ['harbour'], passages: ['... out of the harbour at dawn', null] }),
    );
    renderPage('/search?q=harbour', { api });

    const article = (await screen.findByRole('link', { name: 'One' })).closest('article') as HTMLElement;
    expect(article).toHaveTextContent('About boats.... out of the harbour at dawn');
    expect(within(article).getByText('harbour').tagName).toBe('MARK');
  });

  it('filters the results in the address, and keeps the focus', async () => {
    const filters = {
      categories: [
        { id: 1, name: 'Coast' },
        { id: 2, name: 'Inland' },
      ],
      tags: [{ name: 'Boats', slug: 'boats' }],
      authors: [
        { id: 'ada', name: 'Ada' },
        { id: 'mary', name: 'Mary' },
      ],
      years: [2026, 2025],
    };
    const api = createFakeApi().on(searchApi.find, ({ query }) =>
      query.authorId === 'mary' && query.year === 2025
        ? foundPosts([])
        : foundPosts([samplePostCard({ id: 'one', title: 'One' })], { filters }),
    );
    const { user, router } = renderPage('/search?q=tea&sort=newest&category=2&year=20x', { api });
    const form = within(await screen.findByRole('form', { name: 'Filter the results' }));
    expect(form.getByRole('combobox', { name: 'Category' })).toHaveValue('2');
    expect(form.queryByRole('combobox', { name: 'Tag' })).not.toBeInTheDocument();
    expect(api.calls(searchApi.find)[0]?.query).toEqual({ q: 'tea', limit: 8, sort: 'newest', categoryId: 2 });

    await user.selectOptions(form.getByRole('combobox', { name: 'Category' }), 'All categories');
    await user.selectOptions(form.getByRole('combobox', { name: 'Author' }), 'Mary');
    await user.selectOptions(form.getByRole('combobox', { name: 'Year' }), '2025');

    expect(router.state.location.search).toBe('?q=tea&author=mary&year=2025&sort=newest');
    expect(await screen.findByText('No results found')).toBeVisible();
    expect(form.getByRole('combobox', { name: 'Year' })).toHaveFocus();
    expect(form.queryByRole('button', { name: 'Filter' })).not.toBeInTheDocument();
    expect(form.getByRole('combobox', { name: 'Author' })).toHaveDisplayValue('Chosen author');
    await user.click(form.getByRole('link', { name: 'Remove filters' }));
    expect(router.state.location.search).toBe('?q=tea&sort=newest');
    expect(await screen.findByRole('link', { name: 'One' })).toBeVisible();
  });

  it('says why it failed, and offers a retry', async () => {
    const api = createFakeApi().on(searchApi.find, () => {
      throw new Refusal('too-many', undefined, 7);
    });
    const { user } = renderPage('/search?q=harbour', { api });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The search failed');
    expect(alert).toHaveTextContent('Please try again in 7 seconds.');

    searchable(api);
    await user.click(within(alert).getByRole('button', { name: 'Try Again' }));

    expect(await screen.findByRole('link', { name: 'A harbour at night' })).toBeVisible();
  });
});

describe('the search box in the header', () => {
  it("is missing on the search page, where / focuses the page's own field", async () => {
    const { user } = renderApp('/search', { api: searchable(createFakeApi()) });
    const field = await screen.findByRole('searchbox', { name: 'Search blogs' });
    await user.keyboard('/');

    expect(field).toHaveFocus();
    expect(screen.queryByRole('searchbox', { name: 'Search all posts' })).not.toBeInTheDocument();
  });

  it('gets the focus on / and opens the results', async () => {
    const { user, router } = renderApp('/forgot-password', { api: searchable(createFakeApi()) });
    await headerBox();

    await user.keyboard('/');
    const box = (await headerBox()).at(-1);
    await waitFor(() => expect(box).toHaveFocus());
    await user.keyboard('  /harbour{Enter}');

    expect(router.state.location.search).toBe('?q=%2Fharbour');
    expect(await screen.findByRole('heading', { level: 1, name: 'Search Results' })).toBeVisible();
  });

  it('ignores a blank query, and a / that is typed elsewhere', async () => {
    const { user, router } = renderApp('/forgot-password');
    const [box] = await headerBox();
    const field = await screen.findByRole('textbox', { name: 'Email' });

    await user.type(field, 'a/b');
    expect(field).toHaveValue('a/b');
    expect(field).toHaveFocus();
    await user.type(box as HTMLElement, '   {Enter}');
    expect(router.state.location.pathname).toBe('/forgot-password');
  });
});
