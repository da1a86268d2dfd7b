import { noteApi } from '@inkwell/shared/notes';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** How often an open editor asks for notes of others. */
const ASK_AGAIN_MS = 30_000;

export const noteQueries = {
  ofPost: (id: string) =>
    queryOptions({
      queryKey: ['notes', id],
      queryFn: ({ signal }) => call(noteApi.list, { params: { id } }, { signal }),
      staleTime: 0,
      refetchInterval: ASK_AGAIN_MS,
    }),
};
