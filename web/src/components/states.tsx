import type { ReactNode } from 'react';
import { useOnline } from '../hooks/use-online.ts';
import { ReloadNeededError } from '../lib/chunks.ts';
import { failureText } from '../lib/failure.ts';
import { Button } from './button.tsx';
import styles from './states.module.css';

interface StateProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly icon?: ReactNode;
  /** Buttons and links of what to do next. */
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
  /** The error; described in words unless there are children. */
  readonly error?: unknown;
  readonly onRetry?: () => void;
  readonly isRetrying?: boolean;
}

/** Says that something could not be loaded, and offers to try again. Announced when it appears. */
export function ErrorState({ title, children, error, onRetry, isRetrying = false }: ErrorStateProps) {
  return (
    <div role="alert" className={styles.state}>
      <p className={styles.title}>{title}</p>
      <div className={styles.text}>{children ?? (error ? failureText(error) : 'Please try again in a moment.')}</div>
      {onRetry && (
        <div className={styles.actions}>
          <RetryButton error={error} onRetry={onRetry} isRetrying={isRetrying} />
        </div>
      )}
    </div>
  );
}

interface RetryProps {
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly isRetrying: boolean;
}

/** Tries again; reloads the page where only that helps. */
export function RetryButton({ error, onRetry, isRetrying }: RetryProps) {
  if (error instanceof ReloadNeededError) return <Button onClick={() => window.location.reload()}>Reload</Button>;
  return (
    <Button variant="secondary" onClick={onRetry} isPending={isRetrying}>
      {isRetrying ? 'Trying...' : 'Try Again'}
    </Button>
  );
}

interface StaleBannerProps {
  /** The query whose answer is on screen. */
  readonly query: {
    readonly isRefetchError: boolean;
    readonly isFetching: boolean;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  /** What may be out of date: 'These posts'. */
  readonly what: string;
}

/**
 * Stands above content that stays because it could not be loaded again: says that it may be out of date, and why.
 * Offline, the layout's banner says so for the whole page.
 */
export function StaleBanner({ query, what }: StaleBannerProps) {
  const isOnline = useOnline();
  if (!query.isRefetchError || !isOnline) return null;
  return (
    <div role="status" className={styles.stale}>
      <p>
        {what} may be out of date. {failureText(query.error)}
      </p>
      <Button size="small" variant="secondary" onClick={() => void query.refetch()} isPending={query.isFetching}>
        {query.isFetching ? 'Trying...' : 'Try Again'}
      </Button>
    </div>
  );
}
