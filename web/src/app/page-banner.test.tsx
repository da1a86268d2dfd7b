import { act, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ReloadNeededError } from '../lib/chunks.ts';
import { lazyPage } from './lazy-page.ts';
import { NavigationBanner, PageBanner } from './page-banner.tsx';

const Page = () => <h1>The page</h1>;

/** An open article with a link to a page whose chunk loads after some failures. */
async function renderArticle(...failures: unknown[]) {
  const load = vi.fn(async () => ({ Component: Page }));
  for (const error of failures) load.mockRejectedValueOnce(error);
  const layout = (
    <>
      <NavigationBanner />
      <Outlet />
    </>
  );
  const article = (
    <>
      <h1>The article</h1>
      <input aria-label="Comment" />
    </>
  );
  const router = createMemoryRouter(
    [
      {
        element: layout,
        hydrateFallbackElement: <PageBanner />,
        children: [
          { path: '/article', element: article },
          { path: '/other', element: <h1>The other</h1> },
          { path: '/page', lazy: lazyPage(load) },
        ],
      },
    ],
    { initialEntries: ['/article'] },
  );
  await act(async () => render(<RouterProvider router={router} />));
  return { load, go: (to: string) => act(async () => void router.navigate(to)) };
}

const heading = () => screen.getByRole('heading').textContent;
const click = (name: string) => act(async () => screen.getByRole('button', { name }).click());
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const noNetwork = () => new TypeError('Failed to fetch');

describe('a page that cannot be loaded', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(console, 'error').mockImplementation(() => {});
  });

  it('leaves the open page in place, says why, and offers to try again', async () => {
    const { go } = await renderArticle(noNetwork());

    await go('/page');

    expect(heading()).toBe('The article');
    expect(screen.getByRole('alert')).toHaveTextContent('The page could not be loadedThe network did not answer.');
    await click('Try Again');
    expect(heading()).toBe('The page');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('is loaded again after a while or when the network returns', async () => {
    const { go, load } = await renderArticle(noNetwork(), noNetwork());
    await go('/page');

    await pass(1_000);
    expect(load).toHaveBeenCalledTimes(2);
    expect(heading()).toBe('The article');
    await act(async () => window.dispatchEvent(new Event('online')));

    expect(heading()).toBe('The page');
    await pass(100_000);
    expect(load).toHaveBeenCalledTimes(3);
  });

  it('does not replace a page with typed text until the reader opens it', async () => {
    const { go } = await renderArticle(noNetwork());
    await go('/page');
    fireEvent.input(screen.getByLabelText('Comment'), { target: { value: 'Dear' } });

    await act(async () => window.dispatchEvent(new Event('online')));

    expect(heading()).toBe('The article');
    expect(screen.getByRole('alert')).toHaveTextContent('The page can be opened now');
    await click('Open');
    expect(heading()).toBe('The page');
  });

  it('is not mentioned on another page, and loads again on the next visit', async () => {
    const { go, load } = await renderArticle(noNetwork(), noNetwork());
    await go('/page');

    await go('/other');
    expect(heading()).toBe('The other');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    const before = load.mock.calls.length;
    await pass(100_000);
    expect(load).toHaveBeenCalledTimes(before);
    await go('/page');
    await pass(10_000);

    expect(heading()).toBe('The page');
  });

  it('does not open later if the reader stays on the current page', async () => {
    const { go } = await renderArticle(noNetwork());
    await go('/page');

    await click('Stay Here');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await act(async () => window.dispatchEvent(new Event('online')));

    expect(heading()).toBe('The article');
  });

  it('offers to reload if the open page is older than the site', async () => {
    const { go } = await renderArticle(new ReloadNeededError(true, null));

    await go('/page');

    expect(heading()).toBe('The article');
    expect(screen.getByRole('alert')).toHaveTextContent('There is a newer version of this site.');
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
  });
});
