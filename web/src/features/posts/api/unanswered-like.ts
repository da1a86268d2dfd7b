import { safeTabStorage } from '../../../lib/safe-storage.ts';

/** A reader and a post. */
export interface Liking {
  readonly postId: string;
  /** Empty while the reader is unknown. */
  readonly userId: string;
}

/** Distinguishes a like on this page from one on the previous page. Clocks cannot: `performance.timeOrigin` drifts away from `Date.now`. */
const PAGE = crypto.randomUUID();

/** After this time, the reader may have changed the like elsewhere. */
const KEPT_MS = 10 * 60_000;

const keyOf = (postId: string) => `inkwell:like:${postId}`;

/**
 * Remembers a like in this tab until the server has answered.
 * @returns the stored value, for `forgetLike`
 */
export function rememberLike({ postId, userId }: Liking, liked: boolean): string {
  const like = JSON.stringify({ userId, liked, at: Date.now(), page: PAGE });
  safeTabStorage.set(keyOf(postId), like);
  return like;
}

/** Removes an answered like, unless a newer one has replaced it. */
export function forgetLike(postId: string, like: string): void {
  if (safeTabStorage.get(keyOf(postId)) === like) safeTabStorage.remove(keyOf(postId));
}

/**
 * The last like or unlike of this reader if the page was closed before the answer, so that the server may not have it.
 * Null if there is none.
 */
export function unansweredLike({ postId, userId }: Liking): boolean | null {
  try {
    const like = JSON.parse(safeTabStorage.get(keyOf(postId)) ?? 'null');
    const isEarlier = like?.page !== PAGE && like?.at > Date.now() - KEPT_MS;
    const isOwn = like?.userId === userId || like?.userId === '';
    return isEarlier && isOwn && typeof like.liked === 'boolean' ? like.liked : null;
  } catch {
    return null; // The value was not written by this app.
  }
}
