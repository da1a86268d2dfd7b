import { SERIES_NAME_TAKEN, SeriesInput, type StaffSeries, seriesApi } from '@inkwell/shared/series';
import { type StaffTag, TAG_NAME_TAKEN, TagInput, tagApi } from '@inkwell/shared/tags';
import type { QueryKey } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import type { namedListQueries } from '../../../lib/named-list-queries.ts';
import { postQueries } from '../../posts/api/queries.ts';
import { seriesQueries } from '../../series/api/queries.ts';
import { tagQueries } from '../../tags/api/queries.ts';
import { adminQueries } from '../api/queries.ts';
import { useStaffChange } from '../api/staff-change.ts';

/** A tag or series; staff manage both the same way. */
export type NamedList = StaffTag | StaffSeries;

export interface Kind {
  /** `Tag`, `Series`. */
  readonly noun: string;
  readonly plural: string;
  readonly queries: Pick<ReturnType<typeof namedListQueries>, 'all' | 'list'>;
  /** Advice if there are none. */
  readonly first: string;
  readonly api: typeof tagApi | typeof seriesApi;
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
    plural: 'Tags',
    queries: tagQueries,
    first: 'Add tags to posts in the editor. Typing a new name creates a tag.',
    api: tagApi,
    rules: TagInput,
    path: '/tags/',
    nameTaken: TAG_NAME_TAKEN,
    aboutName: 'A name that begins with # is internal: only staff see the tag.',
  },
  series: {
    noun: 'Series',
    plural: 'Series',
    queries: seriesQueries,
    first: 'Add posts to a series in the editor. Typing a new name creates a series.',
    api: seriesApi,
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
  const { noun, api, queries }: Kind = LIST_KINDS[kind];
  return useStaffChange({
    send: (body: TagInput | SeriesInput): Promise<NamedList> =>
      list === null ? call(api.create, { body }) : call(api.update, { params: { id: list.id }, body }),
    done: ({ name }) => `${noun} ${name} ${list === null ? 'created' : 'saved'}`,
    stale: staleWith(queries.all),
  });
}

export function useDeleteList(kind: ListKind, { id, name }: NamedList) {
  const { noun, api, queries }: Kind = LIST_KINDS[kind];
  return useStaffChange({
    send: () => call(api.remove, { params: { id } }),
    done: `${noun} ${name} deleted`,
    action: `delete ${noun.toLowerCase()}`,
    stale: staleWith(queries.all),
  });
}
