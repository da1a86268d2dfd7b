import { isAdmin } from '@inkwell/shared/permissions';
import type { User } from '@inkwell/shared/users';
import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '../../../components/button.tsx';
import { writingPaths } from '../../../lib/writing-paths.ts';
import styles from '../admin.module.css';
import { AnalyticsState } from '../analytics/analytics-state.tsx';
import { adminQueries } from '../api/queries.ts';
import { CommentQueue } from '../components/comment-queue.tsx';
import { FigureCard } from '../components/figure-card.tsx';
import { JobList } from '../components/job-list.tsx';

/** Four figures at a glance, the comments that wait, and for admins the way to what staff did, and the long work that is under way. */
export function OverviewTab({ viewer }: { readonly viewer: User }) {
  const query = useQuery(adminQueries.analytics());
  return (
    <>
      <div className={styles.bar}>
        <h2>Overview</h2>
        <ButtonLink variant="secondary" size="small" to={writingPaths.calendar}>
          Calendar
        </ButtonLink>
        {isAdmin(viewer) && (
          <ButtonLink variant="secondary" size="small" to={writingPaths.activity}>
            Activity
          </ButtonLink>
        )}
      </div>
      <AnalyticsState query={query}>
        {(analytics) => (
          <dl className={styles.cards}>
            <FigureCard label="Total Posts" value={analytics.totalPosts} />
            <FigureCard label="Categories" value={analytics.totalCategories} />
            <FigureCard label="Total Users" value={analytics.totalUsers} />
            <FigureCard label="Online Now" value={analytics.onlineUsersCount} />
          </dl>
        )}
      </AnalyticsState>
      <CommentQueue />
      {isAdmin(viewer) && <JobList />}
    </>
  );
}
