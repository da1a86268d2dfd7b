import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { PostCardGrid } from '../../../components/post-card-grid.tsx';
import { postQueries } from '../api/queries.ts';
import styles from './post-article.module.css';

/** More posts of the same category; renders nothing if there are none or they fail to load. */
export function SimilarPosts({ postId }: { readonly postId: string }) {
  const similar = useQuery(postQueries.similar(postId));
  const titleId = useId();
  if (!similar.data?.length) return null;
  return (
    <section className={styles.similar} data-count={similar.data.length} aria-labelledby={titleId}>
      <div className="container">
        <h2 id={titleId} className={styles.similarTitle}>
          Similar Posts
        </h2>
        <PostCardGrid posts={similar.data} />
      </div>
    </section>
  );
}
