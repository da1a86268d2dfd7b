import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { PostCardGrid, PostCardSkeletons } from '../../../components/post-card-grid.tsx';
import { EmptyState, LoadError, StaleBanner } from '../../../components/states.tsx';
import { readingPaths } from '../../../lib/reading-paths.ts';
import { followingQueries } from '../api/queries.ts';

/** On `/`: the newest followed posts that the reader has not opened, then popular posts, without the ones shown above. */
export function ForYou({ userId, shown }: { readonly userId: string; readonly shown: readonly string[] }) {
  const query = useQuery({ ...followingQueries.forYou(userId, shown), placeholderData: keepPreviousData });
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <div className="section-head">
        <h2 id={titleId}>For you</h2>
        <Link to={readingPaths.following}>What you follow</Link>
      </div>
      {query.isPending && <PostCardSkeletons label="Loading posts for you" />}
      {query.isError && !query.data && <LoadError title="Posts for you could not be loaded" query={query} />}
      {query.data?.length === 0 && (
        <EmptyState title="No posts for you yet" headingLevel={3}>
          Follow authors and topics on their pages.
        </EmptyState>
      )}
      {query.data && query.data.length > 0 && (
        <>
          <StaleBanner query={query} what="These posts" />
          <PostCardGrid posts={query.data} />
        </>
      )}
    </section>
  );
}
