import type { PageMessage } from '../../worker/names.ts';
import { SAVED } from '../../worker/names.ts';

/** A post that can be read offline in this browser. */
export interface SavedHere {
  readonly id: string;
  readonly title: string;
}

/** Tells the service worker to store exactly these posts, the most recently saved first. */
export function keepSavedHere(ids: readonly string[]): void {
  const message: PageMessage = { type: 'saved', ids };
  navigator.serviceWorker?.controller?.postMessage(message);
}

/** The posts of the reading list that the service worker has stored, by title. */
export async function listSavedHere(): Promise<SavedHere[]> {
  if (!('caches' in window)) return [];
  const cache = await caches.open(SAVED);
  const answers = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith('/api/posts/'));
  const posts = await Promise.all(answers.map(async (request) => (await cache.match(request))?.json()));
  return posts
    .filter((post): post is SavedHere => typeof post?.id === 'string' && typeof post.title === 'string')
    .sort((a, b) => a.title.localeCompare(b.title));
}
