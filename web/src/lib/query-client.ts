import { MutationCache, onlineManager, QueryCache, QueryClient, type QueryFunction } from '@tanstack/react-query';
import { ApiError, isApiError, send } from './api.ts';
import { sessionQueries } from './session-queries.ts';

/** Cached queries are fresh this long. Product §9. */
const STALE_MS = 30_000;

/**
 * The generic cached fetch: GET to the address that the key forms, with headers and credentials of every call. `on401: 'null'` returns null without a
 * session instead of failing. Product §7.
 */
export const queryFetch =
  <T>({ on401 }: { on401: 'throw' | 'null' }): QueryFunction<T | null> =>
  async ({ queryKey, signal }) => {
    try {
      const response = await send(queryKey.join('/'), { signal });
      return (await response.json()) as T;
    } catch (error) {
      if (on401 === 'null' && isApiError(error, 401)) return null;
      throw error;
    }
  };

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
        queryFn: queryFetch({ on401: 'throw' }),
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
