import {
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useRef } from 'react';
import type { Page } from '../../../lib/api.ts';
import { totalOf } from './paged-list.tsx';
import { type AddressFilters, useAddressFilters } from './use-address-filters.ts';

/** A searchable list: its filters are in the address, `q` is the search text. */
export type StaffListState<Name extends string, T = { id: string }> = ReturnType<
  typeof useStaffList<Name, T, QueryKey>
>;

/**
 * @param names filters in the address
 * @param optionsOf returns the query for these filters
 */
export function useStaffList<Name extends string, T, K extends QueryKey>(
  names: readonly Name[],
  optionsOf: (
    values: AddressFilters<Name>['values'],
  ) => UseInfiniteQueryOptions<Page<T>, Error, InfiniteData<Page<T>>, K, string | null>,
) {
  const filters = useAddressFilters(names);
  const query = useInfiniteQuery(optionsOf(filters.values));
  return { ...filters, query, total: totalOf(query), listRef: useRef<HTMLUListElement>(null) };
}
