import { counted } from '@inkwell/shared/format';
import { linePlus, lineSearch } from '@inkwell/shared/line-icons';
import { isAdmin } from '@inkwell/shared/permissions';
import type { User } from '@inkwell/shared/users';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { EmptyState } from '../../../components/states.tsx';
import type { namedListQueries } from '../../../lib/named-list-queries.ts';
import styles from '../admin.module.css';
import { JobList } from '../components/job-list.tsx';
import { PagedList, totalOf } from '../components/paged-list.tsx';
import { focusFirstRow, moveByKey } from '../components/row-keys.tsx';
import { SearchBar } from '../components/search-bar.tsx';
import { useAddressFilters } from '../components/use-address-filters.ts';
import { NO_MATCH_YET } from '../filter-rules.ts';
import type { StaffList } from './staff-list.ts';

const NAMES = ['q'] as const;

interface NamedListsProps {
  readonly viewer: User;
  readonly queries: Pick<ReturnType<typeof namedListQueries>, 'list'>;
  readonly words: {
    readonly title: string;
    readonly one: string;
    readonly many: string;
    readonly create: string;
    /** What to do where there are none. */
    readonly first: string;
  };
  readonly renderRow: (list: StaffList) => ReactNode;
  readonly renderNew: (onClose: () => void) => ReactNode;
}

/** The page of all tags or series: found by name, created and changed. */
export function NamedLists({ viewer, queries, words, renderRow, renderNew }: NamedListsProps) {
  const { values, change } = useAddressFilters(NAMES);
  const q = values.q ?? '';
  const query = useInfiniteQuery(queries.list(q ? { q } : {}));
  const list = useRef<HTMLUListElement>(null);
  const [isCreating, setCreating] = useState(false);
  const total = totalOf(query);
  return (
    <div className={`container ${styles.page}`}>
      <h1>{words.title}</h1>
      <div className={styles.panel}>
        <div className={styles.bar}>
          <h2 aria-live="polite">
            {total === null
              ? `All ${words.many}`
              : `${counted(total, words.one, words.many)} ${q ? 'found' : 'in total'}`}
          </h2>
          <Button size="small" icon={<Icon icon={linePlus} />} onClick={() => setCreating(true)}>
            {words.create}
          </Button>
        </div>
        <SearchBar
          name={`Find ${words.many}`}
          label="Name"
          value={q}
          onFind={(found, options) => change({ q: found }, options)}
          onLeave={() => focusFirstRow(list.current)}
          isNarrowed={q !== ''}
          onClear={() => change({ q: '' })}
        >
          {null}
        </SearchBar>
        <PagedList
          query={query}
          noun={words.many}
          rowHeight={56}
          noneYet={NO_MATCH_YET}
          empty={
            q ? (
              <EmptyState icon={lineSearch} title={`No ${words.many} found`} headingLevel={3}>
                Try another search text.
              </EmptyState>
            ) : (
              <EmptyState title={`No ${words.many} yet`} headingLevel={3}>
                {words.first}
              </EmptyState>
            )
          }
        >
          {(lists) => (
            <ul
              ref={list}
              className={`${styles.rows} ${styles.list}`}
              aria-busy={query.isPlaceholderData}
              onKeyDown={moveByKey}
            >
              {lists.map(renderRow)}
            </ul>
          )}
        </PagedList>
        {/* Below the rows and after them: neither moves when the other comes. */}
        {isAdmin(viewer) && !query.isPending && <JobList />}
      </div>
      {isCreating && renderNew(() => setCreating(false))}
    </div>
  );
}
