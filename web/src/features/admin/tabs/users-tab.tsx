import { counted } from '@inkwell/shared/format';
import { linePeople, lineSearch } from '@inkwell/shared/line-icons';
import { Role } from '@inkwell/shared/roles';
import type { User } from '@inkwell/shared/users';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/states.tsx';
import styles from '../admin.module.css';
import { adminQueries } from '../api/queries.ts';
import { PagedList, totalOf } from '../components/paged-list.tsx';
import { focusFirstRow, KeyList, moveByKey } from '../components/row-keys.tsx';
import { Filter, SearchBar } from '../components/search-bar.tsx';
import { oneOf, useAddressFilters } from '../components/use-address-filters.ts';
import { useSortedSearch } from '../components/use-sorted-search.ts';
import { nameOf, ROLE_LABELS, UserRow } from '../components/user-row.tsx';
import { FILTERS_WITH_SEARCH, NO_MATCH_YET, withWords } from '../filter-rules.ts';
import { InviteDialog } from '../invitations/invite-dialog.tsx';

const NAMES = ['q', 'role', 'blocked', 'online', 'sort'] as const;
const FILTERS = ['role', 'blocked', 'online'] as const;

const SORTS = [
  { value: '', label: 'Newest' },
  { value: 'name', label: 'Name' },
  { value: 'lastSeen', label: 'Last seen' },
];

const KEYS = [
  ['/', 'Find users'],
  ['↓', 'From the search field to the list'],
  ['↑ ↓', 'From user to user'],
  ['Esc', 'In the search field: clear the search'],
] as const;

const YES_OR_NO = ['true', 'false'] as const;

type AddressValues = ReturnType<typeof useAddressFilters<(typeof NAMES)[number]>>['values'];

const COMPARE = {
  name: (a: User, b: User) => nameOf(a).localeCompare(nameOf(b)),
  lastSeen: (a: User, b: User) => (b.lastSeenAt ?? '').localeCompare(a.lastSeenAt ?? ''),
};

const orderOf = (sort: string | undefined) => oneOf(['name', 'lastSeen'], sort);

function choiceOf({ q, role, blocked, online, sort }: AddressValues) {
  const chosen = {
    role: oneOf(Role.options, role),
    blocked: oneOf(YES_OR_NO, blocked),
    online: oneOf(YES_OR_NO, online),
    sort: q ? undefined : orderOf(sort),
  };
  return {
    ...(q && { q }),
    ...(chosen.role && { role: chosen.role }),
    ...(chosen.blocked && { blocked: chosen.blocked }),
    ...(chosen.online && { online: chosen.online }),
    ...(chosen.sort && { sort: chosen.sort }),
  } as const;
}

/** All accounts, for admins. */
export function UsersTab({ viewer }: { readonly viewer: User }) {
  const { values, change } = useAddressFilters(NAMES);
  const choice = choiceOf(values);
  const query = useInfiniteQuery(adminQueries.users(choice));
  const order = values.q ? orderOf(values.sort) : undefined;
  const sorted = useSortedSearch(query, order && COMPARE[order]);
  const list = useRef<HTMLUListElement>(null);
  const [isInviting, setInviting] = useState(false);
  const total = totalOf(query);
  const isNarrowed = Object.keys(choice).length > 0;
  const rules = withWords(values, FILTERS);
  const filter = (name: (typeof FILTERS)[number], label: string, options: { value: string; label: string }[]) => (
    <Filter
      label={label}
      value={choice[name] ?? ''}
      options={options}
      blockedBy={rules.blocks(name) ? FILTERS_WITH_SEARCH : undefined}
      onChange={(value) => change({ [name]: value })}
    />
  );

  return (
    <>
      <div className={styles.bar}>
        <h2>Users</h2>
        <span role="status" className={styles.note}>
          {total !== null && `${counted(total, 'user', 'users')} ${isNarrowed ? 'found' : 'in total'}`}
        </span>
        <Button variant="secondary" size="small" onClick={() => setInviting(true)}>
          Invite People
        </Button>
      </div>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      <SearchBar
        name="Find users"
        label="Name or address"
        value={values.q ?? ''}
        onFind={(q, options) => change({ q, ...rules.dropped(q) }, options)}
        onLeave={() => focusFirstRow(list.current)}
        isNarrowed={isNarrowed}
        onClear={() => change({ q: '', role: '', blocked: '', online: '', sort: '' })}
        note={rules.note ?? sorted.note}
      >
        {filter('role', 'Role', [
          { value: '', label: 'Any' },
          ...Role.options.map((role) => ({ value: role, label: ROLE_LABELS[role] })),
        ])}
        {filter('blocked', 'Blocked', [
          { value: '', label: 'Any' },
          { value: 'true', label: 'Blocked' },
          { value: 'false', label: 'Not blocked' },
        ])}
        {filter('online', 'Presence', [
          { value: '', label: 'Any' },
          { value: 'true', label: 'Online' },
          { value: 'false', label: 'Offline' },
        ])}
        <Filter
          label="Sort by"
          value={orderOf(values.sort) ?? ''}
          options={SORTS}
          onChange={(sort) => change({ sort })}
        />
      </SearchBar>
      <PagedList
        query={query}
        noun="users"
        rowHeight={56}
        noneYet={NO_MATCH_YET}
        empty={
          isNarrowed ? (
            <EmptyState icon={lineSearch} title="No users found" headingLevel={3}>
              Try another search text or fewer filters.
            </EmptyState>
          ) : (
            <EmptyState icon={linePeople} title="No users yet" headingLevel={3} />
          )
        }
      >
        {(users) => (
          <ul
            ref={list}
            className={`${styles.rows} ${styles.list}`}
            aria-busy={query.isPlaceholderData}
            onKeyDown={moveByKey}
          >
            {sorted.order(users).map((user) => (
              <UserRow key={user.id} user={user} viewer={viewer} />
            ))}
          </ul>
        )}
      </PagedList>
      <KeyList keys={KEYS} />
    </>
  );
}
