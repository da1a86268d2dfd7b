import { ModerationFilter, type ModerationQueue } from '@inkwell/shared/moderation';
import type { CommentFilter } from '../api/moderation.ts';

export const EVERYTHING: CommentFilter = { state: null, userId: null, postId: null, q: '', isByReports: false };

/** The filter in the address; null if it names none. */
export function choiceOf(search: URLSearchParams): CommentFilter | null {
  const [userId, postId] = [search.get('userId') || null, search.get('postId') || null];
  const named = ModerationFilter.safeParse(search.get('state'));
  const q = search.get('q') ?? '';
  if (!named.success && search.get('state') !== 'all' && userId === null && postId === null && !q) return null;
  const state = named.success ? named.data : null;
  return { state, userId, postId, q, isByReports: state === 'reported' && !q && search.get('sort') === 'reports' };
}

/** The filter for comments that need a decision; all comments if there are none. */
export const waitingIn = ({ reported, held }: ModerationQueue): CommentFilter => ({
  ...EVERYTHING,
  state: reported > 0 ? 'reported' : held > 0 ? 'held' : null,
});

/** A filter as the query of `/admin/comments`. */
export function searchOf({ state, userId, postId, q, isByReports }: CommentFilter): string {
  const search = new URLSearchParams({
    state: state ?? 'all',
    ...(userId && { userId }),
    ...(postId && { postId }),
    ...(q && { q }),
    ...(isByReports && { sort: 'reports' }),
  });
  return `?${search}`;
}
