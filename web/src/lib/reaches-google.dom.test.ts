import { afterEach, describe, expect, it, vi } from 'vitest';
import { reachesGoogle } from './reaches-google.ts';

const link = () => document.head.querySelector('link[href^="https://apis.google.com/"]');

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  link()?.remove();
});

describe("Google's sign-in window", () => {
  it.each([
    ['load', true],
    ['error', false],
  ])('is reached after the event %s: %s', async (event, isReached) => {
    const answer = reachesGoogle();
    link()?.dispatchEvent(new Event(event));

    expect(await answer).toBe(isReached);
  });

  it('is not reached without a network, nor if there is no answer', async () => {
    vi.useFakeTimers();
    const answer = reachesGoogle();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await answer).toBe(false);

    link()?.remove();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(await reachesGoogle()).toBe(false);
    expect(link()).toBeNull();
  });
});
