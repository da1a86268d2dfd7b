import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { PostCardGrid, PostCardSkeletons } from '../../../components/post-card-grid.tsx';
import { SearchForm } from '../../../components/search-form.tsx';
import { EmptyState, LoadError, StaleBanner } from '../../../components/states.tsx';
import { postQueries } from '../../posts/api/queries.ts';
import { ResultCount, SearchResults } from '../../search/components/search-results.tsx';
import { useSearchQuery } from '../../search/use-search-query.ts';
import styles from './popular-blogs.module.css';

function Popular() {
  const popular = useQuery(postQueries.popular());
  const { data: posts, isPending } = popular;

  if (isPending) return <PostCardSkeletons label="Loading popular posts" />;
  if (!posts) return <LoadError title="Popular posts could not be loaded" query={popular} />;
  if (posts.length === 0) {
    return (
      <EmptyState headingLevel={3} title="No posts available">
        The first stories are being written. Come back soon.
      </EmptyState>
    );
  }
  return (
    <>
      <StaleBanner query={popular} what="These posts" />
      <PostCardGrid posts={posts} dates="popular" />
    </>
  );
}

/** The most popular posts, or search results. Product §2 and §4. */
export function PopularBlogs() {
  const [query, setQuery] = useSearchQuery();
  const section = useRef<HTMLElement>(null);
  const search = (words: string) => {
    setQuery(words);
    if (words) section.current?.scrollIntoView();
  };

  return (
    <section ref={section} className={`container ${styles.section}`} aria-labelledby="popular">
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
        <SearchForm query={query} onChange={search} />
      </div>
      <ResultCount query={query} />
      {query ? <SearchResults query={query} /> : <Popular />}
    </section>
  );
}
