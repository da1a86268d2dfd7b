import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { dismissToast } from '../lib/toast.ts';
import { keepComputedStyles } from './computed-styles.ts';
import { takeNoOwnerStacks } from './owner-stacks.ts';

// The first lazy page of a file is compiled while its test waits.
configure({ asyncUtilTimeout: 15_000 });
keepComputedStyles();
takeNoOwnerStacks();

// Mantine needs these, jsdom lacks them.
class NoResizeObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

function stubBrowser(): void {
  Object.defineProperty(window, 'matchMedia', {
    configurable: true,
    writable: true,
    value: (query: string): MediaQueryList =>
      Object.assign(new EventTarget(), {
        matches: false,
        media: query,
        onchange: null,
        addListener() {},
        removeListener() {},
      }),
  });
  window.ResizeObserver = NoResizeObserver;
  Element.prototype.scrollIntoView = () => {};
  Element.prototype.setPointerCapture = () => {};
  Element.prototype.releasePointerCapture = () => {};
  window.scrollTo = () => {};
}

let unexpectedErrors: string[] = [];

beforeEach(() => {
  stubBrowser();
  unexpectedErrors = [];
  vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => {
    unexpectedErrors.push(
      parts.map((part) => (part instanceof Error ? (part.stack ?? part.message) : String(part))).join(' '),
    );
  });
});

/** Removes and returns the logged errors, for tests that expect some. */
export function takeConsoleErrors(): string[] {
  const taken = unexpectedErrors;
  unexpectedErrors = [];
  return taken;
}

afterEach(() => {
  cleanup();
  dismissToast();
  window.localStorage.clear();
  window.sessionStorage.clear();
  document.title = '';
  const errors = takeConsoleErrors();
  expect(errors, 'console.error was called unexpectedly').toEqual([]);
});
