import { counted } from '@inkwell/shared/format';
import { lineBookmark } from '@inkwell/shared/reading-icons';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { ErrorBoundary } from '../../../components/error-boundary.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { MorePosts } from '../../../components/more-posts.tsx';
import { PageLoader } from '../../../components/page-loader.tsx';
import { PostCardGrid, PostCardSkeletons } from '../../../components/post-card-grid.tsx';
import { EmptyState, ErrorState, LoadError, StaleBanner } from '../../../components/states.tsx';
import { useNoIndex } from '../../../lib/no-index.ts';
import { paths } from '../../../lib/paths.ts';
import { readingPaths } from '../../../lib/reading-paths.ts';
import { useSession } from '../../../lib/session.tsx';
import { usePageTitle } from '../../../lib/title.ts';
import { readingQueries } from '../../reading/api/queries.ts';
import { ContinueList } from '../../reading/components/continue-list.tsx';
import { bookmarkQueries } from '../api/queries.ts';
import { changeBookmark } from '../api/sending.ts';
import { listSavedHere } from '../saved-here.ts';
import styles from './reading-list-page.module.css';

/** Saved posts that can be read offline; nothing if there are none. */
function SavedHereList() {
  const { data: posts = [] } = useQuery({ queryKey: ['bookmarks', 'here'], queryFn: listSavedHere });
  if (posts.length === 0) return null;
  return (
    <section aria-labelledby="saved-here">
      <h2 id="saved-here">Saved on this device</h2>
      <ul>
        {posts.map(({ id, title }) => (
          <li key={id}>
            <Link to={paths.post({ id, title })} dir="auto">
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const ListActs = lazyPart(
  async () => (await import('../components/list-acts.tsx')).ListActs,
  'The buttons of the list could not be loaded',
);

interface Props {
  /** The newest posts, for visitors and below an empty list. Passed in, because this feature may not import posts. */
  readonly NewestPosts: ComponentType<{ readonly count: number; readonly without?: readonly string[] }>;
}

/** `/reading-list`: a reader's saved posts, or one of their lists (`?list=`). */
export function Component({ NewestPosts }: Props) {
  const session = useSession();
  usePageTitle('Reading List');
  useNoIndex();
  switch (session.status) {
    case 'loading':
      return <PageLoader />;
    case 'signed-in':
      return <ReadingList userId={session.user.id} NewestPosts={NewestPosts} />;
    case 'failed':
      return (
        <div className={`container ${styles.page}`}>
          <h1>Reading List</h1>
          <ErrorState title="Your account could not be loaded" error={session.error} onRetry={session.retry} />
          <SavedHereList />
        </div>
      );
    case 'visitor':
      return (
        <div className={`container ${styles.page}`}>
          <h1>Reading List</h1>
          <EmptyState title="Sign in to save posts" actions={<ButtonLink to={paths.home}>Sign In</ButtonLink>}>
            Your reading list is the same on every device.
          </EmptyState>
          <NewestPosts count={3} />
        </div>
      );
  }
}

const addressOf = (list: string | null): string =>
  list === null ? readingPaths.readingList : `${readingPaths.readingList}?${new URLSearchParams({ list })}`;

function ReadingList({ userId, NewestPosts }: Props & { readonly userId: string }) {
  const client = useQueryClient();
  const [params, setParams] = useSearchParams();
  const list = params.get('list') || null;
  const saved = useQuery(bookmarkQueries.saved(userId));
  const query = useInfiniteQuery({ ...bookmarkQueries.list(userId, list), refetchOnMount: 'always' });
  const entries = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const posts = entries.flatMap((entry) => ('post' in entry ? [entry.post] : []));
  const gone = entries.flatMap((entry) => ('gone' in entry ? [entry.postId] : []));
  const names = saved.data?.lists ?? [];
  const begun = useQuery({ ...readingQueries.posts(userId), enabled: list === null });
  const begunPosts = (list === null && begun.data) || [];
  const isEmpty = query.isSuccess && entries.length === 0;
  // Above the text of an empty list, started posts would move it if they appeared later.
  const isLoading = query.isPending || (isEmpty && list === null && !begun.isFetched);
  const continueList = <ContinueList userId={userId} posts={begunPosts} className={styles.begun} />;

  const removeGone = () => {
    for (const postId of gone) changeBookmark(client, { userId, postId, change: { isSaved: false } });
    const isLeft = (entry: (typeof entries)[number]) => !('gone' in entry);
    client.setQueryData(
      bookmarkQueries.list(userId, list).queryKey,
      (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.filter(isLeft) })) },
    );
  };

  return (
    <div className={`container ${styles.page}`}>
      <header className={styles.head}>
        <h1 tabIndex={-1} data-focus-target dir="auto">
          {list ?? 'Reading List'}
        </h1>
        <p className={styles.count} role="status">
          {isLoading ? '\u00a0' : entries.length > 0 && counted(query.data?.pages.at(-1)?.total ?? 0, 'post', 'posts')}
        </p>
        {names.length > 0 && (
          <nav className={styles.lists} aria-label="Lists">
            {[null, ...names].map((name) => (
              <Link
                key={name ?? ''}
                to={addressOf(name)}
                className={styles.list}
                aria-current={name === list ? 'page' : undefined}
                dir="auto"
              >
                {name ?? 'All'}
              </Link>
            ))}
          </nav>
        )}
        {list !== null && names.includes(list) && (
          <div className={styles.acts}>
            <ErrorBoundary title="The buttons of the list could not be shown">
              <Suspense fallback={null}>
                <ListActs
                  key={list}
                  userId={userId}
                  list={list}
                  onChanged={(to) => setParams(to === null ? {} : { list: to }, { replace: true })}
                />
              </Suspense>
            </ErrorBoundary>
          </div>
        )}
      </header>

      {isLoading && <PostCardSkeletons />}
      {query.isError && entries.length === 0 && (
        <>
          <LoadError title="Your reading list could not be loaded" query={query} />
          <SavedHereList />
        </>
      )}
      {isEmpty && !isLoading && (
        <>
          {continueList}
          <div className={styles.empty}>
            <EmptyState
              title={list === null ? 'Nothing saved yet' : 'No posts in this list'}
              icon={lineBookmark}
              actions={<ButtonLink to={paths.posts}>Explore Posts</ButtonLink>}
            >
              Save posts to read them later on any device.
            </EmptyState>
          </div>
          <NewestPosts count={3} without={begunPosts.map(({ id }) => id)} />
        </>
      )}
      {entries.length > 0 && <StaleBanner query={query} what="Your reading list" />}
      {posts.length > 0 && <PostCardGrid posts={posts} headingLevel={2} priorityCount={1} />}
      {gone.length > 0 && (
        <p className={styles.gone}>
          {counted(gone.length, 'saved post is', 'saved posts are')} no longer available.{' '}
          <Button variant="quiet" onClick={removeGone}>
            Remove from the list
          </Button>
        </p>
      )}
      {entries.length > 0 && <MorePosts list={query} />}
      {/* At the end, so that nothing moves when it appears. */}
      {!isLoading && !isEmpty && continueList}
    </div>
  );
}
