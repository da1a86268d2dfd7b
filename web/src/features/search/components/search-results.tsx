import { counted } from '@inkwell/shared/format';
import { lineSearch } from '@inkwell/shared/line-icons';
import { useQuery } from '@tanstack/react-query';
import { PostCardGrid, PostCardSkeletons } from '../../../components/post-card-grid.tsx';
import { EmptyState, LoadError, StaleBanner } from '../../../components/states.tsx';
import type { Page } from '../../../lib/api.ts';
import { postQueries } from '../../posts/api/queries.ts';

interface QueryProps {
  readonly query: string;
}

/** The results of a search. */
export function SearchResults({ query }: QueryProps) {
  const search = useQuery(postQueries.search(query));
  const { data, isPending } = search;
  const posts = data?.items;

  if (isPending) return <PostCardSkeletons label="Searching" />;
  if (!posts) return <LoadError title="The search failed" query={search} />;
  return (
    <>
      <StaleBanner query={search} what="These results" />
      {posts.length > 0 ? (
        <PostCardGrid posts={posts} dates="popular" headingLevel={3} />
      ) : (
        <EmptyState headingLevel={3} title="No results found" icon={lineSearch}>
          Try different or fewer words.
        </EmptyState>
      )}
    </>
  );
}

/** The number of results. Rendered before there is a query, or it would not be announced. */
export function ResultCount({ query }: QueryProps) {
  const { data, isFetching } = useQuery(postQueries.search(query));
  return (
    <p role="status" className="visually-hidden">
      {query && data && !isFetching && `${countOf(data)} for ${query}`}
    </p>
  );
}

const countOf = ({ total, isUncounted }: Page<unknown>): string =>
  isUncounted ? 'more than 40 results' : counted(total, 'result', 'results');
