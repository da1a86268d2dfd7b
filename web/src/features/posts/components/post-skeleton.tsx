import { LoadingRegion, Skeleton } from '../../../components/skeleton.tsx';
import styles from './post-article.module.css';

/** A placeholder in the shape of a post. */
export function PostSkeleton() {
  return (
    <LoadingRegion label="Loading post" className={`container ${styles.article}`}>
      <div className={styles.head} style={{ display: 'grid', gap: '1.25rem' }}>
        <Skeleton width="9rem" height="1.75rem" />
        <Skeleton height="3.5rem" />
        <Skeleton width="70%" height="3.5rem" />
        <Skeleton height="1.5rem" />
        <Skeleton width="14rem" height="3rem" />
      </div>
      <div className={styles.figure}>
        <Skeleton height="100%" />
      </div>
      <div className={styles.text} style={{ display: 'grid', gap: '0.75rem' }}>
        <Skeleton height="1.25rem" />
        <Skeleton height="1.25rem" />
        <Skeleton width="80%" height="1.25rem" />
      </div>
    </LoadingRegion>
  );
}
