import { UNKNOWN_ADDRESS } from '@inkwell/shared/unknown-address';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PostCardGrid } from '../../../components/post-card-grid.tsx';
import { useOnScreen } from '../../../hooks/use-on-screen.ts';
import { postQueries } from '../api/queries.ts';
import styles from './newest-posts.module.css';

export interface NewestPostsProps {
  readonly count?: number;
  /** The posts that the page already shows. */
  readonly without?: readonly string[];
}

/** For pages without other content. Renders nothing until they have loaded, because the page is complete without them. */
export function NewestPosts({ count = UNKNOWN_ADDRESS.posts, without = [] }: NewestPostsProps) {
  const { data } = useInfiniteQuery(postQueries.list({ categoryId: null }));
  const posts = data?.pages[0]?.items.filter(({ id }) => !without.includes(id)).slice(0, count) ?? [];
  if (posts.length === 0) return null;
  return (
    <section className={styles.newest} aria-labelledby="newest">
      <h2 id="newest">{UNKNOWN_ADDRESS.newest}</h2>
      <PostCardGrid posts={posts} />
    </section>
  );
}

/** The same below other content: requested once the reader comes near. */
export function NewestPostsBelow(props: NewestPostsProps) {
  const [isNear, setNear] = useState(false);
  const place = useOnScreen<HTMLDivElement>(() => setNear(true), !isNear);
  return isNear ? <NewestPosts {...props} /> : <div ref={place} />;
}
