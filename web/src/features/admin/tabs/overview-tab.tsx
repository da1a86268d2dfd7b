import { isAdmin } from '@inkwell/shared/permissions';
import type { User } from '@inkwell/shared/users';
import { useQuery } from '@tanstack/react-query';
import styles from '../admin.module.css';
import { AnalyticsState } from '../analytics/analytics-state.tsx';
import { adminQueries } from '../api/queries.ts';
import { FigureCard } from '../components/figure-card.tsx';
import { JobList } from '../components/job-list.tsx';
import { NeedsSomebody } from '../overview/needs-somebody.tsx';
import { useSetupList } from '../overview/setup-list.tsx';

/** Four figures and what needs attention; for admins also jobs and the setup list. */
export function OverviewTab({ viewer }: { readonly viewer: User }) {
  const query = useQuery(adminQueries.analytics());
  const setup = useSetupList(viewer, query);
  return (
    <>
      <h2 className="visually-hidden">Overview</h2>
      <AnalyticsState query={query}>
        {(analytics) => (
          <dl className={styles.figures}>
            <FigureCard label="Total Posts" value={analytics?.totalPosts} />
            <FigureCard label="Categories" value={analytics?.totalCategories} />
            <FigureCard label="Total Users" value={analytics?.totalUsers} />
            <FigureCard label="Online Now" value={analytics?.onlineUsersCount} />
          </dl>
        )}
      </AnalyticsState>
      {setup}
      {/* It loads but is hidden until the list above it is known, so that nothing moves. */}
      <div style={{ display: setup === undefined ? 'none' : 'contents' }}>
        <NeedsSomebody viewer={viewer} />
        {isAdmin(viewer) && <JobList />}
      </div>
    </>
  );
}
