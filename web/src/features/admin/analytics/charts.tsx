import '@mantine/charts/styles.layer.css';
import type { Analytics } from '@inkwell/shared/analytics';
import { cut } from '@inkwell/shared/plain-text';
import { BarChart } from '@mantine/charts';
import classes from './lists.module.css';

/** What fits beside a bar on a phone. */
const LABEL_CHARS = 14;

/** Three hues that differ in lightness too; each is at least 3:1 on paper and on the dark ground (WCAG 1.4.11). */
const POST_SERIES = [
  { name: 'views', label: 'Views', color: 'var(--accent)' },
  { name: 'likes', label: 'Likes', color: 'var(--danger)' },
  { name: 'comments', label: 'Comments', color: 'var(--success)' },
];

const CATEGORY_SERIES = [{ name: 'postCount', label: 'Posts', color: 'var(--accent)' }];

/** Two posts may begin alike; zero-width spaces keep their rows apart without being seen. */
const labelOf = (text: string, index: number): string => cut(text, LABEL_CHARS) + '\u200b'.repeat(index);

/**
 * Bars of the most read posts and of the largest categories. The lists below say the same in words and numbers, so
 * assistive technology skips the drawings.
 */
export function Charts({ analytics: { topPosts, topCategories } }: { analytics: Analytics }) {
  const posts = topPosts.map((post, index) => ({ ...post, title: labelOf(post.title, index) }));
  const categories = topCategories.map((category, index) => ({ ...category, name: labelOf(category.name, index) }));
  return (
    <div className={classes.columns}>
      {posts.length > 0 && (
        <figure className={`${classes.card} ${classes.chart}`} aria-hidden="true">
          <figcaption>Most read</figcaption>
          <BarChart
            h={60 + posts.length * 56}
            data={posts}
            dataKey="title"
            series={POST_SERIES}
            orientation="vertical"
            yAxisProps={{ width: 110 }}
            withLegend
            legendProps={{ verticalAlign: 'bottom' }}
            gridAxis="x"
            barProps={{ isAnimationActive: false }}
          />
        </figure>
      )}
      {categories.length > 0 && (
        <figure className={`${classes.card} ${classes.chart}`} aria-hidden="true">
          <figcaption>Posts per category</figcaption>
          <BarChart
            h={60 + categories.length * 56}
            data={categories}
            dataKey="name"
            series={CATEGORY_SERIES}
            orientation="vertical"
            yAxisProps={{ width: 110 }}
            gridAxis="x"
            xAxisProps={{ allowDecimals: false }}
            barProps={{ isAnimationActive: false }}
          />
        </figure>
      )}
    </div>
  );
}
