import { useEffect, useRef } from 'react';
import styles from './back-notice.module.css';
import { Button } from './button.tsx';

interface BackNoticeProps {
  /** Whether the form holds what was typed earlier. */
  readonly isBack: boolean;
  /** Nothing can be thrown away while it is being sent. */
  readonly isPending: boolean;
  readonly onDiscard: () => void;
  /** What is said of it. */
  readonly words?: string;
}

export const ALL_BACK = 'What you typed earlier is back.';

/** Stands in a form that holds what was typed earlier, and offers to start afresh. The keyboard then goes on in the first field. */
export function BackNotice({ isBack, isPending, onDiscard, words = ALL_BACK }: BackNoticeProps) {
  const notice = useRef<HTMLDivElement>(null);
  const wasBack = useRef(false);
  useEffect(() => {
    if (wasBack.current && !isBack && document.activeElement === document.body) {
      notice.current?.closest('form')?.querySelector<HTMLElement>(':read-write')?.focus();
    }
    wasBack.current = isBack;
  }, [isBack]);
  return (
    <div ref={notice} role="status" className={styles.notice}>
      {isBack && (
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
