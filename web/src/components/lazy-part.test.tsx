import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { lazyPart } from './lazy-part.ts';

const Part = () => <p>The part</p>;

/** A page with a part whose chunk is there after so many failures. */
async function renderPage({ failures }: { failures: number }) {
  const load = vi.fn(async () => Part);
  for (let index = 0; index < failures; index += 1) load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const LazyPart = lazyPart(load);
  await act(async () =>
    render(
      <>
        <h1>The page</h1>
        <Suspense fallback={null}>
          <LazyPart />
        </Suspense>
      </>,
    ),
  );
  return { load };
}

describe('a part that cannot be loaded', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(console, 'error').mockImplementation(() => {});
    return () => {
      vi.useRealTimers();
      vi.restoreAllMocks();
    };
  });

  it('leaves the page as it is, and comes later', async () => {
    const { load } = await renderPage({ failures: 2 });
    expect(screen.getByRole('heading', { name: 'The page' })).toBeVisible();
    expect(screen.queryByText('The part')).not.toBeInTheDocument();

    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(load).toHaveBeenCalledTimes(2);
    await act(() => vi.advanceTimersByTimeAsync(2_000));

    expect(screen.getByText('The part')).toBeVisible();
    expect(console.error).toHaveBeenCalledTimes(2);
  });

  it('comes at once when the network is back, with the styles that failed', async () => {
    const link = document.head.appendChild(document.createElement('link'));
    link.setAttribute('rel', 'stylesheet');
    link.setAttribute('href', '/assets/part.css');
    await renderPage({ failures: 1 });

    await act(async () => window.dispatchEvent(new Event('online')));

    expect(screen.getByText('The part')).toBeVisible();
    const asked = document.head.querySelector('link[href="/assets/part.css"]');
    expect(asked).not.toBeNull();
    expect(asked).not.toBe(link);
    asked?.remove();
  });
});
