import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '../../lib/api.ts';

export type Fresh<T> =
  | { readonly status: 'loading' }
  | { readonly status: 'missing' }
  | { readonly status: 'failed'; readonly error: unknown; readonly retry: () => void }
  | { readonly status: 'ready'; readonly post: T };

/**
 * Reads a post or page once before editing begins: bypassing the cache, which may be outdated, and without a later refetch, which would replace the
 * new text.
 */
export function useFresh<Answer, T, K extends QueryKey>(options: UseQueryOptions<Answer, Error, T, K>): Fresh<T> {
  const query = useQuery({ ...options, staleTime: 0, refetchOnMount: 'always' });
  const [post, setPost] = useState<T | null>(null);
  const isSettled = query.isFetchedAfterMount && !query.isFetching;

  if (!post && isSettled && query.isSuccess) setPost(query.data);
  if (post) return { status: 'ready', post };
  if (!isSettled || query.isSuccess) return { status: 'loading' };
  if (isApiError(query.error, 404)) return { status: 'missing' };
  return { status: 'failed', error: query.error, retry: () => void query.refetch() };
}
