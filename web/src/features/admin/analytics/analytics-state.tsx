import type { Analytics } from '@inkwell/shared/analytics';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadingRegion, Skeleton } from '../../../components/skeleton.tsx';
import { ErrorState } from '../../../components/states.tsx';
import styles from '../admin.module.css';
import { useLoginWhenUnauthorized } from '../api/unauthorized.ts';

interface AnalyticsStateProps {
  readonly query: UseQueryResult<Analytics>;
  readonly children: (analytics: Analytics) => ReactNode;
}

/** The figures, their loading state, or their error. */
export function AnalyticsState({ query, children }: AnalyticsStateProps) {
  useLoginWhenUnauthorized(query.error);
  if (query.data) return children(query.data);
  if (query.isPending) {
    return (
      <LoadingRegion label="Loading analytics" className={styles.cards ?? ''}>
        <Skeleton height="7rem" />
        <Skeleton height="7rem" />
        <Skeleton height="7rem" />
        <Skeleton height="7rem" />
      </LoadingRegion>
    );
  }
  return (
    <ErrorState
      title="Failed to load analytics data"
      error={query.error}
      onRetry={() => void query.refetch()}
      isRetrying={query.isFetching}
    />
  );
}
