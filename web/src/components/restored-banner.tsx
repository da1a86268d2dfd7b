import { useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import styles from './restored-banner.module.css';

interface RestoredBannerProps {
  /** Whether the form holds what was typed earlier. */
  readonly isRestored: boolean;
  /** Nothing can be thrown away while it is being sent. */
  readonly isPending: boolean;
  readonly onDiscard: () => void;
  /** What is said of it. */
  readonly words?: string;
}

export const ALL_RESTORED = 'What you typed earlier is back.';

/** Stands in a form that holds what was typed earlier, and offers to start afresh. The keyboard then goes on in the first field. */
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
