import type { EndpointDefinition, ParamsInput, QueryInput, ResponseOf } from '@inkwell/shared/endpoint';
import { infiniteQueryOptions, type QueryKey, queryOptions } from '@tanstack/react-query';
import { type CallArguments, type CallOptions, call, callPage, type ItemOf, type Page } from './api.ts';

/** A call whose input is type-checked where the query is defined. */
type Ask<D, Answer> = (endpoint: D, input: unknown, options: CallOptions) => Promise<Answer>;

/** The query of a call, with its input. */
export const callQuery = <const K extends QueryKey, const D extends EndpointDefinition>(
  queryKey: K,
  endpoint: D,
  ...[input]: CallArguments<D>
) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => (call as Ask<D, ResponseOf<D>>)(endpoint, input, { signal }),
  });

export type PagedEndpoint = EndpointDefinition & { readonly paged: true };

/** The filters of a list. */
export type Filters<D> = Omit<QueryInput<D>, 'limit' | 'cursor'>;

/** The input of a list. */
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
  firstPageSize = pageSize,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      (callPage as Ask<D, Page<ItemOf<D>>>)(
        endpoint,
        {
          ...input,
          query: {
            limit: String(pageParam === null ? firstPageSize : pageSize),
            ...input.query,
            ...(pageParam !== null && { cursor: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page: Page<ItemOf<D>>) => page.nextCursor,
  });
