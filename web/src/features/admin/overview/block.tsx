import type { LineIcon } from '@inkwell/shared/line-icons';
import { type ReactElement, type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../../components/icon.tsx';
import { LoadingRegion, Skeleton } from '../../../components/skeleton.tsx';
import { RetryButton } from '../../../components/states.tsx';
import { failureText } from '../../../lib/failure.ts';
import { useLoginWhenUnauthorized } from '../api/unauthorized.ts';
import styles from './block.module.css';

/** One row, which links to its subject. */
export interface BlockRow {
  readonly key: string;
  readonly to: string;
  readonly label: string;
  readonly note: ReactNode;
  /** An action below it; null reserves its place. */
  readonly act?: { readonly label: string; readonly to: string } | null | undefined;
}

export interface BlockProps {
  readonly title: string;
  /** A link to the full list, or a button. */
  readonly more: { readonly label: string; readonly to: string } | ReactElement;
  /** Shown if there are no rows. */
  readonly empty?: { readonly icon: LineIcon; readonly text: string };
  /** The maximum number of rows; their height is reserved while they load. */
  readonly size: number;
  readonly rows: readonly BlockRow[];
  readonly isLoading?: boolean;
  /** Why rows are missing. */
  readonly error?: unknown;
  readonly isRetrying?: boolean;
  readonly onRetry?: () => void;
}

/** A part of the overview with its own loading, empty and error states. */
export function Block({ title, more, empty, size, rows, isLoading = false, error, ...retry }: BlockProps) {
  const { isRetrying = false, onRetry = () => undefined } = retry;
  const titleId = useId();
  useLoginWhenUnauthorized(error);
  const hasFailed = Boolean(error);
  return (
    <section aria-labelledby={titleId} className={styles.block}>
      <div className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        {'to' in more ? <Link to={more.to}>{more.label}</Link> : more}
      </div>
      <div className={styles.body}>
        {hasFailed && (
          <div role="alert" className={styles.failed}>
            <p>This could not be loaded. {failureText(error)}</p>
            <RetryButton error={error} onRetry={onRetry} isRetrying={isRetrying} />
          </div>
        )}
        {rows.length > 0 && (
          <ul className={styles.rows}>
            {rows.slice(0, size).map(({ key, to, label, note, act }) => (
              <li key={key} data-high={act !== undefined || undefined}>
                <Link to={to}>
                  <span className={styles.label} dir="auto">
                    {label}
                  </span>{' '}
                  <span className={styles.note}>{note}</span>
                </Link>
                {act && (
                  <Link className={styles.act} to={act.to} aria-label={`${act.label}: ${label}`}>
                    {act.label}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        )}
        {rows.length === 0 && isLoading && !hasFailed && (
          <LoadingRegion label={`Loading ${title}`} className={styles.rows}>
            {Array.from({ length: size }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they do not move
              <div key={index} className={styles.waiting}>
                <Skeleton height="1rem" width={`${64 - (index % 3) * 9}%`} />
              </div>
            ))}
          </LoadingRegion>
        )}
        {empty && rows.length === 0 && !isLoading && !hasFailed && (
          <div className={styles.empty}>
            <Icon icon={empty.icon} />
            <p>{empty.text}</p>
          </div>
        )}
      </div>
    </section>
  );
}
