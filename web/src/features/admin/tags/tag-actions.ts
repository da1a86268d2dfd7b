import { type StaffTag, type TagInput, tagApi } from '@inkwell/shared/tags';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { toastSuccess } from '../../../lib/toast.ts';
import { postQueries } from '../../posts/api/queries.ts';
import { tagQueries } from '../../tags/api/queries.ts';
import { adminQueries } from '../api/queries.ts';
import { showActionError } from '../api/unauthorized.ts';

/** Tags, the posts that show them, and the jobs that move posts. */
function useRefresh(): () => Promise<unknown> {
  const client = useQueryClient();
  const keys = [tagQueries.all, postQueries.all, adminQueries.everyPost, adminQueries.unfinishedJobs().queryKey];
  return () => Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** Creates a tag, or changes one. The form shows failures. */
export function useSaveTag(tag: StaffTag | null) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: TagInput) =>
      tag === null ? call(tagApi.create, { body }) : call(tagApi.update, { params: { id: tag.id }, body }),
    onSuccess: ({ name }) => toastSuccess('Success', tag === null ? `Tag ${name} created` : `Tag ${name} saved`),
    onSettled: refresh,
  });
}

export function useMergeTag({ id, name }: StaffTag) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (into: StaffTag) => call(tagApi.merge, { params: { id }, body: { into: into.id } }),
    onSuccess: (_, into) => toastSuccess('Success', `${name} was merged into ${into.name}`),
    onError: (error) => showActionError('merge tag', error),
    onSettled: refresh,
  });
}

export function useDeleteTag({ id, name }: StaffTag) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => call(tagApi.remove, { params: { id } }),
    onSuccess: () => toastSuccess('Success', `Tag ${name} deleted`),
    onError: (error) => showActionError('delete tag', error),
    onSettled: refresh,
  });
}
