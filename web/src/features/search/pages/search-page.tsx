import { SearchForm } from '../../../components/search-form.tsx';
import { useNoIndex } from '../../../lib/no-index.ts';
import { usePageTitle } from '../../../lib/title.ts';
import { ResultCount, SearchResults } from '../components/search-results.tsx';
import { useSearchQuery } from '../use-search-query.ts';
import styles from './search-page.module.css';

/** `/search?q=`: the results of a search, at an address that can be shared. Product §2. */
export function Component() {
  const [query, setQuery] = useSearchQuery();
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
                Showing results for <q dir="auto">{query}</q>
              </>
            ) : (
              'Find stories by their titles, their authors, or what they say.'
            )}
          </p>
        </div>
        <SearchForm query={query} onChange={setQuery} />
      </header>
      <ResultCount query={query} isVisible />
      {query && <SearchResults query={query} headingLevel={2} />}
    </div>
  );
}
