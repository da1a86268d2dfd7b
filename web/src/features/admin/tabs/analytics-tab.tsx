import type { Analytics } from '@inkwell/shared/analytics';
import { wholeNumber } from '@inkwell/shared/format';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { ErrorBoundary } from '../../../components/error-boundary.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import styles from '../admin.module.css';
import { AnalyticsState } from '../analytics/analytics-state.tsx';
import { Lists } from '../analytics/lists.tsx';
import { adminQueries } from '../api/queries.ts';
import { FigureCard } from '../components/figure-card.tsx';

const Charts = lazyPart(async () => (await import('../analytics/charts.tsx')).Charts, 'The charts could not be shown');

function Cards({ analytics }: { readonly analytics: Analytics }) {
  return (
    <dl className={styles.cards}>
      <FigureCard
        label="Total Posts"
        value={analytics.totalPosts}
        note={`+${wholeNumber(analytics.postsThisMonth)} this month`}
      />
      <FigureCard label="Total Views" value={analytics.totalViews} />
      <FigureCard
        label="Total Users"
        value={analytics.totalUsers}
        note={`+${wholeNumber(analytics.usersThisMonth)} this month`}
      />
      <FigureCard label="Newsletter" value={analytics.totalNewsletterSubscribers} note="active subscribers" />
      <FigureCard label="Total Likes" value={analytics.totalLikes} />
      <FigureCard label="Total Comments" value={analytics.totalComments} />
      <FigureCard label="Categories" value={analytics.totalCategories} />
    </dl>
  );
}

/** Figures, charts and lists of the whole site. */
export function AnalyticsTab() {
  const query = useQuery(adminQueries.analytics());
  return (
    <>
      <div className={styles.bar}>
        <h2>Analytics</h2>
      </div>
      <AnalyticsState query={query}>
        {(analytics) => (
          <>
            <Cards analytics={analytics} />
            <ErrorBoundary title="The charts could not be shown">
              <Suspense fallback={<Skeleton height="20rem" />}>
                <Charts analytics={analytics} />
              </Suspense>
            </ErrorBoundary>
            <Lists analytics={analytics} />
          </>
        )}
      </AnalyticsState>
    </>
  );
}
