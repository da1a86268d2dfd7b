import { act, render, screen } from '@testing-library/react';
import { type ComponentType, Suspense } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ReloadNeededError } from '../lib/chunks.ts';
import { lazyPart } from './lazy-part.tsx';

const Part = () => <p>The part</p>;

interface Given {
  /** How the first attempts fail; the next one succeeds. */
  readonly failures: readonly unknown[];
  readonly failure?: string;
  readonly onClose?: () => void;
}

/** A page with a part whose chunk loads after some failures. */
async function renderPage({ failures, failure, onClose }: Given) {
  const load = vi.fn(async (): Promise<ComponentType<{ onClose?: () => void }>> => Part);
  for (const error of failures) load.mockRejectedValueOnce(error);
  const LazyPart = lazyPart(load, failure);
  await act(async () =>
    render(
      <>
        <h1>The page</h1>
        <Suspense fallback={null}>
          <LazyPart {...(onClose && { onClose })} />
        </Suspense>
      </>,
    ),
  );
  expect(screen.getByRole('heading', { name: 'The page' })).toBeVisible();
  return load;
}

const click = (name: string) => act(async () => screen.getByRole('button', { name }).click());
const noNetwork = () => new TypeError('Failed to fetch');

describe('a part that cannot be loaded', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(console, 'error').mockImplementation(() => {});
  });

  it('leaves the page unchanged, and is loaded again later', async () => {
    const load = await renderPage({ failures: [noNetwork(), noNetwork()] });
    expect(screen.queryByText('The part')).not.toBeInTheDocument();

    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(load).toHaveBeenCalledTimes(2);
    await act(() => vi.advanceTimersByTimeAsync(2_000));

    expect(screen.getByText('The part')).toBeVisible();
    await act(() => vi.advanceTimersByTimeAsync(100_000));
    expect(load).toHaveBeenCalledTimes(3);
  });

  it('is loaded again at once when the network returns', async () => {
    await renderPage({ failures: [noNetwork()] });

    await act(async () => window.dispatchEvent(new Event('online')));

    expect(screen.getByText('The part')).toBeVisible();
  });

  it('says in its place what failed and why, and offers a retry', async () => {
    await renderPage({ failures: [noNetwork()], failure: 'The charts could not be shown' });
    const alert = screen.getByRole('alert');
    expect(alert).toHaveTextContent('The charts could not be shown');
    expect(alert).toHaveTextContent('The network did not answer.');

    await click('Try Again');

    expect(screen.getByText('The part')).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('can be closed if it is a dialog', async () => {
    const onClose = vi.fn();
    await renderPage({ failures: [noNetwork()], failure: 'The profile could not be opened', onClose });

    await click('Close');

    expect(screen.getByRole('alert')).toHaveTextContent('The profile could not be opened');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('offers to reload a page that is older than the site', async () => {
    const error = new ReloadNeededError(true, null);

    await renderPage({ failures: [error], failure: 'The charts could not be shown' });

    expect(screen.getByRole('alert')).toHaveTextContent('There is a newer version of this site.');
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
  });

  it('also fails if its chunk does not contain it, without an endless loop', async () => {
    const load = await renderPage({ failures: [] });
    load.mockClear();
    const nothing = vi.fn(async () => undefined as unknown as ComponentType);
    const Nothing = lazyPart(nothing, 'The part could not be shown');

    const view = await act(async () =>
      render(
        <Suspense fallback={null}>
          <Nothing />
          <Nothing />
        </Suspense>,
      ),
    );
    view.rerender(<Nothing />);

    expect(screen.getByRole('alert')).toHaveTextContent('The part could not be shown');
    expect(nothing).toHaveBeenCalledOnce();
  });
});
