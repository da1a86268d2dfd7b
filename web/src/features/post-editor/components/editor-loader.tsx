import { LoadingRegion, Skeleton } from '../../../components/skeleton.tsx';
import styles from '../post-editor.module.css';

/** Placeholders for the title and three lines, in the editor's layout, until the text has loaded. */
export const EditorLoader = () => (
  <LoadingRegion label="Loading" className={`container ${styles.loading}`}>
    <Skeleton width="70%" height="3rem" />
    <Skeleton height="1.25rem" />
    <Skeleton width="94%" height="1.25rem" />
    <Skeleton width="60%" height="1.25rem" />
  </LoadingRegion>
);
