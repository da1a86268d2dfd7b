import { LoadingRegion, Skeleton } from '../../../components/skeleton.tsx';
import styles from '../post-editor.module.css';

/** A title and three lines, at their places in the editor, until the text is loaded. */
export const EditorLoader = () => (
  <LoadingRegion label="Loading" className={`container ${styles.loading}`}>
    <Skeleton width="70%" height="3rem" />
    <Skeleton height="1.25rem" />
    <Skeleton width="94%" height="1.25rem" />
    <Skeleton width="60%" height="1.25rem" />
  </LoadingRegion>
);
