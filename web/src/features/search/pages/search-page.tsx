import { lineSearch } from '@inkwell/shared/line-icons';
import { markedParts } from '@inkwell/shared/marked-ranges';
import {
  readSearchChoice,
  resultCount,
  SEARCH_ORDERS,
  SEARCH_TEXTS,
  type SearchChoice,
  searchPath,
} from '@inkwell/shared/search-key';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { PostCardGrid, PostCardSkeletons } from '../../../components/post-card-grid.tsx';
import { SearchForm } from '../../../components/search-form.tsx';
import { EmptyState, LoadError, StaleBanner } from '../../../components/states.tsx';
import { useSlash } from '../../../hooks/use-slash.ts';
import { useNoIndex } from '../../../lib/no-index.ts';
import { paths } from '../../../lib/paths.ts';
import { useRendered } from '../../../lib/rendered.ts';
import { usePageTitle } from '../../../lib/title.ts';
import { NewestPosts } from '../../posts/components/newest-posts.tsx';
import { searchQueries } from '../api/queries.ts';
import { SearchFilters } from '../components/search-filters.tsx';
import { useSuggestions } from '../suggestions/use-suggestions.tsx';
import { useSearchQuery } from '../use-search-query.ts';
import styles from './search-page.module.css';

/** A text in which the words of a search are marked, as in served pages. */
const markedText = (text: string, words: readonly string[]) =>
  markedParts(text, words).map((part, n) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text in their order
    part.isMarked ? <mark key={n}>{part.text}</mark> : part.text,
  );

interface ChoiceProps {
  readonly choice: SearchChoice;
}

/** The corrected query: applied if the typed one has no results, or suggested if it has few. */
function Meant({ choice }: ChoiceProps) {
  const { data } = useQuery(searchQueries.find(choice));
  if (!data?.meant) return null;
  return (
    <p className={styles.meant}>
      {data.isCorrected ? (
        <>
          {SEARCH_TEXTS.corrected} <q dir="auto">{choice.q}</q>.
        </>
      ) : (
        <>
          {SEARCH_TEXTS.meant}{' '}
          <Link to={searchPath({ ...choice, q: data.meant })}>
            <q dir="auto">{data.meant}</q>
          </Link>
          ?
        </>
      )}
    </p>
  );
}

function Orders({ choice }: ChoiceProps) {
  return (
    <nav className={styles.orders} aria-label="Order of the results">
      {SEARCH_ORDERS.map(({ sort, label }) =>
        sort === choice.sort ? (
          <span key={label} aria-current="true">
            {label}
          </span>
        ) : (
          <Link key={label} to={searchPath({ ...choice, sort })} preventScrollReset>
            {label}
          </Link>
        ),
      )}
    </nav>
  );
}

/** The results at `/search`, with filters and order. */
function FoundPosts({ choice }: ChoiceProps) {
  const { data } = useQuery(searchQueries.find(choice));
  if (!choice.q) return null;
  return (
    <>
      <Meant choice={choice} />
      <div className={styles.bar}>
        <SearchFilters choice={choice} />
        {data && data.items.length > 1 && <Orders choice={choice} />}
      </div>
      <Results key={searchPath(choice)} choice={choice} />
    </>
  );
}

function Results({ choice }: ChoiceProps) {
  const first = useQuery(searchQueries.find(choice));
  const [isAll, setAll] = useState(false);
  const all = useQuery({ ...searchQueries.find(choice, true), enabled: isAll });
  const search = all.data ? all : first;
  const { data, isPending } = search;

  if (isPending) return <PostCardSkeletons label="Searching" />;
  if (!data) return <LoadError title="The search failed" query={search} />;
  return (
    <>
      <StaleBanner query={search} what="These results" />
      {data.items.length > 0 ? (
        <>
          <PostCardGrid
            posts={data.items}
            dates="popular"
            headingLevel={2}
            priorityCount={1}
            mark={(text) => markedText(text, data.words)}
            passages={data.passages}
          />
          {!all.data && (data.total ?? Number.POSITIVE_INFINITY) > data.items.length && (
            <div className={styles.more}>
              {all.isError && !all.isFetching && <p role="alert">More results could not be loaded.</p>}
              <Button
                variant="secondary"
                isPending={all.isFetching}
                onClick={() => (isAll ? void all.refetch() : setAll(true))}
              >
                Show More
              </Button>
            </div>
          )}
        </>
      ) : (
        <>
          <EmptyState
            headingLevel={2}
            title="No results found"
            icon={lineSearch}
            actions={
              <ButtonLink variant="secondary" to={paths.categories}>
                Browse Categories
              </ButtonLink>
            }
          >
            Try different or fewer words.
          </EmptyState>
          <NewestPosts />
        </>
      )}
    </>
  );
}

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
