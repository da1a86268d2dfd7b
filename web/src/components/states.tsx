import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './states.module.css';

interface StateProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly icon?: ReactNode;
  /** Buttons and links that lead on. */
  readonly actions?: ReactNode;
  readonly headingLevel?: 1 | 2 | 3;
}

/** Says that there is nothing here, and what to do about it. */
export function EmptyState({ title, children, icon, actions, headingLevel = 2 }: StateProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className={styles.state}>
      {icon && <div className={styles.icon}>{icon}</div>}
      <Heading className={styles.title}>{title}</Heading>
      {children && <div className={styles.text}>{children}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

interface ErrorStateProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly onRetry?: () => void;
  readonly isRetrying?: boolean;
}

/** Says that something could not be loaded, and offers to try again. Announced when it appears. */
export function ErrorState({ title, children, onRetry, isRetrying = false }: ErrorStateProps) {
  return (
    <div role="alert" className={styles.state}>
      <p className={styles.title}>{title}</p>
      <div className={styles.text}>{children ?? 'Please check your connection and try again.'}</div>
      {onRetry && (
        <div className={styles.actions}>
          <Button variant="secondary" onClick={onRetry} isPending={isRetrying}>
            {isRetrying ? 'Trying...' : 'Try Again'}
          </Button>
        </div>
      )}
    </div>
  );
}
