import type { FollowTarget } from '@inkwell/shared/following';
import { counted } from '@inkwell/shared/format';
import { hasLeadStory } from '@inkwell/shared/lead-story';
import { linePen } from '@inkwell/shared/line-icons';
import { canManagePosts } from '@inkwell/shared/permissions';
import type { PostCard } from '@inkwell/shared/posts';
import { lineRefresh } from '@inkwell/shared/reading-icons';
import { type InfiniteData, type UseInfiniteQueryResult, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Button, ButtonLink, IconButton } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { MorePosts } from '../../../components/more-posts.tsx';
import { PostCardGrid, PostCardSkeletons } from '../../../components/post-card-grid.tsx';
import { EmptyState, LoadError, StaleBanner } from '../../../components/states.tsx';
import { refetchUnlessServed } from '../../../lib/hydrate.ts';
import { paths } from '../../../lib/paths.ts';
import { useViewer } from '../../../lib/session.tsx';
import { FollowButton } from '../../following/components/follow-button.tsx';
import { readingQueries } from '../../reading/api/queries.ts';
import { postQueries } from '../api/queries.ts';
import { NewestPostsBelow } from '../components/newest-posts.tsx';
import { useRestoredPages } from '../use-restored-pages.ts';
import styles from './posts-page.module.css';

/** The number of cards whose pictures load at once: the first picture is the largest element on a phone's screen. */
const PRIORITY_CARDS = 1;

/** A shorter list leaves most of a large screen empty. The newest posts follow it. */
const SHORT_LIST = 4;

/** The posts of a category, or all; refetched when the page opens. */
export const openedList = (categoryId: number | null) => opened({ categoryId });

/** The same for an author. */
export const openedAuthor = (authorId: string) => opened({ authorId });

/** The same for any filter. */
export const opened = (filter: Parameters<typeof postQueries.list>[0]) => ({
  ...postQueries.list(filter),
  refetchOnMount: refetchUnlessServed,
  refetchOnWindowFocus: 'always' as const,
});

const KINDS = { category: 'Category', author: 'Author', tag: 'Tag', series: 'Series' } as const;

interface Props {
  readonly title: string;
  /** The shared property of the posts. */
  readonly lead?: string | null;
  /** The kind of the subject. */
  readonly picture?: ReactNode;
  /** Further text, below the number of posts. */
  readonly children?: ReactNode;
  /** Shown below the text and the buttons. */
  readonly links?: ReactNode;
  readonly list: UseInfiniteQueryResult<
    InfiniteData<{ readonly items: readonly PostCard[]; readonly total: number | null }>
  >;
  /** What a reader can follow here. */
  readonly follow?: FollowTarget | null;
  /** The shared property of the posts. Without it, these are all posts, and the newest one is the lead story, if it has a picture. Tags and authors
   * have one if `hasLeadStory`. */
  readonly common?: keyof typeof KINDS;
}

/** Shown until the subject of a list is known, and if it cannot be loaded. */
export function ListToCome({ query, title }: { readonly query: UseQueryResult; readonly title: string }) {
  return (
    <div className={`container ${styles.page}`}>
      {query.isError ? <LoadError title={title} query={query} /> : <PostCardSkeletons />}
    </div>
  );
}

/** A list of posts under a headline. */
export function PostListPage({ title, lead = null, picture, children, links, list, follow, common }: Props) {
  const canWrite = canManagePosts(useViewer());
  const posts = list.data?.pages.flatMap((page) => page.items) ?? [];
  const total = list.data?.pages.at(-1)?.total ?? 0;
  const mayLead = !common || ((common === 'tag' || common === 'author') && hasLeadStory(total));
  useRestoredPages(list);
  const isRefreshing = list.isRefetching && !list.isFetchingNextPage;
  const refresh = () => {
    if (!isRefreshing) void list.refetch();
  };

  return (
    <div className={`container ${styles.page}`}>
      <header className={styles.head}>
        <div className={styles.words}>
          {common && (
            <p className={styles.above}>
              <Link to={paths.posts}>All posts</Link> · {KINDS[common]}
            </p>
          )}
          <div className={styles.title}>
            {picture}
            <div>
              <h1 dir="auto">{title}</h1>
              <p className={styles.count} role="status">
                {list.data ? counted(total, 'post', 'posts') : ' '}
              </p>
            </div>
          </div>
          {lead && (
            <p className={styles.lead} dir="auto">
              {lead}
            </p>
          )}
          {children}
        </div>
        <div className={styles.actions}>
          {follow && <FollowButton key={follow.id} target={follow} name={title} className={styles.follow} />}
          {common === 'series' && <SeriesStart posts={posts} />}
          {common ? (
            <IconButton
              label="Refresh"
              className={isRefreshing ? `${styles.refresh} ${styles.spinning}` : styles.refresh}
              aria-disabled={isRefreshing}
              onClick={refresh}
            >
              <Icon icon={lineRefresh} />
            </IconButton>
          ) : (
            <Button
              variant="secondary"
              icon={<Icon icon={lineRefresh} />}
              className={isRefreshing ? styles.spinning : undefined}
              isPending={isRefreshing}
              onClick={refresh}
            >
              Refresh
            </Button>
          )}
          {canWrite && (
            <ButtonLink to={paths.createPost} icon={<Icon icon={linePen} />}>
              Create Post
            </ButtonLink>
          )}
        </div>
        {links}
      </header>

      {list.isPending && <PostCardSkeletons />}
      {list.isError && posts.length === 0 && <LoadError title="The posts could not be loaded" query={list} />}
      {list.isSuccess && posts.length === 0 && <NoPosts canWrite={canWrite} />}
      {posts.length > 0 && (
        <>
          <StaleBanner query={list} what="These posts" />
          <PostCardGrid
            posts={posts}
            headingLevel={2}
            priorityCount={PRIORITY_CARDS}
            hasLead={posts[0]?.featuredImage != null && mayLead}
            isOrdered={common === 'series'}
            omits={common === 'category' || common === 'author' ? common : undefined}
          />
          <MorePosts list={list} />
          {common && !list.hasNextPage && posts.length < SHORT_LIST && (
            <NewestPostsBelow without={posts.map(({ id }) => id)} />
          )}
        </>
      )}
    </div>
  );
}

function NoPosts({ canWrite }: { readonly canWrite: boolean }) {
  return (
    <EmptyState
      title="No Posts Yet"
      actions={
        canWrite && (
          <>
            <ButtonLink to={paths.createPost} icon={<Icon icon={linePen} />}>
              Write New Post
            </ButtonLink>
            <ButtonLink variant="secondary" to={paths.createPost} icon={<Icon icon={linePen} />}>
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

/** Links to the first part of a series, or to the part where the reader stopped. */
function SeriesStart({ posts }: { readonly posts: readonly PostCard[] }) {
  const userId = useViewer()?.id;
  const { data: places = [] } = useQuery({ ...readingQueries.places(userId ?? ''), enabled: userId !== undefined });
  const isDone = new Map(places.map((place) => [place.postId, place.isDone]));
  const last = posts.findLastIndex(({ id }) => isDone.has(id));
  const current = posts[last];
  const next = current && isDone.get(current.id) ? last + 1 : last;
  const post = posts[next] ?? posts[0];
  if (!post) return null;
  return (
    <ButtonLink variant="secondary" to={paths.post(post)} className={styles.start}>
      {posts[next] ? `Continue with Part ${next + 1}` : 'Start with Part 1'}
    </ButtonLink>
  );
}
