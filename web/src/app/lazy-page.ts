import { retryLater } from '../lib/retry-later.ts';
import { hasTypedText } from '../lib/typed-text.ts';

/** Why the page that is wanted is not there. */
interface PageFailure {
  readonly error: unknown;
  readonly failures: number;
  /** `held`: its code has come, but the page that it would replace holds what somebody has typed in the meantime. */
  readonly status: 'failed' | 'retrying' | 'held';
}

let failure: PageFailure | null = null;
const listeners = new Set<() => void>();
/** Pages that failed and have not come since. */
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

/** Asks again for the pages that failed, and lets those in that were held. */
export function retryPages(): void {
  if (failure) change({ ...failure, status: 'retrying' });
  for (const goOn of waiting) goOn();
  waiting.clear();
}

/**
 * Asks again by itself, when the network returns and ever more seldom.
 * @returns what ends it
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
 * A navigation begins: what failed for an earlier one is asked for again.
 * @returns what ends it: for who has arrived, or goes elsewhere, the failure is no longer news
 */
export function beginNavigation(): () => void {
  if (!failure) retryPages();
  return () => failure && change(null);
}

const untilAsked = () => new Promise<void>((resolve) => waiting.add(resolve));

/**
 * The `lazy` of a route. It never fails: the router would put its error in the place of a page that could still be read, and
 * keep the failure for good. Until the code has come the navigation is under way, and `pageFailure` says why.
 */
export const lazyPage =
  <Page>(load: () => Promise<Page>) =>
  async (): Promise<Page> => {
    for (let failures = 0; ; ) {
      try {
        const page = await load();
        if (failures === 0) return page;
        if (hasTypedText()) {
          change({ error: null, failures, status: 'held' });
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
