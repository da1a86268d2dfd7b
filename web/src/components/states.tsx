import { lineAlert, linePage } from '@inkwell/shared/line-icons';
import type { ReactNode } from 'react';
import { useOnline } from '../hooks/use-online.ts';
import { ReloadNeededError } from '../lib/chunks.ts';
import { failureText } from '../lib/failure.ts';
import { Button } from './button.tsx';
import { Icon, type IconDrawing } from './icon.tsx';
import styles from './states.module.css';

/* Two of the three looks of a part without its content: empty and failed. The third, loading, is in skeleton.tsx. */

interface StateProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly icon?: IconDrawing;
  /** Buttons and links for the next step. */
  readonly actions?: ReactNode;
  readonly headingLevel?: 1 | 2 | 3;
}

/** Says that there is nothing here, and what to do about it, with an icon, a line and an action. */
export function EmptyState({ title, children, icon = linePage, actions, headingLevel = 2 }: StateProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className={styles.state}>
      <Icon icon={icon} className={styles.icon} />
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

/** Says that something could not be loaded, and offers to try again, on a warm surface. Announced when it appears. */
export function ErrorState({ title, children, error, onRetry, isRetrying = false }: ErrorStateProps) {
  return (
    <div role="alert" className={styles.wrong}>
      <Icon icon={lineAlert} />
      <div className={styles.words}>
        <p className={styles.name}>{title}</p>
        <div>{children ?? (error ? failureText(error) : 'Please try again in a moment.')}</div>
      </div>
      {onRetry && <RetryButton error={error} onRetry={onRetry} isRetrying={isRetrying} />}
    </div>
  );
}

/** The part of a query that these components need. */
interface AskedQuery {
  readonly isFetching: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** Says that a query failed, and offers to retry it. */
export function LoadError({ title, query }: { readonly title: string; readonly query: AskedQuery }) {
  const { error, isFetching, refetch } = query;
  return <ErrorState title={title} error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
}

interface RetryProps {
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly isRetrying: boolean;
}

/** Tries again, or reloads the page if only that helps. */
export function RetryButton({ error, onRetry, isRetrying }: RetryProps) {
  if (error instanceof ReloadNeededError)
    return (
      <Button size="small" onClick={() => window.location.reload()}>
        Reload
      </Button>
    );
  return (
    <Button size="small" variant="secondary" onClick={onRetry} isPending={isRetrying}>
      {isRetrying ? 'Trying...' : 'Try Again'}
    </Button>
  );
}

interface StaleBannerProps {
  /** The query whose result is on screen. */
  readonly query: AskedQuery & { readonly isRefetchError: boolean };
  /** What may be out of date: 'These posts'. */
  readonly what: string;
}

/**
 * Shown above old content that could not be reloaded: says that it may be out of date, and why. Offline, the layout's banner says so for the whole
 * page.
 */
export function StaleBanner({ query, what }: StaleBannerProps) {
  const isOnline = useOnline();
  if (!query.isRefetchError || !isOnline) return null;
  return (
    <div role="status" className={styles.wrong}>
      <Icon icon={lineAlert} />
      <p className={styles.words}>
        {what} may be out of date. {failureText(query.error)}
      </p>
      <RetryButton error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
    </div>
  );
}
