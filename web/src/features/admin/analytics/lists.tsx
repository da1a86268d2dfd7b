import { ANALYTICS_LIMITS, type Analytics } from '@inkwell/shared/analytics';
import { counted } from '@inkwell/shared/format';
import { cut } from '@inkwell/shared/plain-text';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useNow } from '../../../hooks/use-now.ts';
import { paths } from '../../../lib/paths.ts';
import { notificationTime } from '../../../lib/time.ts';
import styles from './lists.module.css';

function Card({
  title,
  empty,
  children,
}: {
  readonly title: string;
  readonly empty: string | null;
  readonly children: ReactNode;
}) {
  return (
    <section className={styles.card}>
      <h3>{title}</h3>
      {empty ? <p className={styles.empty}>{empty}</p> : <ul className={styles.list}>{children}</ul>}
    </section>
  );
}

/** Titles are cut to 40 characters. Product §9. */
function TopPosts({ posts }: { readonly posts: Analytics['topPosts'] }) {
  return (
    <Card title="Top Performing Posts" empty={posts.length === 0 ? 'No posts data available' : null}>
      {posts.map(({ id, title, views, likes, comments }) => (
        <li key={id}>
          <Link to={paths.post({ id, title })}>{cut(title, ANALYTICS_LIMITS.topTitleChars)}</Link>
          <span className={styles.meta}>
            <span>{counted(views, 'view', 'views')}</span>
            <span>{counted(likes, 'like', 'likes')}</span>
            <span>{counted(comments, 'comment', 'comments')}</span>
          </span>
        </li>
      ))}
    </Card>
  );
}

function TopCategories({ categories }: { readonly categories: Analytics['topCategories'] }) {
  return (
    <Card title="Top Categories" empty={categories.length === 0 ? 'No categories data available' : null}>
      {categories.map(({ id, name, postCount }) => (
        <li key={id}>
          <span>{name}</span>
          <span className={styles.meta}>{counted(postCount, 'post', 'posts')}</span>
        </li>
      ))}
    </Card>
  );
}

/** Posts have a blue dot, everything else a green one. Product §2. */
function RecentActivity({ activity }: { readonly activity: Analytics['recentActivity'] }) {
  const nowMs = useNow();
  return (
    <Card title="Recent Activity" empty={activity.length === 0 ? 'No recent activity' : null}>
      {activity.map(({ type, description, timestamp }) => (
        <li key={`${type} ${timestamp} ${description}`} className={styles.activity}>
          <span className={styles.dot} data-color={type === 'post' ? 'blue' : 'green'} aria-hidden="true" />
          <span>{description}</span>
          <time className={styles.meta} dateTime={timestamp}>
            {notificationTime(timestamp, nowMs)}
          </time>
        </li>
      ))}
    </Card>
  );
}

/** The data of the charts as text, and the latest activity. */
export function Lists({ analytics }: { readonly analytics: Analytics }) {
  return (
    <div className={styles.columns}>
      <TopPosts posts={analytics.topPosts} />
      <TopCategories categories={analytics.topCategories} />
      <RecentActivity activity={analytics.recentActivity} />
    </div>
  );
}
