import type { CommentAccess } from '@inkwell/shared/comments';
import {
  MODERATION_LIMITS,
  type ModeratedComment,
  type ModerationFilter,
  moderationApi,
} from '@inkwell/shared/moderation';
import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call, callPage, type Page } from '../../../lib/api.ts';
import { callQuery, pagedQuery } from '../../../lib/call-query.ts';
import { showAnswer } from '../../../lib/show-answer.ts';
import { toastSuccess } from '../../../lib/toast.ts';
import { showActionError } from './unauthorized.ts';

/** Rows fetched at a time. */
const PAGE_SIZE = 20;

/** How often the number of remaining comments of a person is refreshed. */
const PROGRESS_POLL_MS = 3_000;

/** The comments in a moderation list. Null: any state. */
export interface CommentFilter {
  readonly state: ModerationFilter | null;
  readonly userId: string | null;
  readonly postId: string | null;
  /** Search words. */
  readonly q: string;
  /** Most reported first; only for reported comments. */
  readonly isByReports: boolean;
}

/** A decision on comments. */
export interface Decision {
  readonly ids: readonly string[];
  readonly state: 'visible' | 'hidden';
  readonly reason: string | null;
}

/** Queries of comments for staff. */
export const moderationQueries = {
  all: ['admin', 'comments'] as const,
  /** Rows stay in place while staff decide: they are fetched only when the page is opened, or by a button. */
  list: ({ state, userId, postId, q, isByReports }: CommentFilter) =>
    infiniteQueryOptions({
      ...pagedQuery(
        ['admin', 'comments', 'list', { state, userId, postId, q, isByReports }],
        moderationApi.list,
        PAGE_SIZE,
        {
          query: {
            ...(state && { state }),
            ...(userId && { userId }),
            ...(postId && { postId }),
            ...(q && { q }),
            ...(isByReports && { sort: 'reports' as const }),
          },
        },
      ),
      staleTime: 0,
      refetchOnWindowFocus: false,
    }),
  queue: () => queryOptions({ ...callQuery(['admin', 'comments', 'queue'], moderationApi.queue), staleTime: 0 }),
  byId: (id: string) =>
    queryOptions({
      ...callQuery(['admin', 'comments', 'by-id', id], moderationApi.byId, { params: { id } }),
      staleTime: 0,
      refetchOnWindowFocus: false,
    }),
  /** The number of comments of a person still to be hidden or shown; refreshed until it is 0. */
  left: (userId: string, isHiding: boolean) =>
    queryOptions({
      queryKey: ['admin', 'comments', 'left', userId, isHiding],
      queryFn: async ({ signal }) => {
        const states: readonly ModerationFilter[] = isHiding ? ['visible', 'held'] : ['hidden'];
        const pages = await Promise.all(
          states.map((state) => callPage(moderationApi.list, { query: { state, userId, limit: '1' } }, { signal })),
        );
        return pages.reduce((sum, { total }) => sum + total, 0);
      },
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data === 0 ? false : PROGRESS_POLL_MS),
    }),
  access: (postId: string) =>
    queryOptions({
      queryKey: ['admin', 'comments', 'access', postId],
      queryFn: async ({ signal }) =>
        (await call(moderationApi.postAccess, { params: { id: postId } }, { signal })).access,
      staleTime: 0,
    }),
};

/**
 * Hides or shows comments.
 * @returns the ids of existing comments
 */
async function decide({ ids, state, reason }: Decision): Promise<ReadonlySet<string>> {
  const [id] = ids;
  if (ids.length === 1 && id !== undefined) {
    await call(moderationApi.change, { params: { id }, body: { state, reason } });
    return new Set([id]);
  }
  const done = new Set<string>();
  for (let from = 0; from < ids.length; from += MODERATION_LIMITS.bulk) {
    const part = ids.slice(from, from + MODERATION_LIMITS.bulk);
    const answer = await call(moderationApi.changeMany, { body: { ids: part, state, reason } });
    for (const one of answer.ids) done.add(one);
  }
  return done;
}

/** Hides or shows comments; they stay in the list with their new state. */
export function useDecide() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: decide,
    onSuccess(done, { state, reason }) {
      const change = (comment: ModeratedComment): ModeratedComment =>
        done.has(comment.id)
          ? { ...comment, state, reason: state === 'hidden' ? reason : null, heldBy: null, reportsCount: 0 }
          : comment;
      client.setQueriesData<InfiniteData<Page<ModeratedComment>>>(
        { queryKey: ['admin', 'comments', 'list'] },
        (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(change) })) },
      );
      void client.invalidateQueries(moderationQueries.queue());
      void client.invalidateQueries({ queryKey: ['admin', 'comments', 'by-id'] });
    },
    onError: (error, { state }) => showActionError(state === 'hidden' ? 'hide comments' : 'show comments', error),
  });
}

/** Hides or shows all comments of a person; a job finishes the rest after the answer. */
export function useDecideAllOf(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ isHiding, reason }: { isHiding: boolean; reason: string | null }) =>
      isHiding
        ? call(moderationApi.hideAllOf, { params: { id: userId }, body: { reason } })
        : call(moderationApi.showAllOf, { params: { id: userId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: moderationQueries.all }),
    onError: (error, { isHiding }) =>
      showActionError(isHiding ? "hide this person's comments" : "show this person's comments", error),
  });
}

/** Changes who may comment on a post. */
export function useChooseAccess(postId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (access: CommentAccess | null) =>
      call(moderationApi.changePostAccess, { params: { id: postId }, body: { access } }),
    onSuccess({ access }) {
      showAnswer(client, moderationQueries.access(postId).queryKey, access);
      toastSuccess('Success', 'Comments on this post updated successfully!');
    },
    onError: (error) => showActionError('update comments on this post', error),
  });
}
