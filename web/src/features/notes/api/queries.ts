import { noteApi } from '@inkwell/shared/notes';
import { queryOptions } from '@tanstack/react-query';
import { callQuery } from '../../../lib/call-query.ts';

/** How often an open editor checks for notes of others. */
const ASK_AGAIN_MS = 30_000;

export const noteQueries = {
  ofPost: (id: string) =>
    queryOptions({
      ...callQuery(['notes', id], noteApi.list, { params: { id } }),
      staleTime: 0,
      refetchInterval: ASK_AGAIN_MS,
    }),
};
