import { identityStore } from '../lib/identity-store.ts';
import { safeStorage } from '../lib/safe-storage.ts';
import { ARTICLES, type PageMessage, SAVED } from '../worker/names.ts';

/** The account whose articles the worker stores: a uid; empty for a visitor. */
const READER_KEY = 'inkwell:offline-reader';

const tell = (worker: ServiceWorker | null, message: PageMessage) => worker?.postMessage(message);

/** Files below `/assets` that this document has loaded. */
const loadedAssets = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === window.location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname);

/** Stored articles are deleted with the session, also if it ended in another tab. */
function forgetWithSession(): void {
  const identity = identityStore.snapshot();
  if (identity.status !== 'identified' && identity.status !== 'visitor') return;
  const reader = identity.status === 'identified' ? identity.identity.uid : '';
  const before = safeStorage.get(READER_KEY) ?? '';
  safeStorage.set(READER_KEY, reader);
  if (before === '' || before === reader) return;
  // The worker also cancels articles that it is about to store. If no worker controls this page, the page deletes them itself.
  tell(navigator.serviceWorker.controller, { type: 'forget' });
  for (const name of [ARTICLES, SAVED]) void caches.delete(name);
}

/**
 * Tells the service worker to store the app and the opened articles for offline reading. Call it when the page is idle. Does nothing in browsers
 * without workers.
 */
export async function keepForOffline(): Promise<void> {
  if (!('serviceWorker' in navigator && 'caches' in window)) return;
  identityStore.subscribe(forgetWithSession);
  forgetWithSession();

  const { serviceWorker } = navigator;
  const isNew = serviceWorker.controller === null;
  await serviceWorker.register('/sw.js');
  if (!isNew) return;
  const { active } = await serviceWorker.ready;
  tell(active, { type: 'opened', address: window.location.pathname, assets: loadedAssets() });
}
