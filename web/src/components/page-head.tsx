import { createContext, type ReactNode, type Ref, use } from 'react';
import styles from './page-head.module.css';

/** The title of the page, shown in its head. */
export const PageTitle = createContext<string>('');

interface PageHeadProps {
  /** Shown instead of the page's title. */
  readonly title?: ReactNode;
  /** The number of items, in words; empty until known. Omitted on pages without a count. */
  readonly count?: ReactNode;
  /** Heading level inside a page: 2. */
  readonly level?: 1 | 2;
  readonly ref?: Ref<HTMLDivElement>;
  /** The actions, the main one last. */
  readonly children?: ReactNode;
}

/** First row of a staff page, in the same position on each: heading, count and actions. */
export function PageHead({ title, count, level = 1, ref, children }: PageHeadProps) {
  const pageTitle = use(PageTitle);
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div ref={ref} className={styles.head}>
      <div className={styles.names}>
        <Heading dir="auto">{title ?? pageTitle}</Heading>
        {count !== undefined && (
          <span role="status" className={styles.count}>
            {count}
          </span>
        )}
      </div>
      {children}
    </div>
  );
}
