import { retryLater } from '../lib/retry-later.ts';
import { hasTypedText } from '../lib/typed-text.ts';

/** Why the requested page is not shown. */
interface PageFailure {
  readonly error: unknown;
  readonly failures: number;
  /** `waiting`: its code has loaded, but text was typed in the page that it would replace. */
  readonly status: 'failed' | 'retrying' | 'waiting';
}

let failure: PageFailure | null = null;
const listeners = new Set<() => void>();
/** Number of pages that failed and have not loaded since. */
let troubled = 0;
const waiting = new Set<() => void>();

function change(next: PageFailure | null): void {
  failure = next;
  for (const listener of listeners) listener();
}

export const pageFailure = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: (): PageFailure | null => failure,
};

/** Loads failed pages again, and shows those that wait. */
export function retryPages(): void {
  if (failure) change({ ...failure, status: 'retrying' });
  for (const goOn of waiting) goOn();
  waiting.clear();
}

/**
 * Loads failed pages again when the network returns, and after growing waits.
 * @returns what ends this
 */
export function keepRetrying(): () => void {
  let cancel = () => {};
  const follow = () => {
    cancel();
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
 * Begins a navigation: pages that failed for an earlier one are loaded again.
 * @returns what ends it: after an arrival or a change of destination, the failure no longer matters
 */
export function beginNavigation(): () => void {
  if (!failure) retryPages();
  return () => failure && change(null);
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
          change({ error: null, failures, status: 'waiting' });
          await untilAsked();
        }
        troubled -= 1;
        if (troubled === 0) change(null);
        return page;
      } catch (error) {
        console.error('A page could not be loaded', error);
        if (failures === 0) troubled += 1;
        failures += 1;
        change({ error, failures, status: 'failed' });
        await untilAsked();
      }
    }
  };
