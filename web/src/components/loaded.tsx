import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadingRegion, Skeleton } from './skeleton.tsx';
import { LoadError } from './states.tsx';

interface LoadedProps<T> {
  readonly query: UseQueryResult<T>;
  /** Announced while it loads: 'Loading settings'. */
  readonly loading: string;
  /** What failed: 'Failed to load settings'. */
  readonly failure: string;
  /** Shape of the content, so that little moves when it arrives. */
  readonly height: string;
  readonly children: (data: T) => ReactNode;
}

/** The result of a query, its placeholder, or its error. */
export function Loaded<T>({ query, loading, failure, height, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.isPending) return <LoadError title={failure} query={query} />;
  return (
    <LoadingRegion label={loading}>
      <Skeleton height={height} />
    </LoadingRegion>
  );
}
