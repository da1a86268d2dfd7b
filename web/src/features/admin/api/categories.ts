import { type CategoryPatch, CategoryUse, categoryApi } from '@inkwell/shared/categories';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { callQuery } from '../../../lib/call-query.ts';
import { refusalBody } from '../../../lib/refusal-body.ts';
import { toastError, toastSuccess } from '../../../lib/toast.ts';
import { categoryQueries } from '../../categories/api/queries.ts';
import { postQueries } from '../../posts/api/queries.ts';
import { showActionError } from './unauthorized.ts';

/** All categories in the order of the publication; always stale. */
export const staffCategories = () =>
  queryOptions({
    ...callQuery(['admin', 'categories'], categoryApi.adminList),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });

interface Change<Input, Answer> {
  readonly send: (input: Input) => Promise<Answer>;
  /** Null for changes that are seen. */
  readonly success: string | null;
  readonly onError: (error: unknown) => void;
}

/** A change of categories, after which lists of categories and posts are asked for again. */
function useCategoryChange<Input, Answer>({ send, success, onError }: Change<Input, Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: () => {
      if (success !== null) toastSuccess('Success', success);
    },
    onError,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: staffCategories().queryKey }),
        client.invalidateQueries({ queryKey: categoryQueries.list().queryKey }),
        client.invalidateQueries({ queryKey: postQueries.all }),
      ]),
  });
}

const failing = (action: string) => (error: unknown) => showActionError(action, error);

export const useUpdateCategory = () =>
  useCategoryChange({
    send: ({ id, body }: { id: number; body: CategoryPatch }) =>
      call(categoryApi.update, { params: { id: String(id) }, body }),
    success: 'Category saved',
    onError: failing('save category'),
  });

export const useOrderCategories = () =>
  useCategoryChange({
    send: (ids: number[]) => call(categoryApi.order, { body: { ids } }),
    success: null,
    onError: failing('order categories'),
  });

export const useMergeCategory = () =>
  useCategoryChange({
    send: ({ id, into }: { id: number; into: number }) =>
      call(categoryApi.merge, { params: { id: String(id) }, body: { into } }),
    success: 'Category merged. Its posts follow within a minute.',
    onError: failing('merge category'),
  });

export const useDeleteCategory = () =>
  useCategoryChange({
    send: (id: number) => call(categoryApi.remove, { params: { id: String(id) } }),
    success: 'Category deleted',
    onError(error) {
      const use = refusalBody(error, 409, CategoryUse);
      if (use) toastError('This category is still used', usedBy(use));
      else showActionError('delete category', error);
    },
  });

/** What still has a category, as a sentence. */
export function usedBy({ posts, drafts }: CategoryUse): string {
  const titles = posts.slice(0, 3).map(({ title }) => `“${title}”`);
  const more = posts.length > titles.length ? ' and more posts' : '';
  const ofPosts = titles.length > 0 ? `${titles.join(', ')}${more}` : '';
  const ofDrafts = drafts === 0 ? '' : drafts === 1 ? 'a draft' : 'several drafts';
  return `Choose another category for ${[ofPosts, ofDrafts].filter(Boolean).join(', and ')}, or merge it.`;
}
