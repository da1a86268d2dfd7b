import { ModerationFilter } from '@inkwell/shared/moderation';
import type { CommentFilter } from '../api/moderation.ts';

export const EVERYTHING: CommentFilter = { state: null, userId: null, postId: null, q: '', isByReports: false };

/** The filter in the address; reported comments by default. */
export function choiceOf(search: URLSearchParams): CommentFilter {
  const [userId, postId] = [search.get('userId') || null, search.get('postId') || null];
  const named = ModerationFilter.safeParse(search.get('state'));
  const isOfSomething = userId !== null || postId !== null;
  const state = named.success ? named.data : search.get('state') === 'all' || isOfSomething ? null : 'reported';
  const q = search.get('q') ?? '';
  return { state, userId, postId, q, isByReports: state === 'reported' && !q && search.get('sort') === 'reports' };
}

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
