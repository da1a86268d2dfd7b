import { personalDataApi } from '@inkwell/shared/personal-data';
import { queryOptions } from '@tanstack/react-query';
import { callQuery } from '../../../lib/call-query.ts';

/** Poll interval while a copy is being created. */
const MAKING_MS = 5_000;

export const personalDataQueries = {
  copy: () =>
    queryOptions({
      ...callQuery(['personal-data', 'copy'], personalDataApi.copy),
      // Readers who return to the page see at once whether it is ready.
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.state === 'making' ? MAKING_MS : false),
    }),
};
