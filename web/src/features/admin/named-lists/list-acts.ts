import type { QueryKey } from '@tanstack/react-query';
import { postQueries } from '../../posts/api/queries.ts';
import { adminQueries } from '../api/queries.ts';
import { useStaffChange } from '../api/staff-change.ts';
import type { ListBody, NamedList } from './named-list.ts';

/** The lists, the posts that show them, and the jobs that change posts. */
export const staleWith = (all: QueryKey): QueryKey[] => [
  all,
  postQueries.all,
  adminQueries.everyPost,
  adminQueries.unfinishedJobs().queryKey,
];

interface Saving {
  /** `Tag`, `Series`. */
  readonly noun: string;
  readonly all: QueryKey;
  readonly isNew: boolean;
  readonly send: (body: ListBody) => Promise<NamedList>;
}

/** Creates a tag or series, or changes one. The form shows failures. */
export const useSaveList = ({ noun, all, isNew, send }: Saving) =>
  useStaffChange({
    send,
    done: ({ name }) => `${noun} ${name} ${isNew ? 'created' : 'saved'}`,
    stale: staleWith(all),
  });

interface Deleting {
  readonly noun: string;
  readonly all: QueryKey;
  readonly name: string;
  readonly send: () => Promise<unknown>;
}

export const useDeleteList = ({ noun, all, name, send }: Deleting) =>
  useStaffChange({
    send,
    done: `${noun} ${name} deleted`,
    action: `delete ${noun.toLowerCase()}`,
    stale: staleWith(all),
  });
