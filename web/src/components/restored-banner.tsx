import { useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import styles from './restored-banner.module.css';

interface RestoredBannerProps {
  /** Whether the form contains restored text. */
  readonly isRestored: boolean;
  /** Restored text cannot be discarded while it is being sent. */
  readonly isPending: boolean;
  readonly onDiscard: () => void;
  readonly words?: string;
}

export const ALL_RESTORED = 'Your earlier text was restored.';

/** Says that a form contains restored text and offers to discard it. The focus then moves to the first field. */
export function RestoredBanner({ isRestored, isPending, onDiscard, words = ALL_RESTORED }: RestoredBannerProps) {
  const banner = useRef<HTMLDivElement>(null);
  const wasRestored = useRef(false);
  useEffect(() => {
    if (wasRestored.current && !isRestored && document.activeElement === document.body) {
      banner.current?.closest('form')?.querySelector<HTMLElement>(':read-write')?.focus();
    }
    wasRestored.current = isRestored;
  }, [isRestored]);
  return (
    <div ref={banner} role="status" className={styles.banner}>
      {isRestored && (
        <>
          <p>{words}</p>
          <Button size="small" variant="secondary" isPending={isPending} onClick={onDiscard}>
            Discard
          </Button>
        </>
      )}
    </div>
  );
}
