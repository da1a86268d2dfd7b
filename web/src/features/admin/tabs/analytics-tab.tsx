import { wholeNumber } from '@inkwell/shared/format';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '../../../components/skeleton.tsx';
import styles from '../admin.module.css';
import { AnalyticsState } from '../analytics/analytics-state.tsx';
import { Lists } from '../analytics/lists.tsx';
import { adminQueries } from '../api/queries.ts';
import { FigureCard } from '../components/figure-card.tsx';

/** The number of new items in a figure; a line of the same height while it loads. */
const thisMonth = (count: number | undefined) =>
  count === undefined ? <Skeleton width="6rem" height="1.6em" /> : `+${wholeNumber(count)} this month`;

/** The figures of the whole site in one strip, and the top lists. */
export function AnalyticsTab() {
  const query = useQuery(adminQueries.analytics());
  return (
    <>
      <h2 className="visually-hidden">Analytics</h2>
      <AnalyticsState query={query}>
        {(analytics) => (
          <>
            <dl className={styles.figures}>
              <FigureCard
                label="Total Posts"
                value={analytics?.totalPosts}
                note={thisMonth(analytics?.postsThisMonth)}
              />
              <FigureCard label="Total Views" value={analytics?.totalViews} />
              <FigureCard
                label="Total Users"
                value={analytics?.totalUsers}
                note={thisMonth(analytics?.usersThisMonth)}
              />
              <FigureCard label="Newsletter" value={analytics?.totalNewsletterSubscribers} note="active subscribers" />
              <FigureCard label="Total Likes" value={analytics?.totalLikes} />
              <FigureCard label="Total Comments" value={analytics?.totalComments} />
              <FigureCard label="Categories" value={analytics?.totalCategories} />
            </dl>
            <Lists analytics={analytics} />
          </>
        )}
      </AnalyticsState>
    </>
  );
}
