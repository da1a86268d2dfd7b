import { inOwnOrder } from '@inkwell/shared/category-order';
import { wholeNumber } from '@inkwell/shared/format';
import { linePage, linePen } from '@inkwell/shared/line-icons';
import { canManagePosts } from '@inkwell/shared/permissions';
import { WELCOME_BACK } from '@inkwell/shared/welcome';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Suspense, useId, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { ButtonLink } from '../../../components/button.tsx';
import { ErrorBoundary } from '../../../components/error-boundary.tsx';
import { Icon } from '../../../components/icon.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { PostCardGrid, PostCardSkeletons } from '../../../components/post-card-grid.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { EmptyState, LoadError, StaleBanner } from '../../../components/states.tsx';
import { useOnScreen } from '../../../hooks/use-on-screen.ts';
import { paths } from '../../../lib/paths.ts';
import { useViewer } from '../../../lib/session.tsx';
import { useSite } from '../../../lib/site.ts';
import { usePageTitle } from '../../../lib/title.ts';
import { wayBackIn } from '../../../lib/way-back.ts';
import { categoryQueries } from '../../categories/api/queries.ts';
import { CategoryGrid, CategorySkeletons } from '../../categories/components/category-grid.tsx';
import { NewsletterSignup } from '../../newsletter/components/newsletter-signup.tsx';
import { postQueries } from '../../posts/api/queries.ts';
import { statsQueries } from '../../stats/api/queries.ts';
import styles from './home-page.module.css';

const ForYou = lazyPart(
  async () => (await import('../../following/components/for-you.tsx')).ForYou,
  'Posts for you could not be loaded',
);

/** Number of stories; All Posts has the rest. */
const LATEST_COUNT = 6;
const CATEGORY_COUNT = 8;

/** Accounts younger than this are new. */
const NEW_MS = 60 * 60_000;

/** A link back to the list from which the editor was opened. */
function WayBackLink() {
  const wayBack = wayBackIn(useLocation().state);
  return (
    wayBack && (
      <nav className={`container ${styles.wayBack}`} aria-label="Back">
        <Link to={wayBack.to}>
          <span aria-hidden="true">← </span>
          Back to {wayBack.label}
        </Link>
      </nav>
    )
  );
}

/** Sizes of the two placeholder ad slots in CSS pixels. Product §9. */
const AD_SIZES = { leaderboard: [728, 90], rectangle: [300, 250] } as const;

/** Reserves space for an advertisement; on a narrow screen it shrinks in proportion. */
function AdSlot({ kind }: { readonly kind: keyof typeof AD_SIZES }) {
  const [width, height] = AD_SIZES[kind];
  return (
    <aside
      aria-label={`Advertisement, ${width} by ${height}`}
      className={styles.slot}
      style={{ width, aspectRatio: `${width} / ${height}` }}
    >
      <span>
        Advertisement · {width}x{height}
      </span>
    </aside>
  );
}

/** The four figures of the home page. A figure that fails to load is a dash, never a zero. */
function StatTiles() {
  const stats = useQuery(statsQueries.stats());
  const users = useQuery(statsQueries.userCount());
  const tiles = [
    { name: 'Published Posts', value: stats.data?.posts, isPending: stats.isPending },
    { name: 'Categories', value: stats.data?.categories, isPending: stats.isPending },
    { name: 'Total Views', value: stats.data?.views, isPending: stats.isPending },
    { name: 'Total Users', value: users.data, isPending: users.isPending },
  ];
  return (
    <>
      <StaleBanner query={stats.isRefetchError ? stats : users} what="These figures" />
      <dl className={styles.tiles}>
        {tiles.map(({ name, value, isPending }) => (
          <div key={name} className={styles.tile}>
            <dt className={styles.name}>{name}</dt>
            <dd className={styles.value}>
              {isPending ? <Skeleton width="4rem" /> : value === undefined ? '–' : wholeNumber(value)}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

interface Named {
  readonly firstName: string | null;
  readonly displayName?: string | null;
}

/** How to address somebody: the first name, or the first word of the display name, or null. */
const greetingName = ({ firstName, displayName }: Named): string | null =>
  firstName || displayName?.trim().split(/\s+/)[0] || null;

/** `/` for signed-in readers. Product §2, Home page. */
export function HomePage() {
  const viewer = useViewer();
  const name = viewer && greetingName(viewer);
  const [openedAtMs] = useState(() => Date.now());
  const isNew = viewer !== null && openedAtMs - Date.parse(viewer.createdAt) < NEW_MS;
  const storiesId = useId();
  const categoriesId = useId();
  const { name: siteName } = useSite();
  usePageTitle('Home');

  return (
    <>
      <WayBackLink />
      <section className={`container ${styles.hero}`}>
        <div>
          <h1>
            {isNew ? `Welcome to ${siteName}` : WELCOME_BACK.title}
            {name && `, ${name}`}
          </h1>
          <p className={styles.lead}>
            {isNew
              ? 'Good to have you here. Follow a subject you love, or begin with what has just been written.'
              : WELCOME_BACK.lead}
          </p>
        </div>
        <div className="buttons">
          {canManagePosts(viewer) && (
            <ButtonLink to={paths.createPost} icon={<Icon icon={linePen} />}>
              Start Writing
            </ButtonLink>
          )}
          <ButtonLink
            variant={canManagePosts(viewer) ? 'secondary' : 'primary'}
            to={paths.posts}
            icon={<Icon icon={linePage} />}
          >
            Explore Posts
          </ButtonLink>
        </div>
      </section>

      <div className="container">
        <StatTiles />

        <section className={styles.section} aria-labelledby={storiesId}>
          <div className="section-head">
            <h2 id={storiesId}>Latest Stories</h2>
            <Link to={paths.posts}>All posts</Link>
          </div>
          <div className={styles.stories}>
            <LatestStories canWrite={canManagePosts(viewer)} />
            <div className={styles.aside}>
              <AdSlot kind="rectangle" />
              <div className={styles.letter}>
                <NewsletterSignup variant="sidebar" headingLevel={3} />
              </div>
              <section className={styles.categories} aria-labelledby={categoriesId}>
                <div className="section-head">
                  <h2 id={categoriesId}>Explore Categories</h2>
                  <Link to={paths.categories}>All categories</Link>
                </div>
                <Categories />
              </section>
            </div>
          </div>
        </section>

        <div className={styles.section}>
          <AdSlot kind="leaderboard" />
        </div>
      </div>
      {viewer && <ForYouBelow userId={viewer.id} />}
      <div className={styles.bottom} />
    </>
  );
}

/** Loaded when the reader comes near it. Space is reserved, so that the footer is not near too. */
function ForYouBelow({ userId }: { readonly userId: string }) {
  const [isNear, setNear] = useState(false);
  const place = useOnScreen<HTMLDivElement>(() => setNear(true), !isNear);
  const latest = useLatest();
  return (
    <div ref={place} className={`container ${styles.section} ${styles.later}`}>
      <ErrorBoundary title="Posts for you could not be shown">
        {isNear && !latest.isPending && (
          <Suspense fallback={<PostCardSkeletons label="Loading posts for you" />}>
            <ForYou userId={userId} shown={latest.posts?.map(({ id }) => id) ?? []} />
          </Suspense>
        )}
      </ErrorBoundary>
    </div>
  );
}

function Categories() {
  const categories = useQuery(categoryQueries.list());
  if (categories.isPending) return <CategorySkeletons isCompact />;
  if (!categories.data) return <LoadError title="The categories could not be loaded" query={categories} />;
  if (categories.data.length === 0) return <EmptyState title="No Categories Yet" headingLevel={3} />;
  return (
    <>
      <StaleBanner query={categories} what="These categories" />
      <CategoryGrid categories={inOwnOrder(categories.data).slice(0, CATEGORY_COUNT)} headingLevel={3} isCompact />
    </>
  );
}

/** The stories of the page. */
function useLatest() {
  const list = useInfiniteQuery(postQueries.list({ categoryId: null }));
  return { list, isPending: list.isPending, posts: list.data?.pages[0]?.items.slice(0, LATEST_COUNT) };
}

function LatestStories({ canWrite }: { readonly canWrite: boolean }) {
  const { list, posts } = useLatest();

  if (list.isPending) return <PostCardSkeletons />;
  if (!posts) return <LoadError title="The stories could not be loaded" query={list} />;
  if (posts.length === 0) {
    return (
      <EmptyState
        title="No Posts Yet"
        headingLevel={3}
        actions={canWrite && <ButtonLink to={paths.createPost}>Create Your First Post</ButtonLink>}
      />
    );
  }
  return (
    <div>
      <StaleBanner query={list} what="These stories" />
      <PostCardGrid posts={posts} priorityCount={1} />
    </div>
  );
}
