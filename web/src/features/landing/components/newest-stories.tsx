import { personName, shortDate } from '@inkwell/shared/format';
import { POST_LIMITS } from '@inkwell/shared/post-limits';
import { textLanguage } from '@inkwell/shared/site-data';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Image } from '../../../components/image.tsx';
import { LoadingRegion, Skeleton } from '../../../components/skeleton.tsx';
import { paths } from '../../../lib/paths.ts';
import { useRendered } from '../../../lib/rendered.ts';
import { useSite } from '../../../lib/site.ts';
import { postQueries } from '../../posts/api/queries.ts';
import styles from './newest-stories.module.css';

/** The titles of the newest posts on the first screen; nothing if there are none, because Popular Blogs says so. */
export function NewestStories() {
  const { data: posts, isPending } = useQuery(postQueries.newest());
  const rendered = useRendered();
  const site = useSite();
  if (isPending) {
    return (
      <LoadingRegion label="Loading the newest stories" className={styles.box}>
        <Skeleton width="5rem" height="1.125rem" />
        {Array.from({ length: POST_LIMITS.newest }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: stand-ins have no identity
          <div key={index} className={styles.row}>
            <Skeleton height="1.25rem" />
          </div>
        ))}
      </LoadingRegion>
    );
  }
  if (!posts || posts.length === 0) return null;

  // In a rendered page all days are in UTC, like the dates of cards.
  const dayOf = (instant: string) => shortDate(instant, rendered ? 'UTC' : 'local');
  const today = dayOf(new Date(rendered?.atMs ?? Date.now()).toISOString());
  const areOfToday = posts.every(({ publishedAt, createdAt }) => dayOf(publishedAt ?? createdAt) === today);
  return (
    <section className={styles.box} aria-labelledby="newest">
      <h2 id="newest" className={styles.label}>
        {areOfToday ? 'New today' : 'Newest stories'}
      </h2>
      <ul className="list">
        {posts.map((post) => (
          <li key={post.id} className={styles.row}>
            <span className={styles.picture} data-theme-color={post.category?.color ?? 'indigo'}>
              {post.featuredImage && <Image src={post.featuredImage} alt="" sizes="3rem" className="filled" />}
            </span>
            <Link to={paths.post(post)} className={styles.title} lang={textLanguage(post, site)} dir="auto">
              {post.title}
            </Link>
            <span className={styles.author} dir="auto">
              {personName(post.author)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
