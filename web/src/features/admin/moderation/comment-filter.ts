import { ModerationFilter } from '@inkwell/shared/moderation';
import type { CommentFilter } from '../api/moderation.ts';

/** The filter in the address; reported comments by default. */
export function choiceOf(search: URLSearchParams): CommentFilter {
  const [userId, postId] = [search.get('userId') || null, search.get('postId') || null];
  const named = ModerationFilter.safeParse(search.get('state'));
  const isOfSomething = userId !== null || postId !== null;
  const state = named.success ? named.data : search.get('state') === 'all' || isOfSomething ? null : 'reported';
  return { state, userId, postId, isByReports: state === 'reported' && search.get('sort') === 'reports' };
}

/** A filter as the query of `/admin/comments`. */
export function searchOf({ state, userId, postId, isByReports }: CommentFilter): string {
  const search = new URLSearchParams({
    state: state ?? 'all',
    ...(userId && { userId }),
    ...(postId && { postId }),
    ...(isByReports && { sort: 'reports' }),
  });
  return `?${search}`;
}
