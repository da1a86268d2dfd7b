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
import { followingQueries } from '../api/queries.ts';
import { FollowToggle } from '../components/follow-button.tsx';
import styles from './following-page.module.css';

const SUGGESTED_CATEGORIES = 4;

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
          <EmptyState
            title="You’re not following anything yet"
            icon={linePeople}
            actions={<ButtonLink to={paths.posts}>Explore Posts</ButtonLink>}
          >
            Follow authors, categories, tags or series to hear about new posts.
          </EmptyState>
          <CategoriesToFollow userId={userId} />
          {whenEmpty}
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
  readonly isFollowed?: boolean;
}

function Targets({ userId, targets, isFollowed }: TargetsProps) {
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
          <FollowToggle
            userId={userId}
            target={target}
            name={target.name}
            isFollowed={isFollowed}
            className={styles.toggle}
          />
        </li>
      ))}
    </ul>
  );
}

/** The first categories, while nothing is followed; nothing if they cannot be loaded. */
function CategoriesToFollow({ userId }: { readonly userId: string }) {
  const { data: categories = [] } = useQuery(categoryQueries.list());
  const targets = inOwnOrder(categories)
    .slice(0, SUGGESTED_CATEGORIES)
    .map(({ id, name }) => ({ kind: 'category' as const, id: String(id), name }));
  if (targets.length === 0) return null;
  return (
    <section className={styles.suggestions} aria-labelledby="categories-to-follow">
      <h2 id="categories-to-follow" className={styles.heading}>
        Categories to follow
      </h2>
      <Targets userId={userId} targets={targets} isFollowed={false} />
    </section>
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
