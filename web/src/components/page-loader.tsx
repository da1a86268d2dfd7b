import styles from './page-loader.module.css';
import { LoadingRegion, Skeleton } from './skeleton.tsx';

/** Shown instead of a page while its code loads, or until the session is known. */
export function PageLoader({ label = 'Loading' }: { readonly label?: string }) {
  return (
    <LoadingRegion label={label} className={`container ${styles.page}`}>
      <Skeleton width="min(60%, 28rem)" height="3.25rem" />
      <Skeleton width="min(90%, 40rem)" height="1.25rem" />
      <Skeleton height="18rem" />
    </LoadingRegion>
  );
}
