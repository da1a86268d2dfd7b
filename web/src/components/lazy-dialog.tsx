import { type ComponentType, Suspense, useEffect, useEffectEvent } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';
import { openLayer } from './escape.ts';
import styles from './lazy-dialog.module.css';
import { lazyPart } from './lazy-part.tsx';
import { LoadingRegion, Skeleton } from './skeleton.tsx';

interface DialogProps {
  readonly onClose: () => void;
}

/** The frame of a dialog while its code loads. The focus stays where it is, so that the dialog finds and returns it. */
function Opening({ onClose }: DialogProps) {
  const close = useEffectEvent(onClose);
  useEffect(() => openLayer(() => close()), []);
  return (
    <div
      className={styles.backdrop}
      onPointerDown={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      <LoadingRegion label="Loading" className={styles.frame}>
        <Skeleton width="50%" height="1.5rem" />
        <Skeleton height="1rem" />
        <Skeleton width="80%" height="1rem" />
      </LoadingRegion>
    </div>
  );
}

/**
 * A dialog in its own chunk: its frame shows while it loads. A dialog that cannot be loaded or shown says so, and takes
 * nothing else off the page.
 * @param failure what failed: 'The profile could not be opened'
 */
export function lazyDialog<Props extends DialogProps>(load: () => Promise<ComponentType<Props>>, failure: string) {
  const Part = lazyPart(load, failure);
  const Dialog = (props: Props) => (
    <ErrorBoundary title={failure}>
      <Suspense fallback={<Opening onClose={props.onClose} />}>
        <Part {...props} />
      </Suspense>
    </ErrorBoundary>
  );
  return Object.assign(Dialog, { preload: Part.preload });
}
