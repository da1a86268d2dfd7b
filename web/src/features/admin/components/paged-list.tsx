import { counted, wholeNumber } from '@inkwell/shared/format';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../../components/button.tsx';
import { LoadingRegion, Skeleton } from '../../../components/skeleton.tsx';
import { ErrorState, LoadError } from '../../../components/states.tsx';
import type { Page } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import styles from '../admin.module.css';
import { useLoginWhenUnauthorized } from '../api/unauthorized.ts';
import { NO_MATCH_YET } from '../filter-rules.ts';

export interface PagedListProps<T> {
  readonly query: UseInfiniteQueryResult<{ pages: Page<T>[] }>;
  /** Noun of the rows, in lower case: 'posts'. */
  readonly noun: string;
  readonly empty: ReactNode;
  /** Height of a row in pixels, so that nothing moves when the rows load. */
  readonly rowHeight?: number;
  /** Height of the loading rows in pixels: a screen, so that the content after the list is below it from the beginning. */
  readonly loadingHeight?: number;
  /** How many items the rows represent, if not one each. */
  readonly countOf?: (items: readonly T[]) => number;
  readonly children: (items: T[]) => ReactNode;
}

/** The number of rows on all pages; null if unknown or uncounted. */
export function totalOf(query: UseInfiniteQueryResult<{ pages: Page<unknown>[] }>): number | null {
  const last = query.data?.pages.at(-1);
  return !last || last.isUncounted ? null : last.total;
}

interface LoadingRowsProps {
  readonly noun: string;
  readonly rowHeight: number;
  readonly height: number;
}

/** Placeholder rows that fill a height in pixels. */
export const LoadingRows = ({ noun, rowHeight, height }: LoadingRowsProps) => (
  <LoadingRegion label={`Loading ${noun}`} className={styles.rows ?? ''}>
    {Array.from({ length: Math.ceil(height / rowHeight) }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they do not move
      <div key={index} className={styles.row} style={{ minHeight: rowHeight }}>
        <Skeleton height="1rem" width={`${62 - (index % 3) * 9}%`} />
      </div>
    ))}
  </LoadingRegion>
);

/** '3 posts in total', or the number of matches with filters; empty while unknown. */
export const foundText = (total: number | null, one: string, many: string, isNarrowed: boolean): string =>
  total === null ? '' : `${counted(total, one, many)} ${isNarrowed ? 'found' : 'in total'}`;

/** A list that loads page by page, in all its states. Rows that moved between pages appear once. */
export function PagedList<T extends { id: string }>({
  query,
  noun,
  empty,
  rowHeight = 72,
  loadingHeight = 900,
  countOf = (items) => items.length,
  children,
}: PagedListProps<T>) {
  useLoginWhenUnauthorized(query.error);
  if (query.isPending) {
    return <LoadingRows noun={noun} rowHeight={rowHeight} height={loadingHeight} />;
  }
  if (!query.data) return <LoadError title={`Failed to load ${noun}`} query={query} />;

  const items = [...new Map(query.data.pages.flatMap((page) => page.items).map((item) => [item.id, item])).values()];
  if (items.length === 0 && !query.hasNextPage) return empty;
  const known = totalOf(query);
  const total = known === null ? null : Math.max(known, countOf(items));
  const searchedFor = query.data.pages[0]?.searchedFor;
  return (
    <>
      {query.isRefetchError && (
        <ErrorState title={`Failed to load ${noun}`} onRetry={() => void query.refetch()} isRetrying={query.isFetching}>
          What you see may be out of date. {failureText(query.error)}
        </ErrorState>
      )}
      {searchedFor !== undefined && (
        <p role="status" className={styles.note}>
          Nothing matches what you typed. Shown instead: <q dir="auto">{searchedFor}</q>.
        </p>
      )}
      {items.length === 0 ? NO_MATCH_YET : children(items)}
      {query.hasNextPage && (
        <div className={styles.more}>
          {query.isFetchNextPageError && (
            <p role="alert">
              More {noun} could not be loaded. {failureText(query.error)}
            </p>
          )}
          <span>
            {wholeNumber(countOf(items))} {total === null ? `${noun} so far` : `of ${wholeNumber(total)} ${noun}`}
          </span>
          <Button
            variant="secondary"
            isPending={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage({ cancelRefetch: false })}
          >
            {query.isFetchingNextPage ? 'Loading...' : 'Load More'}
          </Button>
        </div>
      )}
    </>
  );
}
