import type { PostCard } from '@inkwell/shared/posts';
import { UNKNOWN_ADDRESS } from '@inkwell/shared/unknown-address';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PostCardGrid } from '../../../components/post-card-grid.tsx';
import { useOnScreen } from '../../../hooks/use-on-screen.ts';
import { postQueries } from '../api/queries.ts';
import styles from './newest-posts.module.css';

interface NewestPostsProps {
  readonly count?: number;
  /** The posts that the page already shows. */
  readonly without?: readonly string[];
}

/** The newest posts, from the list of all posts. If the reader has loaded many of its pages, they are not all requested again. */
export const useNewest = (): readonly PostCard[] =>
  useInfiniteQuery({
    ...postQueries.list({ categoryId: null }),
    refetchOnMount: false,
    refetchOnWindowFocus: false,
  }).data?.pages[0]?.items ?? [];

/** For pages without other content. Renders nothing until they have loaded, because the page is complete without them. */
export function NewestPosts({ count = UNKNOWN_ADDRESS.posts, without = [] }: NewestPostsProps) {
  const posts = useNewest()
    .filter(({ id }) => !without.includes(id))
    .slice(0, count);
  if (posts.length === 0) return null;
  return (
    <section className={styles.newest} aria-labelledby="newest">
      <h2 id="newest">{UNKNOWN_ADDRESS.newest}</h2>
      <PostCardGrid posts={posts} />
    </section>
  );
}

/** Three below other content, requested once the reader comes near. */
export function NewestPostsBelow({ without = [] }: Pick<NewestPostsProps, 'without'>) {
  const [isNear, setNear] = useState(false);
  const place = useOnScreen<HTMLDivElement>(() => setNear(true), !isNear);
  return isNear ? <NewestPosts count={3} without={without} /> : <div ref={place} />;
}
