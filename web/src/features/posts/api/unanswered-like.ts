import { safeTabStorage } from '../../../lib/safe-storage.ts';

/** Whose like of which post. */
export interface Liking {
  readonly postId: string;
  readonly userId: string;
}

/** Later than this, somebody who comes back to a tab may have changed their mind elsewhere. */
const KEPT_MS = 10 * 60_000;

const keyOf = (postId: string) => `inkwell:like:${postId}`;

/** Has the tab keep what a reader wishes until the server has answered. @returns what was kept, for `forgetLike` */
export function rememberLike({ postId, userId }: Liking, liked: boolean): string {
  const wish = JSON.stringify({ userId, liked, at: Date.now() });
  safeTabStorage.set(keyOf(postId), wish);
  return wish;
}

/** Drops an answered wish, unless a newer one took its place. */
export function forgetLike(postId: string, wish: string): void {
  if (safeTabStorage.get(keyOf(postId)) === wish) safeTabStorage.remove(keyOf(postId));
}

/**
 * What this reader last wished of the post where the page went away before the answer came: the server may not have heard of it, or not
 * have stored it when it was asked again. Null where nothing is left.
 */
export function unansweredLike({ postId, userId }: Liking): boolean | null {
  try {
    const wish = JSON.parse(safeTabStorage.get(keyOf(postId)) ?? 'null');
    const isOfBefore = wish?.at < performance.timeOrigin && wish.at > Date.now() - KEPT_MS;
    return isOfBefore && wish.userId === userId && typeof wish.liked === 'boolean' ? wish.liked : null;
  } catch {
    return null; // Somebody else wrote there.
  }
}
