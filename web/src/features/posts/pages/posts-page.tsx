import { faFeather, faNewspaper, faPen, faRotateRight } from '@fortawesome/free-solid-svg-icons';
import { readCategoryId } from '@inkwell/shared/category-icons';
import { counted } from '@inkwell/shared/format';
import { canManagePosts } from '@inkwell/shared/permissions';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { PostCardGrid, PostCardSkeletons } from '../../../components/post-card-grid.tsx';
import { EmptyState, ErrorState, StaleBanner } from '../../../components/states.tsx';
import { refetchUnlessServed } from '../../../lib/hydrate.ts';
import { paths } from '../../../lib/paths.ts';
import { useViewer } from '../../../lib/session.tsx';
import { usePageTitle } from '../../../lib/title.ts';
import { categoryQueries } from '../../categories/api/queries.ts';
import { postQueries } from '../api/queries.ts';
import { MorePosts } from '../components/more-posts.tsx';
import { useRestoredPages } from '../use-restored-pages.ts';
import styles from './posts-page.module.css';

/** Cards of the first row, whose pictures are loaded at once. */
const FIRST_ROW = 3;

/** All Posts, or those of one category with `?category=`. Product §2. */
export function Component() {
  const [search] = useSearchParams();
  const categoryId = readCategoryId(search.get('category'));
  const canWrite = canManagePosts(useViewer());
  const categories = useQuery({ ...categoryQueries.list(), enabled: categoryId !== null });
  const category = categories.data?.find(({ id }) => id === categoryId);
  const list = useInfiniteQuery({
    ...postQueries.list({ categoryId }),
    refetchOnMount: refetchUnlessServed,
    refetchOnWindowFocus: 'always',
  });
  const posts = list.data?.pages.flatMap((page) => page.items) ?? [];
  const total = list.data?.pages.at(-1)?.total ?? 0;
  const title = categoryId === null ? 'All Posts' : (category?.name ?? 'Posts');
  useRestoredPages({
    pageCount: list.data?.pages.length ?? 0,
    hasNextPage: list.hasNextPage,
    isFetching: list.isFetching,
    hasFailed: list.isError,
    fetchNextPage: list.fetchNextPage,
  });
  const isRefreshing = list.isRefetching && !list.isFetchingNextPage;
  usePageTitle(title);

  return (
    <div className={`container ${styles.page}`}>
      <header className={styles.head}>
        <div>
          <h1>{title}</h1>
          <p className={styles.count} role="status">
            {list.data ? counted(total, 'post', 'posts') : ' '}
          </p>
        </div>
        <div className={styles.actions}>
          {categoryId !== null && (
            <ButtonLink variant="quiet" to={paths.posts}>
              All Posts
            </ButtonLink>
          )}
          <Button
            variant="secondary"
            icon={<Icon icon={faRotateRight} />}
            className={isRefreshing ? styles.spinning : undefined}
            isPending={isRefreshing}
            onClick={() => void list.refetch()}
          >
            Refresh
          </Button>
          {canWrite && (
            <ButtonLink to={paths.createPost} icon={<Icon icon={faPen} />}>
              Create Post
            </ButtonLink>
          )}
        </div>
      </header>

      {list.isPending && <PostCardSkeletons />}
      {list.isError && posts.length === 0 && (
        <ErrorState
          title="The posts could not be loaded"
          error={list.error}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      )}
      {list.isSuccess && posts.length === 0 && <NoPosts canWrite={canWrite} />}
      {posts.length > 0 && (
        <>
          <StaleBanner query={list} what="These posts" />
          <PostCardGrid posts={posts} headingLevel={2} priorityCount={FIRST_ROW} />
          <MorePosts
            hasMore={list.hasNextPage}
            isLoading={list.isFetchingNextPage}
            failure={list.isFetchNextPageError ? list.error : null}
            onMore={() => {
              if (!list.isFetching) void list.fetchNextPage();
            }}
          />
        </>
      )}
    </div>
  );
}

function NoPosts({ canWrite }: { readonly canWrite: boolean }) {
  return (
    <EmptyState
      title="No Posts Yet"
      icon={<Icon icon={faNewspaper} />}
      actions={
        canWrite && (
          <>
            <ButtonLink to={paths.createPost} icon={<Icon icon={faPen} />}>
              Write New Post
            </ButtonLink>
            <ButtonLink variant="secondary" to={paths.createPost} icon={<Icon icon={faFeather} />}>
              Create Your First Post
            </ButtonLink>
          </>
        )
      }
    >
      {canWrite ? 'The first story is yours to tell.' : 'New stories are on their way. Please look in again soon.'}
    </EmptyState>
  );
}
