import type { EndpointDefinition, ParamsInput, QueryInput, ResponseOf } from '@inkwell/shared/endpoint';
import { infiniteQueryOptions, type QueryKey, queryOptions } from '@tanstack/react-query';
import { type CallArguments, call, callPage, type ItemOf, type Page } from './api.ts';

/** The query of a call, with its input. */
export const callQuery = <const K extends QueryKey, const D extends EndpointDefinition>(
  queryKey: K,
  endpoint: D,
  ...[input]: CallArguments<D>
) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }): Promise<ResponseOf<D>> => call(endpoint, ...([input, { signal }] as CallArguments<D>)),
  });

export type PagedEndpoint = EndpointDefinition & { readonly paged: true };

/** The filters of a list. */
export type Filters<D> = Omit<QueryInput<D>, 'limit' | 'cursor'>;

/** What a list is asked for. */
export interface ListInput<D> {
  readonly params?: ParamsInput<D>;
  readonly query?: Filters<D>;
}

/** The query of a list that is read page by page. */
export const pagedQuery = <const K extends QueryKey, const D extends PagedEndpoint>(
  queryKey: K,
  endpoint: D,
  pageSize: number,
  input: ListInput<D> = {},
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }): Promise<Page<ItemOf<D>>> => {
      const query = { limit: String(pageSize), ...input.query, ...(pageParam !== null && { cursor: pageParam }) };
      return callPage(endpoint, ...([{ ...input, query }, { signal }] as unknown as CallArguments<D>));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: Page<ItemOf<D>>) => page.nextCursor,
  });
