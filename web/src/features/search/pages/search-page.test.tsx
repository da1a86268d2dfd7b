import { postApi } from '@inkwell/shared/posts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type FakeApi, Refusal } from '../../../test/fake-api.ts';
import { createFakeApi, renderApp } from '../../../test/render-app.tsx';
import { samplePostCard, sampleUser } from '../../../test/samples.ts';

const searchable = (api: FakeApi) =>
  api.on(postApi.search, ({ query }) =>
    query.q === 'harbour' ? [samplePostCard({ id: 'found', title: 'A harbour at night' })] : [],
  );
const form = () => within(screen.getByRole('search'));
const headerBox = () => screen.findAllByRole('searchbox', { name: 'Search all posts' });

describe('the search page', () => {
  it.each([null, sampleUser()])('shows what an address asks for, to %o', async (viewer) => {
    const { api } = renderApp('/search?q=%20harbour', { viewer, api: searchable(createFakeApi(viewer)) });

    expect(await screen.findByRole('heading', { level: 1, name: 'Search Results' })).toBeVisible();
    expect(screen.getByText(/Showing results for/)).toHaveTextContent('Showing results for harbour');
    expect(await screen.findByRole('link', { name: 'A harbour at night' })).toBeVisible();
    expect(screen.getByText('1 result for harbour')).toBeInTheDocument();
    expect(api.calls(postApi.search)[0]?.query).toEqual({ q: 'harbour', limit: 8 });
    expect(document.title).toContain('Search: harbour');
    expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  });

  it('asks for words where there are none, and for nothing else', async () => {
    const { user, router } = renderApp('/search?q=%20%20', { api: searchable(createFakeApi()) });

    expect(await screen.findByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
    expect(form().getByRole('button', { name: 'Search' })).toBeDisabled();
    await user.type(form().getByRole('searchbox'), 'nothing like it{Enter}');

    expect(await screen.findByText('No results found')).toBeVisible();
    expect(router.state.location.search).toBe('?q=nothing+like+it');
    await user.click(form().getByRole('button', { name: 'Clear' }));
    expect(router.state.location.search).toBe('');
    expect(form().getByRole('searchbox')).toHaveFocus();
  });

  it('says why it does not work, and tries again', async () => {
    const api = createFakeApi().on(postApi.search, () => {
      throw new Refusal('too-many', undefined, 7);
    });
    const { user } = renderApp('/search?q=harbour', { api });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The search did not work');
    expect(alert).toHaveTextContent('Please try again in 7 seconds.');

    searchable(api);
    await user.click(within(alert).getByRole('button', { name: 'Try Again' }));

    expect(await screen.findByRole('link', { name: 'A harbour at night' })).toBeVisible();
  });
});

describe('the box in the header', () => {
  it('takes the keyboard on / and leads to the results', async () => {
    const { user, router } = renderApp('/nowhere', { api: searchable(createFakeApi()) });
    await headerBox();

    await user.keyboard('/');
    const box = (await headerBox()).at(-1);
    await waitFor(() => expect(box).toHaveFocus());
    await user.keyboard('  /harbour{Enter}');

    expect(router.state.location.search).toBe('?q=%2Fharbour');
    expect(await screen.findByRole('heading', { level: 1, name: 'Search Results' })).toBeVisible();
  });

  it('leaves a blank query alone, and a / that is typed elsewhere', async () => {
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
