import type { ResponseOf } from '@inkwell/shared/endpoint';
import type { postApi } from '@inkwell/shared/posts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '../../lib/api.ts';
import { postQueries } from '../posts/api/queries.ts';

type Post = ResponseOf<typeof postApi.byId>;

type FreshPost =
  | { readonly status: 'loading' }
  | { readonly status: 'missing' }
  | { readonly status: 'failed'; readonly error: unknown; readonly retry: () => void }
  | { readonly status: 'ready'; readonly post: Post };

/**
 * Reads a post once before editing begins: bypassing the cache, which may be outdated, and without a later refetch, which would replace the new text.
 */
export function useFreshPost(id: string): FreshPost {
  const query = useQuery({ ...postQueries.byId(id), staleTime: 0, refetchOnMount: 'always' });
  const [post, setPost] = useState<Post | null>(null);
  const isSettled = query.isFetchedAfterMount && !query.isFetching;

  if (!post && isSettled && query.isSuccess) setPost(query.data);
  if (post) return { status: 'ready', post };
  if (!isSettled || query.isSuccess) return { status: 'loading' };
  if (isApiError(query.error, 404)) return { status: 'missing' };
  return { status: 'failed', error: query.error, retry: () => void query.refetch() };
}
