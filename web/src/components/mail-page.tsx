import type { ReactNode } from 'react';
import { takeLostFocus } from '../hooks/take-lost-focus.ts';
import styles from './mail-page.module.css';

interface MailPageProps {
  readonly title: string;
  /** The current content. New content takes the focus if the focused control has gone; the first content does not. */
  readonly step?: string | undefined;
  readonly children: ReactNode;
}

/** A page that an email links to. */
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
