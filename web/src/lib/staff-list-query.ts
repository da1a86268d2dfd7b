import { infiniteQueryOptions, keepPreviousData, type QueryKey } from '@tanstack/react-query';
import { type ListInput, type PagedEndpoint, pagedQuery } from './call-query.ts';

/** Rows fetched at a time. */
const PAGE_SIZE = 20;

/**
 * The query of a staff list. It is always stale, so that staff see each other's changes. Earlier results stay until the results of a new search have
 * loaded. Product §9.
 */
export const staffListQuery = <const K extends QueryKey, const D extends PagedEndpoint>(
  queryKey: K,
  endpoint: D,
  input: ListInput<D> = {},
  pageSize = PAGE_SIZE,
) =>
  infiniteQueryOptions({
    ...pagedQuery(queryKey, endpoint, pageSize, input),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
