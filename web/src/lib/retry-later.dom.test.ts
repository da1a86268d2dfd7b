import { expect, it, vi } from 'vitest';
import { retryLater } from './retry-later.ts';

it('retries once: as soon as the network returns, otherwise after a pause that grows with each failure', () => {
  vi.useFakeTimers();
  const retry = vi.fn();

  retryLater(retry, 1);
  window.dispatchEvent(new Event('online'));
  window.dispatchEvent(new Event('online'));
  expect(retry).toHaveBeenCalledTimes(1);
  retryLater(retry, 3);
  vi.advanceTimersByTime(3_999);
  expect(retry).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(retry).toHaveBeenCalledTimes(2);
  retryLater(retry, 1)();
  vi.advanceTimersByTime(60_000);

  expect(retry).toHaveBeenCalledTimes(2);
});
