import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useOnScreen } from '../hooks/use-on-screen.ts';
import { failureText } from '../lib/failure.ts';
import { Button } from './button.tsx';

interface MorePostsProps {
  readonly list: UseInfiniteQueryResult;
  /** What the list contains. */
  readonly what?: 'posts' | 'issues';
}

/** Loads more of a list when the reader nears its end or presses the button. */
export function MorePosts({ list, what = 'posts' }: MorePostsProps) {
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = list;
  const more = () => {
    if (!isFetching) void fetchNextPage();
  };
  const end = useOnScreen<HTMLDivElement>(more, hasNextPage && !isFetchingNextPage && !isFetchNextPageError);
  if (!hasNextPage) return null;
  return (
    <div ref={end} style={{ display: 'grid', justifyItems: 'center', gap: '0.75rem', paddingBlockStart: '3rem' }}>
      {isFetchNextPageError && (
        <p role="alert">
          More {what} could not be loaded. {failureText(error)}
        </p>
      )}
      <Button variant="secondary" onClick={more} isPending={isFetchingNextPage}>
        {isFetchingNextPage ? 'Loading...' : 'Load More'}
      </Button>
    </div>
  );
}
