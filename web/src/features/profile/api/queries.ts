import { personalDataApi } from '@inkwell/shared/personal-data';
import { queryOptions } from '@tanstack/react-query';
import { callQuery } from '../../../lib/call-query.ts';

/** How often a copy that is being made is asked for. */
const MAKING_MS = 5_000;

export const personalDataQueries = {
  copy: () =>
    queryOptions({
      ...callQuery(['personal-data', 'copy'], personalDataApi.copy),
      // Whoever comes back to the page sees at once whether it is ready.
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.state === 'making' ? MAKING_MS : false),
    }),
};
