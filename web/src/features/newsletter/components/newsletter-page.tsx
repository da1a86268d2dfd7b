import type { ReactNode } from 'react';
import { takeLostFocus } from '../../../hooks/take-lost-focus.ts';
import styles from './newsletter-page.module.css';

interface NewsletterPageProps {
  readonly title: string;
  /** Replaces a pressed button, and takes its focus. */
  readonly isOutcome?: boolean;
  readonly children: ReactNode;
}

/** The page that a newsletter mail leads to. */
export function NewsletterPage({ title, isOutcome = false, children }: NewsletterPageProps) {
  return (
    <div className={`container ${styles.page}`}>
      <h1
        key={isOutcome ? 'outcome' : 'question'}
        className={styles.title}
        {...(isOutcome && { ref: takeLostFocus, tabIndex: -1, 'data-focus-target': true })}
      >
        {title}
      </h1>
      {children}
    </div>
  );
}
