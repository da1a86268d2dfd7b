import { ANALYTICS_LIMITS, type Analytics } from '@inkwell/shared/analytics';
import { counted } from '@inkwell/shared/format';
import { cut } from '@inkwell/shared/plain-text';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Skeleton } from '../../../components/skeleton.tsx';
import { useNow } from '../../../hooks/use-now.ts';
import { paths } from '../../../lib/paths.ts';
import { notificationTime } from '../../../lib/time.ts';
import { Bar } from './bar.tsx';
import styles from './lists.module.css';

interface SectionProps<Item> {
  readonly title: string;
  readonly className: string | undefined;
  /** Undefined while they load. */
  readonly items: readonly Item[] | undefined;
  /** The number of skeleton rows. */
  readonly limit: number;
  readonly empty: string;
  /** Beside the heading. */
  readonly legend?: ReactNode;
  readonly children: (item: Item) => ReactNode;
}

/** A heading and its rows, which have the same height while they load. */
function Section<Item>({ title, className, items, limit, empty, legend, children }: SectionProps<Item>) {
  return (
    <section className={className}>
      <div className={styles.head}>
        <h3>{title}</h3>
        {legend}
      </div>
      {items?.length === 0 ? (
        <p className="muted">{empty}</p>
      ) : (
        <ul className={styles.list}>
          {items?.map(children) ??
            Array.from({ length: limit }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they do not move
              <li key={index}>
                <Skeleton width={`${80 - (index % 3) * 12}%`} />
              </li>
            ))}
        </ul>
      )}
    </section>
  );
}

/**
 * The top posts and categories with their bars, and the latest activity; a skeleton while there are no figures. Of posts, only views have a bar: each
 * figure has its own scale. Posts have a blue dot, everything else a green one. Product §2, §9.
 */
export function Lists({ analytics }: { readonly analytics: Analytics | undefined }) {
  const nowMs = useNow();
  const { topPosts, topCategories, recentActivity } = analytics ?? {};
  const mostViews = Math.max(...(topPosts ?? []).map(({ views }) => views), 1);
  const mostPosts = Math.max(...(topCategories ?? []).map(({ postCount }) => postCount), 1);
  return (
    <div className={styles.columns}>
      <Section
        title="Top Performing Posts"
        className={styles.posts}
        items={topPosts}
        limit={ANALYTICS_LIMITS.topPosts}
        empty="No posts data available"
      >
        {({ id, title, views, likes, comments }) => (
          <li key={id}>
            <Link to={paths.post({ id, title })} title={title}>
              {cut(title, ANALYTICS_LIMITS.topTitleChars)}
            </Link>
            <span className={styles.bars}>
              <Bar share={views / mostViews}>{counted(views, 'view', 'views')}</Bar>
              <span>{counted(likes, 'like', 'likes')}</span>
              <span>{counted(comments, 'comment', 'comments')}</span>
            </span>
          </li>
        )}
      </Section>
      <Section
        title="Top Categories"
        className={styles.categories}
        items={topCategories}
        limit={ANALYTICS_LIMITS.topCategories}
        empty="No categories data available"
      >
        {({ id, name, postCount }) => (
          <li key={id}>
            <span>{name}</span>
            <Bar share={postCount / mostPosts}>{counted(postCount, 'post', 'posts')}</Bar>
          </li>
        )}
      </Section>
      <Section
        title="Recent Activity"
        className={styles.activity}
        items={recentActivity}
        limit={ANALYTICS_LIMITS.activity}
        empty="No recent activity"
        legend={
          <p className={styles.legend} aria-hidden="true">
            <span className={styles.dot} data-color="blue" /> Posts
            <span className={styles.dot} data-color="green" /> Readers
          </p>
        }
      >
        {({ type, description, timestamp }) => (
          <li key={`${type} ${timestamp} ${description}`}>
            <span className={styles.dot} data-color={type === 'post' ? 'blue' : 'green'} aria-hidden="true" />
            <span>{description}</span>
            <time className="fine" dateTime={timestamp}>
              {notificationTime(timestamp, nowMs)}
            </time>
          </li>
        )}
      </Section>
    </div>
  );
}
