import { userApi } from '@inkwell/shared/users';
import { queryOptions } from '@tanstack/react-query';
import { call, isApiError } from './api.ts';
import { knownAccount, rememberAccount } from './known-account.ts';

/** The product's own record of the signed-in account; refetched on mount and focus. */
export const sessionQueries = {
  all: ['session'] as const,
  user: (uid: string) =>
    queryOptions({
      queryKey: ['session', 'user', uid],
      queryFn: async ({ signal }) => {
        try {
          const user = await call(userApi.current, {}, { signal });
          rememberAccount(user);
          return user;
        } catch (error) {
          // Refusals count; a lost network does not, because the server checks permissions anyway.
          const known = isApiError(error) || signal.aborted ? null : knownAccount(uid);
          if (known) return known;
          throw error;
        }
      },
      staleTime: 0,
    }),
};
