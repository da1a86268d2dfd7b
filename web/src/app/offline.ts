import { identityStore } from '../lib/identity-store.ts';
import { safeStorage } from '../lib/safe-storage.ts';
import { ARTICLES, type PageMessage } from '../worker/names.ts';

/** Whose articles the worker keeps: a uid; nothing for a visitor. */
const READER_KEY = 'inkwell:offline-reader';

const tell = (worker: ServiceWorker | null, message: PageMessage) => worker?.postMessage(message);

/** Files below `/assets` that this document has loaded. */
const loadedAssets = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === window.location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname);

/** What somebody has read is nobody else's business: it goes with the session, also with one that ended elsewhere. */
function forgetWithSession(): void {
  const identity = identityStore.snapshot();
  if (identity.status !== 'identified' && identity.status !== 'visitor') return;
  const reader = identity.status === 'identified' ? identity.identity.uid : '';
  const before = safeStorage.get(READER_KEY) ?? '';
  safeStorage.set(READER_KEY, reader);
  if (before === '' || before === reader) return;
  // The worker also stops what it is about to keep; where none is in charge of this page, the page does it alone.
  tell(navigator.serviceWorker.controller, { type: 'forget' });
  void caches.delete(ARTICLES);
}

/**
 * Has the service worker keep the app and the articles that are opened, for when there is no network. To be called when the
 * page has nothing more urgent to do. Browsers without workers are left as they are.
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
