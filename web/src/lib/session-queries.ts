import { userApi } from '@inkwell/shared/users';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';

/** The account's own record, asked only after the provider reports a session; refetched on mount and focus. */
export const sessionQueries = {
  all: ['session'] as const,
  user: (uid: string) =>
    queryOptions({
      queryKey: ['session', 'user', uid],
      queryFn: ({ signal }) => call(userApi.current, {}, { signal }),
      staleTime: 0,
    }),
};
