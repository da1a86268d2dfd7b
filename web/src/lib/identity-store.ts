import { setTokenSource } from './api.ts';
import type { Identity, IdentityProvider } from './identity.ts';
import { forgetAccount } from './known-account.ts';
import { retryLater } from './retry-later.ts';
import { safeStorage } from './safe-storage.ts';
import { createStore } from './store.ts';
import { whenIdle } from './when-idle.ts';

/**
 * Set while this browser has a session, so that returning readers are recognized without waiting for an idle moment.
 */
const HAD_SESSION_KEY = 'inkwell:had-session';
/** The provider's session database; exists once the provider has run in this browser. */
const PROVIDER_DATABASE = 'firebaseLocalStorageDb';

type IdentityState =
  | { readonly status: 'unknown' }
  | { readonly status: 'visitor' }
  | { readonly status: 'identified'; readonly identity: Identity }
  /** The provider itself could not be loaded. */
  | { readonly status: 'failed'; readonly error: unknown };

/** Long waits from the first retry on, because retries mostly wait for the network. */
const SELDOM = 5;

type Loader = () => Promise<IdentityProvider>;

const loadFirebase: Loader = async () => (await import('./firebase-auth.ts')).createFirebaseIdentity();

let loader: Loader = loadFirebase;
let loading: Promise<IdentityProvider> | null = null;
const UNKNOWN: IdentityState = { status: 'unknown' };
let isStarted = false;
let cancelRetry = (): void => {};
const store = createStore<IdentityState>(UNKNOWN);
const lostListeners = new Set<() => void>();
const leaveListeners = new Set<(isLeaving: boolean) => void>();

const hadSession = (): boolean => safeStorage.get(HAD_SESSION_KEY) !== null;

function change(next: IdentityState): void {
  const state = store.snapshot();
  const before = state.status === 'identified' ? state.identity.uid : null;
  const after = next.status === 'identified' ? next.identity.uid : null;
  // Until now, it hid content for visitors (app.html, rendered.css).
  if (next.status === 'visitor') document.documentElement.removeAttribute('data-had-session');
  // Runs before anything renders again, because the next account must not see data of the last one.
  if (before !== null && before !== after) for (const listener of lostListeners) listener();
  store.set(next);
}

function onProviderChange(identity: Identity | null): void {
  if (identity) safeStorage.set(HAD_SESSION_KEY, '1');
  else {
    safeStorage.remove(HAD_SESSION_KEY);
    forgetAccount();
  }
  change(identity ? { status: 'identified', identity } : { status: 'visitor' });
}

/** Loads the identity provider on first use and listens to it. Rejects if it cannot be loaded; a later call tries again. */
export function identityProvider(): Promise<IdentityProvider> {
  loading ??= loader().then(
    (provider) => {
      provider.onChange(onProviderChange);
      return provider;
    },
    (error: unknown) => {
      loading = null;
      console.error('The identity provider could not be loaded', error);
      if (store.snapshot().status === 'unknown') change({ status: 'failed', error });
      // A signed-in reader should not have to retry by hand.
      if (store.snapshot().status === 'failed') cancelRetry = retryLater(warmUpIdentity, SELDOM);
      throw error;
    },
  );
  return loading;
}

/** Preloads the provider when somebody is about to sign in. */
export const warmUpIdentity = (): void => void identityProvider().catch(() => undefined);

/** Tries again after `failed`. */
export function retryIdentity(): void {
  change({ status: 'unknown' });
  warmUpIdentity();
}

/** Ends the session. Failures are logged and rethrown. Product §8. */
export async function signOut(): Promise<void> {
  for (const listener of leaveListeners) listener(true);
  try {
    await (await identityProvider()).signOut();
  } catch (error) {
    console.error('Sign-out failed', error);
    for (const listener of leaveListeners) listener(false);
    throw error;
  }
}

async function providerHasRunHere(): Promise<boolean> {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === PROVIDER_DATABASE);
  } catch {
    return false; // This browser cannot list databases, so the flag decides.
  }
}

/**
 * Starts to follow the session. Call this before the first render, whose queries already send the token. Browsers that had a session load the
 * provider now. All others render the page for a visitor at once, and load the provider (30 kB) when somebody is about to use it or signs in in
 * another tab.
 */
export function startIdentity(): void {
  if (isStarted) return;
  isStarted = true;
  setTokenSource(async ({ forceRefresh }) => {
    const provider = await loading?.catch(() => null);
    if (!provider) return null;
    return provider.idToken({ forceRefresh }).catch((error: unknown) => {
      if (navigator.onLine) throw error;
      return null; // The call itself fails offline, or gets an answer that the service worker has stored.
    });
  });
  window.addEventListener('storage', (event) => {
    if (event.key === HAD_SESSION_KEY && event.newValue !== null) warmUpIdentity();
  });

  if (hadSession()) {
    warmUpIdentity();
    return;
  }
  change({ status: 'visitor' });
  void providerHasRunHere().then((hasRun) => hasRun && whenIdle(warmUpIdentity));
}

export const identityStore = {
  ...store,
  /** The state of a rendered page, until it is hydrated. */
  atFirst: (): IdentityState => UNKNOWN,
  /** Called when a session ends or is replaced, before anything renders again. */
  onLost(listener: () => void): () => void {
    lostListeners.add(listener);
    return () => lostListeners.delete(listener);
  },
  /** Called with true when the reader starts to sign out here, and with false if that failed and the session stays. */
  onLeave(listener: (isLeaving: boolean) => void): () => void {
    leaveListeners.add(listener);
    return () => leaveListeners.delete(listener);
  },
};

/** For tests: resets the store, optionally with another provider or loader. */
export function resetIdentity(provider?: IdentityProvider | Loader): void {
  loader = typeof provider === 'function' ? provider : provider ? async () => provider : loadFirebase;
  loading = null;
  store.set(UNKNOWN);
  isStarted = false;
  cancelRetry();
}
