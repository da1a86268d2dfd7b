import { wholeNumber } from '@inkwell/shared/format';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '../../../components/skeleton.tsx';
import { StaleBanner } from '../../../components/states.tsx';
import { statsQueries } from '../../stats/api/queries.ts';
import styles from './stat-tiles.module.css';

/** The four figures of the home page. A figure that fails to load is a dash, never a zero. */
export function StatTiles() {
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
