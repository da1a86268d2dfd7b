import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';
import { sessionQueries } from './session-queries.ts';

/** Cached queries are fresh this long. Product §9. */
const STALE_MS = 30_000;

/**
 * Times of product §9: no retries, no interval, refetch on mount and focus. Offline, queries fail visibly
 * (`networkMode: 'always'`) instead of waiting, and are repeated when the network returns.
 */
export function createQueryClient(): QueryClient {
  // React Query assumes that a page is opened online, and would miss the return of the network.
  onlineManager.setOnline(globalThis.navigator?.onLine ?? true);
  // The account may have been blocked or lost its role, so the user record is refetched.
  const recheckSession = (error: unknown) => {
    if (error instanceof ApiError && error.status === 403) {
      void client.invalidateQueries({ queryKey: sessionQueries.all });
    }
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.queryKey[0] !== sessionQueries.all[0]) recheckSession(error);
      },
    }),
    mutationCache: new MutationCache({ onError: recheckSession }),
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        refetchInterval: false,
        refetchOnMount: true,
        refetchOnWindowFocus: true,
        refetchOnReconnect: true,
        retry: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}
