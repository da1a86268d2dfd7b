import classes from './badges.module.css';

/** Specification §3. */
export function StatusBadge({ isPublished }: { isPublished: boolean }) {
  return (
    <span className={classes.badge} data-tone={isPublished ? 'success' : 'neutral'}>
      {isPublished ? 'Published' : 'Draft'}
    </span>
  );
}
