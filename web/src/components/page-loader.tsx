import styles from './page-loader.module.css';
import { LoadingRegion, Skeleton } from './skeleton.tsx';

/** Stands in for a whole page: while its code is on the way, or until it is known who is looking. */
export function PageLoader({ label = 'Loading' }: { readonly label?: string }) {
  return (
    <LoadingRegion label={label} className={`container ${styles.page}`}>
      <Skeleton width="min(60%, 28rem)" height="3.25rem" />
      <Skeleton width="min(90%, 40rem)" height="1.25rem" />
      <Skeleton height="18rem" />
    </LoadingRegion>
  );
}
