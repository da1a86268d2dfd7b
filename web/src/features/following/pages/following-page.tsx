import { authorPath } from '@inkwell/shared/bylines';
import { inOwnOrder } from '@inkwell/shared/category-order';
import type { Followed, FollowKind } from '@inkwell/shared/following';
import { counted } from '@inkwell/shared/format';
import { linePeople } from '@inkwell/shared/line-icons';
import { categoryPath } from '@inkwell/shared/slug';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ButtonLink } from '../../../components/button.tsx';
import { PageLoader } from '../../../components/page-loader.tsx';
import { PostCardGrid, PostCardSkeletons } from '../../../components/post-card-grid.tsx';
import { EmptyState, ErrorState, LoadError, StaleBanner } from '../../../components/states.tsx';
import { useSignInState } from '../../../hooks/use-return-place.ts';
import { useNoIndex } from '../../../lib/no-index.ts';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.tsx';
import { usePageTitle } from '../../../lib/title.ts';
import { categoryQueries } from '../../categories/api/queries.ts';
import { CategoryGrid } from '../../categories/components/category-grid.tsx';
import { followingQueries } from '../api/queries.ts';
import { FollowToggle } from '../components/follow-button.tsx';
import styles from './following-page.module.css';

const SUGGESTED_CATEGORIES = 8;

interface Props {
  /** Shown while nothing is followed. */
  readonly whenEmpty: ReactNode;
}

/** `/following`: what a reader follows, with its newest posts. */
export function Component({ whenEmpty }: Props) {
  const session = useSession();
  const signIn = useSignInState('sign-in');
  usePageTitle('Following');
  useNoIndex();
  if (session.status === 'loading') return <PageLoader />;
  return (
    <div className={`container ${styles.page}`}>
      {session.status !== 'signed-in' && <Head />}
      {session.status === 'signed-in' && <Following userId={session.user.id} whenEmpty={whenEmpty} />}
      {session.status === 'failed' && (
        <ErrorState title="Your account could not be loaded" error={session.error} onRetry={session.retry} />
      )}
      {session.status === 'visitor' && (
        <>
          <EmptyState
            title="Sign in to follow authors and topics"
            actions={
              <ButtonLink to={paths.home} state={signIn}>
                Sign In
              </ButtonLink>
            }
          >
            You will be notified when they publish something new.
          </EmptyState>
          {whenEmpty}
        </>
      )}
    </div>
  );
}

function Head({ count }: { readonly count?: ReactNode }) {
  return (
    <header className={styles.head}>
      <h1 tabIndex={-1} data-focus-target>
        Following
      </h1>
      {count && <p className={styles.count}>{count}</p>}
    </header>
  );
}

const KINDS: Readonly<Record<FollowKind, { readonly title: string; readonly path: (target: Followed) => string }>> = {
  author: { title: 'Author', path: authorPath },
  category: { title: 'Category', path: ({ id, name }) => categoryPath({ id: Number(id), name }) },
  tag: { title: 'Tag', path: ({ id }) => paths.tag(id) },
  series: { title: 'Series', path: ({ id }) => paths.series(id) },
};

function Following({ userId, whenEmpty }: Props & { readonly userId: string }) {
  const list = useQuery({ ...followingQueries.list(userId), refetchOnMount: 'always' });
  const { data: followed = [] } = list;
  // Requested together with the list.
  useQuery(followingQueries.posts(userId));

  return (
    <>
      <Head
        count={
          list.isPending
            ? '\u00a0'
            : followed.length > 0 && counted(followed.length, 'author or topic', 'authors and topics')
        }
      />
      {list.isPending && <PostCardSkeletons count={3} label="Loading what you follow" />}
      {list.isError && !list.data && <LoadError title="What you follow could not be loaded" query={list} />}
      {list.data?.length === 0 && (
        <>
          <div className={styles.empty}>
            <EmptyState
              title="You’re not following anything yet"
              icon={linePeople}
              actions={<ButtonLink to={paths.posts}>Explore Posts</ButtonLink>}
            >
              Follow authors, categories, tags or series to hear about new posts.
            </EmptyState>
          </div>
          <CategoriesToFollow userId={userId}>{whenEmpty}</CategoriesToFollow>
        </>
      )}
      {followed.length > 0 && (
        <>
          <StaleBanner query={list} what="This list" />
          <Targets userId={userId} targets={followed} />
          <NewPosts userId={userId} />
        </>
      )}
    </>
  );
}

interface TargetsProps {
  readonly userId: string;
  readonly targets: readonly Followed[];
}

function Targets({ userId, targets }: TargetsProps) {
  return (
    <ul className="list">
      {targets.map((target) => (
        <li key={`${target.kind} ${target.id}`} className={styles.row}>
          <span className={styles.words}>
            <Link to={KINDS[target.kind].path(target)} dir="auto">
              {target.name}
            </Link>
            <span className="note">{KINDS[target.kind].title}</span>
          </span>
          <FollowToggle userId={userId} target={target} name={target.name} className={styles.toggle} />
        </li>
      ))}
    </ul>
  );
}

interface SuggestionsProps {
  readonly userId: string;
  /** Shown below, once the categories have loaded or failed, so that nothing moves. */
  readonly children: ReactNode;
}

/** The first categories, while nothing is followed; none if they cannot be loaded. */
function CategoriesToFollow({ userId, children }: SuggestionsProps) {
  const { data = [], isFetched } = useQuery(categoryQueries.list());
  const categories = inOwnOrder(data).slice(0, SUGGESTED_CATEGORIES);
  if (!isFetched) return null;
  return (
    <>
      {categories.length > 0 && (
        <section aria-labelledby="categories-to-follow">
          <h2 id="categories-to-follow" className={styles.heading}>
            Categories to follow
          </h2>
          <CategoryGrid
            categories={categories}
            headingLevel={3}
            className={styles.tiles}
            action={({ id, name }) => (
              <FollowToggle
                userId={userId}
                target={{ kind: 'category', id: String(id) }}
                name={name}
                isFollowed={false}
                isOutlined
                className={styles.follow}
              />
            )}
          />
        </section>
      )}
      {children}
    </>
  );
}

/** The newest posts from what a reader follows. */
function NewPosts({ userId }: { readonly userId: string }) {
  const posts = useQuery(followingQueries.posts(userId));
  return (
    <section aria-labelledby="new-posts">
      <h2 id="new-posts" className={styles.heading}>
        New posts
      </h2>
      {posts.isPending && <PostCardSkeletons />}
      {posts.isError && !posts.data && <LoadError title="The posts could not be loaded" query={posts} />}
      {posts.data?.length === 0 && (
        <EmptyState title="Nothing new" headingLevel={3}>
          New posts from authors and topics you follow appear here.
        </EmptyState>
      )}
      {posts.data && posts.data.length > 0 && <PostCardGrid posts={posts.data} />}
    </section>
  );
}
