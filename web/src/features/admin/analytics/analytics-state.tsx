import type { Analytics } from '@inkwell/shared/analytics';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadingRegion } from '../../../components/skeleton.tsx';
import { LoadError } from '../../../components/states.tsx';
import { useLoginWhenUnauthorized } from '../api/unauthorized.ts';
import styles from './analytics-state.module.css';

interface AnalyticsStateProps {
  readonly query: UseQueryResult<Analytics>;
  /** Without figures it renders their skeleton, which has the same measures. */
  readonly children: (analytics: Analytics | undefined) => ReactNode;
}

/** The figures, their loading state, or their error. */
export function AnalyticsState({ query, children }: AnalyticsStateProps) {
  useLoginWhenUnauthorized(query.error);
  if (query.data) return children(query.data);
  if (query.isPending) {
    return (
      <LoadingRegion label="Loading analytics" className={styles.region}>
        <div className={styles.region} aria-hidden="true">
          {children(undefined)}
        </div>
      </LoadingRegion>
    );
  }
  return <LoadError title="Failed to load analytics data" query={query} />;
}
