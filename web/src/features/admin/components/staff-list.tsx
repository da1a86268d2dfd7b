import { lineSearch } from '@inkwell/shared/line-icons';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { EmptyState } from '../../../components/states.tsx';
import styles from '../admin.module.css';
import { PagedList, type PagedListProps } from './paged-list.tsx';
import { moveByKey } from './row-keys.tsx';

interface StaffListProps<T> extends Omit<PagedListProps<T>, 'children'> {
  readonly listRef?: RefObject<HTMLUListElement | null>;
  readonly label?: string;
  /** Looks; rows between hairlines by default. */
  readonly className?: string | undefined;
  /** A hint if nothing matches; false without a search. */
  readonly noneFound?: ReactNode;
  readonly headingLevel?: 2 | 3;
  /** A heading above the rows, for screen readers. */
  readonly title?: string;
  /** The first line of the list: column names. */
  readonly columns?: ReactNode;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  /** Renders a row. */
  readonly children: (item: T, index: number, items: readonly T[]) => ReactNode;
  /** Sorts the loaded rows. */
  readonly order?: (items: readonly T[]) => readonly T[];
}

/** A list of rows that loads page by page; arrow keys move from row to row. */
export function StaffList<T extends { id: string }>({
  listRef,
  label,
  className = `${styles.rows} ${styles.list}`,
  noneFound,
  headingLevel = 3,
  title,
  columns,
  onKeyDown,
  children,
  order = (items) => items,
  empty,
  ...list
}: StaffListProps<T>) {
  const none = noneFound ? (
    <EmptyState icon={lineSearch} title={`No ${list.noun} found`} headingLevel={headingLevel}>
      {noneFound}
    </EmptyState>
  ) : (
    empty
  );
  return (
    <PagedList {...list} empty={none}>
      {(items) => (
        <>
          {title && <h2 className="visually-hidden">{title}</h2>}
          <ul
            ref={listRef}
            className={className}
            aria-label={label}
            aria-busy={list.query.isPlaceholderData}
            onKeyDown={(event) => {
              onKeyDown?.(event);
              moveByKey(event);
            }}
          >
            {columns}
            {order(items).map(children)}
          </ul>
        </>
      )}
    </PagedList>
  );
}
