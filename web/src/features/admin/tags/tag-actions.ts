import { type StaffTag, tagApi } from '@inkwell/shared/tags';
import { call } from '../../../lib/api.ts';
import { tagQueries } from '../../tags/api/queries.ts';
import { useStaffChange } from '../api/staff-change.ts';
import { staleWith, useDeleteList, useSaveList } from '../named-lists/list-acts.ts';

const SHARED = { noun: 'Tag', all: tagQueries.all } as const;

/** Creates a tag, or changes one. The form shows failures. */
export const useSaveTag = (tag: StaffTag | null) =>
  useSaveList({
    ...SHARED,
    isNew: tag === null,
    send: (body) =>
      tag === null ? call(tagApi.create, { body }) : call(tagApi.update, { params: { id: tag.id }, body }),
  });

export const useMergeTag = ({ id, name }: StaffTag) =>
  useStaffChange({
    send: (into: StaffTag) => call(tagApi.merge, { params: { id }, body: { into: into.id } }),
    done: (_, into) => `${name} was merged into ${into.name}`,
    action: 'merge tag',
    stale: staleWith(tagQueries.all),
  });

export const useDeleteTag = ({ id, name }: StaffTag) =>
  useDeleteList({ ...SHARED, name, send: () => call(tagApi.remove, { params: { id } }) });
