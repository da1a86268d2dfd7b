import type { PostCard } from '@inkwell/shared/posts';
import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '../../../components/button.tsx';
import { paths } from '../../../lib/paths.ts';
import { useViewer } from '../../../lib/session.tsx';
import { readingQueries } from '../../reading/api/queries.ts';
import styles from '../pages/posts-page.module.css';

/** Links to the first part of a series, or to the part where the reader stopped. */
export function SeriesStart({ posts }: { readonly posts: readonly PostCard[] }) {
  const userId = useViewer()?.id;
  const { data: places = [] } = useQuery({ ...readingQueries.places(userId ?? ''), enabled: userId !== undefined });
  const isDone = new Map(places.map((place) => [place.postId, place.isDone]));
  const last = posts.findLastIndex(({ id }) => isDone.has(id));
  const current = posts[last];
  const next = current && isDone.get(current.id) ? last + 1 : last;
  const post = posts[next] ?? posts[0];
  if (!post) return null;
  return (
    <ButtonLink variant="secondary" to={paths.post(post)} className={styles.start}>
      {posts[next] ? `Continue with Part ${next + 1}` : 'Start with Part 1'}
    </ButtonLink>
  );
}
