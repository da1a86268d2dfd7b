import type { ReactNode } from 'react';
import { takeLostFocus } from '../../../hooks/take-lost-focus.ts';
import styles from './auth-page.module.css';

/** The narrow page that the forms around passwords stand on. */
export function AuthPage({
  title,
  lead,
  isOutcome = false,
  children,
}: {
  readonly title: string;
  readonly lead: ReactNode;
  /** Takes the place of a form that was sent, and the focus with it. */
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
  /** Why, where the words do not say so. */
  readonly reason: string | null;
}

/** What went wrong with a form as a whole; read out when it appears. */
export function FormError({ children, reason }: FormErrorProps) {
  return (
    <div role="alert" className={children ? styles.error : undefined}>
      {children && <p>{children}</p>}
      {reason && <p>{reason}</p>}
    </div>
  );
}
