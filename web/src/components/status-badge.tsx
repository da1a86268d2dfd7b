import styles from './badges.module.css';

/** Product §3. */
export function StatusBadge({ isPublished }: { isPublished: boolean }) {
  return (
    <span className={styles.badge} data-tone={isPublished ? 'success' : 'neutral'}>
      {isPublished ? 'Published' : 'Draft'}
    </span>
  );
}
