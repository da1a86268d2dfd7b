import { readSearchQuery as readQuery } from '@inkwell/shared/search-query';

/** The query of an address, trimmed and at most as long as the API accepts. */
export const readSearchQuery = (params: URLSearchParams): string => readQuery(params.get('q') ?? '');
