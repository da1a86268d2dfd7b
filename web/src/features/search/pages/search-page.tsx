import { readSearchChoice, resultCount, SEARCH_TEXTS } from '@inkwell/shared/search-key';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { SearchForm } from '../../../components/search-form.tsx';
import { useSlash } from '../../../hooks/use-slash.ts';
import { useNoIndex } from '../../../lib/no-index.ts';
import { useRendered } from '../../../lib/rendered.ts';
import { usePageTitle } from '../../../lib/title.ts';
import { searchQueries } from '../api/queries.ts';
import { FoundPosts } from '../components/found-posts.tsx';
import { useSuggestions } from '../suggestions/use-suggestions.tsx';
import { useSearchQuery } from '../use-search-query.ts';
import styles from './search-page.module.css';

/** `/search?q=`: the results of a search, at an address that can be shared. Product §2. */
export function Component() {
  const [query, setQuery] = useSearchQuery();
  const [params] = useSearchParams();
  const choice = readSearchChoice((name) => params.get(name));
  const { data, isFetching } = useQuery(searchQueries.find(choice));
  // Without the app, a disabled button would block Enter.
  const isReady = useRendered() !== null;
  const { onFocus, list } = useSuggestions(query);
  const box = useRef<HTMLDivElement>(null);
  useSlash(() => {
    const field = box.current?.querySelector('input');
    field?.focus();
    field?.select();
  });
  usePageTitle(query ? `Search: ${query}` : 'Search');
  useNoIndex();

  return (
    <div className={`container ${styles.page}`}>
      <header className={styles.head}>
        <div className={styles.titles}>
          <h1>{query ? 'Search Results' : 'Search'}</h1>
          <p className={styles.lead}>
            {query ? (
              <>
                Showing results for <q dir="auto">{data?.isCorrected && data.meant ? data.meant : query}</q>
              </>
            ) : (
              SEARCH_TEXTS.lead
            )}{' '}
            {/* Rendered before there is a query, or it would not be announced. An empty result is shown below. */}
            <span role="status" className={data?.total === 0 ? 'visually-hidden' : styles.count}>
              {query && data && !isFetching && resultCount(data.total)}
            </span>
          </p>
        </div>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the field inside gets the focus */}
        <div ref={box} className={styles.box} onFocus={onFocus}>
          <SearchForm query={query} isReady={isReady} onChange={setQuery} />
          {list}
        </div>
      </header>
      <FoundPosts choice={choice} />
    </div>
  );
}
