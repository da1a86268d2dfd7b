import type { ReactNode } from 'react';
import { takeLostFocus } from '../hooks/take-lost-focus.ts';
import styles from './mail-page.module.css';

interface MailPageProps {
  readonly title: string;
  /** What the page shows at the moment. What replaces it takes the focus of a control that has gone; the first takes none. */
  readonly step?: string | undefined;
  readonly children: ReactNode;
}

/** The page that a mail leads to. */
export function MailPage({ title, step, children }: MailPageProps) {
  return (
    <div className={`container ${styles.page}`}>
      <h1
        key={step}
        className={styles.title}
        {...(step !== undefined && { ref: takeLostFocus, tabIndex: -1, 'data-focus-target': true })}
      >
        {title}
      </h1>
      {children}
    </div>
  );
}
