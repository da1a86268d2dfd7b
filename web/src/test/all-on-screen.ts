import { vi } from 'vitest';

/** Makes every watched element count as near the screen until the test ends. */
export const allOnScreen = (): void =>
  void vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(seen: IntersectionObserverCallback) {
        queueMicrotask(() => seen([{ isIntersecting: true } as IntersectionObserverEntry], this as never));
      }
      observe() {}
      disconnect() {}
    },
  );
