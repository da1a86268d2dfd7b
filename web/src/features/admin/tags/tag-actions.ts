import { type StaffTag, tagApi } from '@inkwell/shared/tags';
import { call } from '../../../lib/api.ts';
import { tagQueries } from '../../tags/api/queries.ts';
import { useStaffChange } from '../api/staff-change.ts';
import { staleWith } from '../named-lists/list-acts.ts';

export const useMergeTag = ({ id, name }: StaffTag) =>
  useStaffChange({
    send: (into: StaffTag) => call(tagApi.merge, { params: { id }, body: { into: into.id } }),
    done: (_, into) => `${name} was merged into ${into.name}`,
    action: 'merge tag',
    stale: staleWith(tagQueries.all),
  });
