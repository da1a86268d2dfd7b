import { authorPath } from '@inkwell/shared/bylines';
import type { Followed, FollowKind } from '@inkwell/shared/following';
import { counted } from '@inkwell/shared/format';
import { linePeople } from '@inkwell/shared/line-icons';
import { categoryPath } from '@inkwell/shared/slug';
import { useQuery } from '@tanstack/react-query';
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
import { followingQueries } from '../api/queries.ts';
import { FollowToggle } from '../components/follow-button.tsx';
import styles from './following-page.module.css';

/** `/following`: what a reader follows, and the newest posts of it. */
export function Component() {
  const session = useSession();
  const signIn = useSignInState('sign-in');
  usePageTitle('Following');
  useNoIndex();
  if (session.status === 'loading') return <PageLoader />;
  return (
    <div className={`container ${styles.page}`}>
      <h1 tabIndex={-1} data-focus-target>
        Following
      </h1>
      {session.status === 'signed-in' && <Following userId={session.user.id} />}
      {session.status === 'failed' && (
        <ErrorState title="Your account could not be loaded" error={session.error} onRetry={session.retry} />
      )}
      {session.status === 'visitor' && (
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
      )}
    </div>
  );
}

const KINDS: Readonly<Record<FollowKind, { readonly title: string; readonly path: (target: Followed) => string }>> = {
  author: { title: 'Author', path: authorPath },
  category: { title: 'Category', path: ({ id, name }) => categoryPath({ id: Number(id), name }) },
  tag: { title: 'Tag', path: ({ id }) => paths.tag(id) },
  series: { title: 'Series', path: ({ id }) => paths.series(id) },
};

function Following({ userId }: { readonly userId: string }) {
  const list = useQuery({ ...followingQueries.list(userId), refetchOnMount: 'always' });
  const posts = useQuery(followingQueries.posts(userId));

  if (list.isPending) return <PostCardSkeletons count={3} label="Loading what you follow" />;
  if (!list.data) return <LoadError title="What you follow could not be loaded" query={list} />;
  if (list.data.length === 0) {
    return (
      <EmptyState
        title="You’re not following anything yet"
        icon={linePeople}
        actions={<ButtonLink to={paths.posts}>Explore Posts</ButtonLink>}
      >
        Follow authors, categories, tags or series to hear about new posts.
      </EmptyState>
    );
  }
  return (
    <>
      <p className={styles.count}>{counted(list.data.length, 'author or topic', 'authors and topics')}</p>
      <StaleBanner query={list} what="This list" />
      <ul className="list">
        {list.data.map((target) => (
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
    </>
  );
}
