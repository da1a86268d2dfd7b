import { SERIES_NAME_TAKEN, SeriesInput, seriesApi } from '@inkwell/shared/series';
import { TAG_NAME_TAKEN, TagInput, tagApi } from '@inkwell/shared/tags';
import type { QueryKey } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { postQueries } from '../../posts/api/queries.ts';
import { seriesQueries } from '../../series/api/queries.ts';
import { tagQueries } from '../../tags/api/queries.ts';
import { adminQueries } from '../api/queries.ts';
import { useStaffChange } from '../api/staff-change.ts';
import type { ListBody, NamedList } from './named-list.ts';

export interface Kind {
  /** `Tag`, `Series`. */
  readonly noun: string;
  readonly api: typeof tagApi | typeof seriesApi;
  readonly all: QueryKey;
  readonly rules: typeof TagInput | typeof SeriesInput;
  /** The path before the slug in page addresses. */
  readonly path: string;
  readonly nameTaken: string;
  readonly aboutName?: string;
}

/** Differences between tags and series, for staff. */
export const LIST_KINDS = {
  tag: {
    noun: 'Tag',
    api: tagApi,
    all: tagQueries.all,
    rules: TagInput,
    path: '/tags/',
    nameTaken: TAG_NAME_TAKEN,
    aboutName: 'A name that begins with # is internal: only staff see the tag.',
  },
  series: {
    noun: 'Series',
    api: seriesApi,
    all: seriesQueries.all,
    rules: SeriesInput,
    path: '/series/',
    nameTaken: SERIES_NAME_TAKEN,
  },
} as const satisfies Record<string, Kind>;

export type ListKind = keyof typeof LIST_KINDS;

/** Keys of the lists, the posts that show them, and the jobs that change posts. */
export const staleWith = (all: QueryKey): QueryKey[] => [
  all,
  postQueries.all,
  adminQueries.everyPost,
  adminQueries.unfinishedJobs().queryKey,
];

/** Creates or changes a tag or series. The form shows failures. */
export function useSaveList(kind: ListKind, list: NamedList | null) {
  const { noun, api, all }: Kind = LIST_KINDS[kind];
  return useStaffChange({
    send: (body: ListBody): Promise<NamedList> =>
      list === null ? call(api.create, { body }) : call(api.update, { params: { id: list.id }, body }),
    done: ({ name }) => `${noun} ${name} ${list === null ? 'created' : 'saved'}`,
    stale: staleWith(all),
  });
}

export function useDeleteList(kind: ListKind, { id, name }: NamedList) {
  const { noun, api, all }: Kind = LIST_KINDS[kind];
  return useStaffChange({
    send: () => call(api.remove, { params: { id } }),
    done: `${noun} ${name} deleted`,
    action: `delete ${noun.toLowerCase()}`,
    stale: staleWith(all),
  });
}
