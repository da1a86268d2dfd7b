import type { Post } from '@inkwell/shared/posts';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { PostCardGrid } from '../../../components/post-card-grid.tsx';
import { postQueries } from '../api/queries.ts';
import styles from './post-article.module.css';

/** More than two, because beside a lead story one card would be alone in its row. */
const MIN_WITH_LEAD = 3;

/**
 * More posts of the same category; renders nothing if there are none or they fail to load. The first one is the lead story, unless the article's
 * series has a next part, which is then shown large.
 */
export function SimilarPosts({ post }: { readonly post: Pick<Post, 'id' | 'series'> }) {
  const similar = useQuery(postQueries.similar(post.id));
  const titleId = useId();
  const count = similar.data?.length ?? 0;
  if (!similar.data || count === 0) return null;
  const hasLead = !post.series?.next && (count === 1 || count >= MIN_WITH_LEAD);
  return (
    <section className={styles.similar} data-count={count} data-lead={hasLead || undefined} aria-labelledby={titleId}>
      <div className="container">
        <h2 id={titleId} className={styles.similarTitle}>
          Similar Posts
        </h2>
        <PostCardGrid posts={similar.data} hasLead={hasLead} />
      </div>
    </section>
  );
}
