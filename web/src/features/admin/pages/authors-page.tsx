import '../../../styles/mantine-forms.css';
import '../../../styles/mantine-overlays.css';
import { counted } from '@inkwell/shared/format';
import { linePeople, linePlus, lineSearch } from '@inkwell/shared/line-icons';
import { canJoinGuests } from '@inkwell/shared/permissions';
import type { User } from '@inkwell/shared/users';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { StaffGate } from '../../../components/staff-gate.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { usePageTitle } from '../../../lib/title.ts';
import styles from '../admin.module.css';
import { guestQuery } from '../api/authors.ts';
import { GuestDialog } from '../authors/guest-dialog.tsx';
import { GuestRow } from '../authors/guest-row.tsx';
import { PagedList, totalOf } from '../components/paged-list.tsx';
import { focusFirstRow, moveByKey } from '../components/row-keys.tsx';
import { SearchBar } from '../components/search-bar.tsx';
import { useAddressFilters } from '../components/use-address-filters.ts';

/** `/admin/authors`: authors without an account. */
export function Component() {
  usePageTitle('Guest Authors');
  return (
    <StaffGate>
      {(viewer) => (
        <div className={`container ${styles.page}`}>
          <h1>Guest Authors</h1>
          <Guests viewer={viewer} />
        </div>
      )}
    </StaffGate>
  );
}

function Guests({ viewer }: { readonly viewer: User }) {
  const { values, change } = useAddressFilters(['q']);
  const [isCreating, setCreating] = useState(false);
  const query = useInfiniteQuery(guestQuery(values.q ? { q: values.q } : {}));
  const list = useRef<HTMLUListElement>(null);
  const total = totalOf(query);
  return (
    <div className={styles.panel}>
      <div className={styles.bar}>
        <h2>{total === null ? 'Authors' : counted(total, 'author', 'authors')}</h2>
        <Button size="small" icon={<Icon icon={linePlus} />} onClick={() => setCreating(true)}>
          New Guest Author
        </Button>
      </div>
      <SearchBar
        name="Find authors"
        label="Name"
        value={values.q ?? ''}
        onFind={(q, options) => change({ q }, options)}
        onLeave={() => focusFirstRow(list.current)}
        isNarrowed={Boolean(values.q)}
        onClear={() => change({ q: '' })}
        note={undefined}
      >
        {null}
      </SearchBar>
      <PagedList
        query={query}
        noun="authors"
        rowHeight={56}
        empty={
          values.q ? (
            <EmptyState icon={lineSearch} title="No authors found" headingLevel={3}>
              Try another name.
            </EmptyState>
          ) : (
            <EmptyState icon={linePeople} title="No guest authors yet" headingLevel={3}>
              They are named in bylines like staff, but have no account.
            </EmptyState>
          )
        }
      >
        {(guests) => (
          <ul
            ref={list}
            className={`${styles.rows} ${styles.list}`}
            aria-busy={query.isPlaceholderData}
            onKeyDown={moveByKey}
          >
            {guests.map((guest) => (
              <GuestRow key={guest.id} guest={guest} canJoin={canJoinGuests(viewer)} />
            ))}
          </ul>
        )}
      </PagedList>
      {isCreating && <GuestDialog guest={null} onClose={() => setCreating(false)} />}
    </div>
  );
}
