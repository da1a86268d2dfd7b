import { POST_LIMITS } from '@inkwell/shared/posts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { linePage, lineSearch } from '../../../components/line-icons.ts';
import { PostCardGrid, PostCardSkeletons } from '../../../components/post-card-grid.tsx';
import { EmptyState, ErrorState } from '../../../components/states.tsx';
import { postQueries } from '../../posts/api/queries.ts';
import styles from './popular-blogs.module.css';

/** The query lives in the address, so that the way back from a post leads to its results. */
function useSearchQuery(): [string, (query: string) => void] {
  const [params, setParams] = useSearchParams();
  const change = (query: string) => {
    setParams(
      (before) => {
        if (query) before.set('q', query);
        else before.delete('q');
        return before;
      },
      { preventScrollReset: true },
    );
  };
  return [(params.get('q') ?? '').trim(), change];
}

function Results({ query }: { readonly query: string }) {
  const isSearch = query !== '';
  const popular = useQuery({ ...postQueries.popular(), enabled: !isSearch });
  const search = useQuery(postQueries.search(query));
  const { data: posts, isPending, isError, isFetching, refetch } = isSearch ? search : popular;

  if (isPending) return <PostCardSkeletons label={isSearch ? 'Searching' : 'Loading popular posts'} />;
  if (isError) {
    return (
      <ErrorState
        title={isSearch ? 'The search did not work' : 'Popular posts could not be loaded'}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  if (posts.length > 0) return <PostCardGrid posts={posts} dates="popular" />;
  return isSearch ? (
    <EmptyState headingLevel={3} title="No results found" icon={<Icon icon={lineSearch} />}>
      Try other words, or fewer of them.
    </EmptyState>
  ) : (
    <EmptyState headingLevel={3} title="No posts available" icon={<Icon icon={linePage} />}>
      The first stories are being written. Come back soon.
    </EmptyState>
  );
}

/** Tells screen readers how a search ended; others see it. */
function ResultCount({ query }: { readonly query: string }) {
  const { data, isFetching } = useQuery(postQueries.search(query));
  const count = data?.length ?? 0;
  return (
    <p role="status" className="visually-hidden">
      {query && data && !isFetching && `${count} ${count === 1 ? 'result' : 'results'} for ${query}`}
    </p>
  );
}

/** The most popular posts, or what a search found. Product §2 and §4. */
export function PopularBlogs() {
  const [query, setQuery] = useSearchQuery();
  const [text, setText] = useState(query);

  useEffect(() => setText(query), [query]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const words = text.trim();
    if (words) setQuery(words);
  };
  const clear = () => {
    setText('');
    setQuery('');
  };

  return (
    <section className={`container ${styles.section}`} aria-labelledby="popular">
      <div className={styles.head}>
        <div className={styles.titles}>
          <h2 id="popular">{query ? 'Search Results' : 'Popular Blogs'}</h2>
          <p className={styles.lead}>
            {query ? (
              <>
                Showing results for <q>{query}</q>
              </>
            ) : (
              'What the community reads, likes and talks about.'
            )}
          </p>
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: older browsers and screen readers do not know <search> */}
        <form role="search" className={styles.form} onSubmit={submit}>
          <label className="visually-hidden" htmlFor="search-blogs">
            Search blogs
          </label>
          <input
            id="search-blogs"
            className={styles.input}
            type="search"
            placeholder="Search blogs..."
            maxLength={POST_LIMITS.query}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <Button type="submit" disabled={text.trim() === ''}>
            Search
          </Button>
          <Button variant="secondary" disabled={!text && !query} onClick={clear}>
            Clear
          </Button>
        </form>
      </div>
      <ResultCount query={query} />
      <Results query={query} />
    </section>
  );
}
