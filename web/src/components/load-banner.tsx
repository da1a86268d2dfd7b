import type { ReactNode } from 'react';
import styles from './load-banner.module.css';

interface LoadBannerProps {
  readonly title: string;
  readonly text: string;
  /** Buttons. */
  readonly children: ReactNode;
}

/** A banner above the page about something that failed to load. It needs no code that may be missing itself. */
export function LoadBanner({ title, text, children }: LoadBannerProps) {
  return (
    <div role="alert" className={styles.notice}>
      <div className={styles.words}>
        <p>{title}</p>
        <p>{text}</p>
      </div>
      <div className={styles.actions}>{children}</div>
    </div>
  );
}
