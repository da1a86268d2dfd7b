import { useOnScreen } from '../hooks/use-on-screen.ts';
import { failureText } from '../lib/failure.ts';
import { Button } from './button.tsx';

interface MorePostsProps {
  /** What the list contains. */
  readonly what?: 'posts' | 'issues';
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  /** Why the last attempt failed; null if it succeeded. */
  readonly failure: unknown;
  readonly onMore: () => void;
}

/** Loads more of a list when the reader nears its end or presses the button. */
export function MorePosts({ what = 'posts', hasMore, isLoading, failure, onMore }: MorePostsProps) {
  const end = useOnScreen<HTMLDivElement>(onMore, hasMore && !isLoading && failure === null);
  if (!hasMore) return null;
  return (
    <div ref={end} style={{ display: 'grid', justifyItems: 'center', gap: '0.75rem', paddingBlockStart: '3rem' }}>
      {failure !== null && (
        <p role="alert">
          More {what} could not be loaded. {failureText(failure)}
        </p>
      )}
      <Button variant="secondary" onClick={onMore} isPending={isLoading}>
        {isLoading ? 'Loading...' : 'Load More'}
      </Button>
    </div>
  );
}
