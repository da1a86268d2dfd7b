import { createContext, type ReactNode, type Ref, use } from 'react';
import styles from './page-head.module.css';

/** The title of the page, which its head shows. */
export const PageTitle = createContext<string>('');

interface PageHeadProps {
  /** Instead of the page's title. */
  readonly title?: ReactNode;
  /** How many the list has, in words; empty until that is known. Omitted for pages that count nothing. */
  readonly count?: ReactNode;
  /** Of a part of a page: 2. */
  readonly level?: 1 | 2;
  readonly ref?: Ref<HTMLDivElement>;
  /** The actions, the main one last. */
  readonly children?: ReactNode;
}

/** First row of a staff page, in the same place on each: heading, count and actions. */
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
