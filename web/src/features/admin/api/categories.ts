import { type CategoryPatch, CategoryUse, categoryApi } from '@inkwell/shared/categories';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { callQuery } from '../../../lib/call-query.ts';
import { refusalBody } from '../../../lib/refusal-body.ts';
import { toastError } from '../../../lib/toast.ts';
import { categoryQueries } from '../../categories/api/queries.ts';
import { postQueries } from '../../posts/api/queries.ts';
import { useStaffChange } from './staff-change.ts';

/** All categories in the order of the publication; always stale. */
export const staffCategories = () =>
  queryOptions({
    ...callQuery(['admin', 'categories'], categoryApi.adminList),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });

/** Queries of categories, and of posts, which show them. */
const STALE = [staffCategories().queryKey, categoryQueries.list().queryKey, postQueries.all];

export const useUpdateCategory = () =>
  useStaffChange({
    send: ({ id, body }: { id: number; body: CategoryPatch }) =>
      call(categoryApi.update, { params: { id: String(id) }, body }),
    done: 'Category saved',
    action: 'save category',
    stale: STALE,
  });

export const useOrderCategories = () =>
  useStaffChange({
    send: (ids: number[]) => call(categoryApi.order, { body: { ids } }),
    action: 'order categories',
    stale: STALE,
  });

export const useMergeCategory = () =>
  useStaffChange({
    send: ({ id, into }: { id: number; into: number }) =>
      call(categoryApi.merge, { params: { id: String(id) }, body: { into } }),
    done: 'Category merged. Its posts follow within a minute.',
    action: 'merge category',
    stale: STALE,
  });

export const useDeleteCategory = (id: number) =>
  useStaffChange({
    send: () => call(categoryApi.remove, { params: { id: String(id) } }),
    done: 'Category deleted',
    action: 'delete category',
    explain(error) {
      const use = refusalBody(error, 409, CategoryUse);
      if (use) toastError('This category is still used', usedBy(use));
      return use !== null;
    },
    stale: STALE,
  });

/** What still uses a category, as a sentence. */
export function usedBy({ posts, drafts }: CategoryUse): string {
  const titles = posts.slice(0, 3).map(({ title }) => `“${title}”`);
  const more = posts.length > titles.length ? ' and more posts' : '';
  const ofPosts = titles.length > 0 ? `${titles.join(', ')}${more}` : '';
  const ofDrafts = drafts === 0 ? '' : drafts === 1 ? 'a draft' : 'several drafts';
  return `Choose another category for ${[ofPosts, ofDrafts].filter(Boolean).join(', and ')}, or merge it.`;
}
