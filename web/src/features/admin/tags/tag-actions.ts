import { type StaffTag, tagApi } from '@inkwell/shared/tags';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { toastSuccess } from '../../../lib/toast.ts';
import { tagQueries } from '../../tags/api/queries.ts';
import { showActionError } from '../api/unauthorized.ts';
import { useDeleteList, useRefreshedLists, useSaveList } from '../named-lists/list-acts.ts';

const SHARED = { noun: 'Tag', all: tagQueries.all } as const;

/** Creates a tag, or changes one. The form shows failures. */
export const useSaveTag = (tag: StaffTag | null) =>
  useSaveList({
    ...SHARED,
    isNew: tag === null,
    send: (body) =>
      tag === null ? call(tagApi.create, { body }) : call(tagApi.update, { params: { id: tag.id }, body }),
  });

export function useMergeTag({ id, name }: StaffTag) {
  return useMutation({
    mutationFn: (into: StaffTag) => call(tagApi.merge, { params: { id }, body: { into: into.id } }),
    onSuccess: (_, into) => toastSuccess('Success', `${name} was merged into ${into.name}`),
    onError: (error) => showActionError('merge tag', error),
    onSettled: useRefreshedLists(tagQueries.all),
  });
}

export const useDeleteTag = ({ id, name }: StaffTag) =>
  useDeleteList({ ...SHARED, name, send: () => call(tagApi.remove, { params: { id } }) });
