import { type ComponentType, Suspense, useEffect, useEffectEvent } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';
import { openLayer } from './escape.ts';
import styles from './lazy-dialog.module.css';
import { lazyPart } from './lazy-part.tsx';
import { LoadingRegion, Skeleton } from './skeleton.tsx';

interface DialogProps {
  readonly onClose: () => void;
}

/** The frame of a dialog while its code loads. It does not take the focus, so that the dialog can later return it to the same element. */
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
 * A dialog in its own chunk, whose frame is shown while it loads. If that fails, the frame says so and the rest of the page stays.
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
