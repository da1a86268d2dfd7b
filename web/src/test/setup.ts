import '@testing-library/jest-dom/vitest';
import { SITE_DATA_ID, type Site } from '@inkwell/shared/site-data';
import { waitPatiently } from '@inkwell/shared/testing/patience';
import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { showSite } from '../lib/site.ts';
import { forgetToasts } from '../lib/toast.ts';
import { forgetUnknown } from '../lib/unknown-address.ts';
import { keepComputedStyles } from './computed-styles.ts';
import { takeNoOwnerStacks } from './owner-stacks.ts';

configure(({ getElementError }) => ({
  // The first lazy page of a file is compiled while its test waits.
  asyncUtilTimeout: 50_000,
  getElementError(message, container) {
    const { _disableExpensiveErrorDiagnostics: isWaiting } = getConfig() as ReturnType<typeof getConfig> & {
      _disableExpensiveErrorDiagnostics?: boolean;
    };
    if (!isWaiting) return getElementError(message, container);
    // Shows only the last failure of a waiting query, with the document. Printing the document for each took a twentieth of all tests' time.
    return Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' });
  },
}));
waitPatiently();
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
  // As in browsers of 2026: an effect that returned this promise would break the page when it ends.
  Element.prototype.scrollIntoView = async () => {};
  Element.prototype.setPointerCapture = () => {};
  Element.prototype.releasePointerCapture = () => {};
  window.scrollTo = () => {};
}

let site: Site;

/** Every document contains the site's name. Imported late, because some tests replace publication.config.ts. */
beforeAll(async () => {
  const { siteOf } = await import('@inkwell/shared/site');
  const { DEFAULT_SETTINGS } = await import('@inkwell/shared/settings');
  const element = Object.assign(document.createElement('script'), { id: SITE_DATA_ID, type: 'application/json' });
  site = siteOf(DEFAULT_SETTINGS);
  element.textContent = JSON.stringify(site);
  document.head.append(element);
});

let unexpectedErrors: string[] = [];

beforeEach(() => {
  stubBrowser();
  // An earlier test may have changed the settings, even in another file.
  showSite(site);
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
  vi.useRealTimers();
  cleanup();
  forgetToasts();
  forgetUnknown();
  window.localStorage.clear();
  window.sessionStorage.clear();
  document.title = '';
  const errors = takeConsoleErrors();
  expect(errors, 'console.error was called unexpectedly').toEqual([]);
});
