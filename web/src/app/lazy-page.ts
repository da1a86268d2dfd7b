import { retryLater } from '../lib/retry-later.ts';
import { createStore } from '../lib/store.ts';
import { hasTypedText } from '../lib/typed-text.ts';

/** Why the requested page is not shown. */
interface PageFailure {
  readonly error: unknown;
  readonly failures: number;
  /** `waiting`: its code has loaded, but the page that it would replace contains typed text. */
  readonly status: 'failed' | 'retrying' | 'waiting';
}

export const pageFailure = createStore<PageFailure | null>(null);
/** Number of pages that failed and have not loaded since. */
let troubled = 0;
const waiting = new Set<() => void>();

/** Reloads failed pages, and shows the waiting ones. */
export function retryPages(): void {
  const failure = pageFailure.snapshot();
  if (failure) pageFailure.set({ ...failure, status: 'retrying' });
  for (const goOn of waiting) goOn();
  waiting.clear();
}

/**
 * Reloads failed pages when the network returns, and at growing intervals.
 * @returns a function that stops this
 */
export function keepRetrying(): () => void {
  let cancel = () => {};
  const follow = () => {
    cancel();
    const failure = pageFailure.snapshot();
    cancel = failure?.status === 'failed' ? retryLater(retryPages, failure.failures) : () => {};
  };
  follow();
  const unsubscribe = pageFailure.subscribe(follow);
  return () => {
    unsubscribe();
    cancel();
  };
}

/**
 * Begins a navigation: pages that failed during an earlier one are loaded again.
 * @returns a function that ends it: after an arrival or a change of destination, the failure no longer matters
 */
export function beginNavigation(): () => void {
  if (!pageFailure.snapshot()) retryPages();
  return () => pageFailure.snapshot() && pageFailure.set(null);
}

const untilAsked = () => new Promise<void>((resolve) => waiting.add(resolve));

/**
 * The `lazy` of a route. It never rejects: the router would replace the readable page with the error, and would
 * remember the failure. Until the code has loaded, the navigation stays pending and `pageFailure` says why.
 */
export const lazyPage =
  <Page>(load: () => Promise<Page>) =>
  async (): Promise<Page> => {
    if (import.meta.env.SSR) return load();
    for (let failures = 0; ; ) {
      try {
        const page = await load();
        if (failures === 0) return page;
        if (hasTypedText()) {
          pageFailure.set({ error: null, failures, status: 'waiting' });
          await untilAsked();
        }
        troubled -= 1;
        if (troubled === 0) pageFailure.set(null);
        return page;
      } catch (error) {
        console.error('A page could not be loaded', error);
        if (failures === 0) troubled += 1;
        failures += 1;
        pageFailure.set({ error, failures, status: 'failed' });
        await untilAsked();
      }
    }
  };
