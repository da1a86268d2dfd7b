import { useLocation } from 'react-router';
import { isEditorPath } from '../lib/paths.ts';
import styles from './page-loader.module.css';
import { LoadingRegion, Skeleton } from './skeleton.tsx';

/** Shown instead of a page while its code loads, or until the session is known. */
export function PageLoader() {
  return (
    <LoadingRegion label="Loading" className={`container ${styles.page}`}>
      <Skeleton width="min(60%, 28rem)" height="3.25rem" />
      <Skeleton width="min(90%, 40rem)" height="1.25rem" />
      <Skeleton height="18rem" />
    </LoadingRegion>
  );
}

/** The same for staff pages, most of which are lists. */
export const ListLoader = () => (
  <LoadingRegion label="Loading" className={`container ${styles.list}`}>
    <div className={styles.head}>
      <Skeleton width="12rem" height="1.75rem" />
    </div>
    {[46, 38, 52, 34, 44, 40].map((width) => (
      <div key={width} className={styles.row}>
        <Skeleton width={`${width}%`} height="1rem" />
      </div>
    ))}
  </LoadingRegion>
);

/** A staff page with space for its navigation, until the navigation's code has loaded. */
export function StaffLoader() {
  const isFolded = isEditorPath(useLocation().pathname);
  return (
    <div className={styles.frame} data-folded={isFolded || undefined}>
      <div className={styles.nav} />
      <ListLoader />
    </div>
  );
}
