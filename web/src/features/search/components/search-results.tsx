import { useQuery } from '@tanstack/react-query';
import { Icon } from '../../../components/icon.tsx';
import { lineSearch } from '../../../components/line-icons.ts';
import { PostCardGrid, PostCardSkeletons } from '../../../components/post-card-grid.tsx';
import { EmptyState, ErrorState, StaleBanner } from '../../../components/states.tsx';
import { postQueries } from '../../posts/api/queries.ts';

interface QueryProps {
  readonly query: string;
}

/** The results of a search. */
export function SearchResults({ query, headingLevel = 3 }: QueryProps & { readonly headingLevel?: 2 | 3 }) {
  const search = useQuery(postQueries.search(query));
  const { data: posts, isPending, error, isFetching, refetch } = search;

  if (isPending) return <PostCardSkeletons label="Searching" />;
  if (!posts) {
    return (
      <ErrorState
        title="The search did not work"
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  return (
    <>
      <StaleBanner query={search} what="These results" />
      {posts.length > 0 ? (
        <PostCardGrid posts={posts} dates="popular" headingLevel={headingLevel} />
      ) : (
        <EmptyState headingLevel={headingLevel} title="No results found" icon={<Icon icon={lineSearch} />}>
          Try other words, or fewer of them.
        </EmptyState>
      )}
    </>
  );
}

/**
 * Announces the result of a search to screen readers. Rendered before there is a query, or it would not be announced.
 */
export function ResultCount({ query }: QueryProps) {
  const { data, isFetching } = useQuery(postQueries.search(query));
  const count = data?.length ?? 0;
  return (
    <p role="status" className="visually-hidden">
      {query && data && !isFetching && `${count} ${count === 1 ? 'result' : 'results'} for ${query}`}
    </p>
  );
}
