import { vi } from 'vitest';

/** Every watched element is near the screen, until the test ends. */
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
