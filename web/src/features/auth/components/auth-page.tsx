import type { ReactNode } from 'react';
import { takeLostFocus } from '../../../hooks/take-lost-focus.ts';
import styles from './auth-page.module.css';

/** The narrow page of the password forms. */
export function AuthPage({
  title,
  lead,
  isOutcome = false,
  children,
}: {
  readonly title: string;
  readonly lead: ReactNode;
  /** Replaces a submitted form, and takes the focus. */
  readonly isOutcome?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className={`container ${styles.page}`}>
      <div className={styles.box}>
        <h1
          className={styles.title}
          {...(isOutcome && { ref: takeLostFocus, tabIndex: -1, 'data-focus-target': true })}
        >
          {title}
        </h1>
        <div className={styles.lead}>{lead}</div>
        {children}
      </div>
    </div>
  );
}

interface FormErrorProps {
  readonly children: string | null;
  /** The reason, if the message does not say it. */
  readonly reason: string | null;
}

/** An error of the whole form; announced when it appears. */
export function FormError({ children, reason }: FormErrorProps) {
  return (
    <div role="alert" className={children ? styles.error : undefined}>
      {children && <p>{children}</p>}
      {reason && <p>{reason}</p>}
    </div>
  );
}
