import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { PostCardGrid } from '../../../components/post-card-grid.tsx';
import { readingQueries } from '../api/queries.ts';

/** The posts that the reader has begun; nothing if there are none. It is at the end, so that nothing moves when it appears. */
export function ContinueList({
  userId,
  className,
}: {
  readonly userId: string;
  readonly className: string | undefined;
}) {
  const { data: posts = [] } = useQuery(readingQueries.posts(userId));
  const titleId = useId();
  if (posts.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className={className}>
      <h2 id={titleId}>Continue reading</h2>
      <PostCardGrid posts={posts} />
    </section>
  );
}
