import { wholeNumber } from '@inkwell/shared/format';
import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/charts/styles.layer.css';
import type { Analytics } from '@inkwell/shared/analytics';
import { cut } from '@inkwell/shared/plain-text';
import { BarChart } from '@mantine/charts';
import styles from './lists.module.css';

/** Characters that fit next to a bar on a phone. */
const LABEL_CHARS = 18;
const LABEL_WIDTH_PX = 110;
const BAR_HEIGHT_PX = 44;
const AXIS_HEIGHT_PX = 70;

interface Series {
  readonly name: string;
  readonly label: string;
  /** At least 3:1 on the background of both schemes (WCAG 1.4.11). */
  readonly color: string;
}

const VIEWS: readonly Series[] = [{ name: 'views', label: 'Views', color: 'var(--accent)' }];
const REACTIONS: readonly Series[] = [
  { name: 'likes', label: 'Likes', color: 'var(--danger)' },
  { name: 'comments', label: 'Comments', color: 'var(--success)' },
];
const POSTS: readonly Series[] = [{ name: 'postCount', label: 'Posts', color: 'var(--accent)' }];

/** Names may begin alike; zero-width spaces keep their rows apart invisibly. */
const labelOf = (text: string, index: number): string => cut(text, LABEL_CHARS) + '\u200b'.repeat(index);

interface BarsProps {
  readonly title: string;
  readonly rows: readonly Record<string, string | number>[];
  readonly series: readonly Series[];
}

/** The lists next to the charts say the same in text, so assistive technology skips the drawing. */
function Bars({ title, rows, series }: BarsProps) {
  if (rows.length === 0) return null;
  return (
    <figure className={`${styles.card} ${styles.chart}`} aria-hidden="true">
      <figcaption>{title}</figcaption>
      <BarChart
        h={AXIS_HEIGHT_PX + rows.length * BAR_HEIGHT_PX}
        data={[...rows]}
        dataKey="label"
        series={[...series]}
        orientation="vertical"
        gridAxis="x"
        withLegend={series.length > 1}
        legendProps={{ verticalAlign: 'bottom' }}
        yAxisProps={{ width: LABEL_WIDTH_PX }}
        valueFormatter={wholeNumber}
        xAxisProps={{ allowDecimals: false }}
        barProps={{ isAnimationActive: false }}
        barChartProps={{ accessibilityLayer: false }}
      />
    </figure>
  );
}

/** Views, comments, and the posts of categories at a glance. */
export function Charts({ analytics: { topPosts, topCategories } }: { readonly analytics: Analytics }) {
  const posts = topPosts.map(({ title, views, likes, comments }, index) => ({
    label: labelOf(title, index),
    views,
    likes,
    comments,
  }));
  const categories = topCategories.map(({ name, postCount }, index) => ({ label: labelOf(name, index), postCount }));
  return (
    <div className={styles.columns}>
      <Bars title="Views of top posts" rows={posts} series={VIEWS} />
      <Bars title="Likes and comments of top posts" rows={posts} series={REACTIONS} />
      <Bars title="Posts per category" rows={categories} series={POSTS} />
    </div>
  );
}
