import '@mantine/core/styles/Checkbox.layer.css';
import { counted } from '@inkwell/shared/format';
import { Role } from '@inkwell/shared/roles';
import type { User } from '@inkwell/shared/users';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { EmptyState } from '../../../components/states.tsx';
import styles from '../admin.module.css';
import { adminQueries } from '../api/queries.ts';
import { PagedList, totalOf } from '../components/paged-list.tsx';
import { focusFirstRow, KeyList, moveByKey } from '../components/row-keys.tsx';
import { Filter, SearchBar } from '../components/search-bar.tsx';
import { oneOf, useAddressFilters } from '../components/use-address-filters.ts';
import { ROLE_LABELS, UserRow } from '../components/user-row.tsx';
import { NONE_YET, WORDS_AND_FILTERS, WORDS_AND_ORDER, withWords } from '../filter-rules.ts';

const NAMES = ['q', 'role', 'blocked', 'online', 'sort'] as const;
const FILTERS = ['role', 'blocked', 'online'] as const;

const SORTS = [
  { value: '', label: 'Newest' },
  { value: 'name', label: 'Name' },
  { value: 'lastSeen', label: 'Last seen' },
];

const KEYS = [
  ['/', 'Find users'],
  ['↓', 'From the box into the list'],
  ['↑ ↓', 'From user to user'],
  ['Esc', 'In the box: find nothing more'],
] as const;

const YES_OR_NO = ['true', 'false'] as const;

type AddressValues = ReturnType<typeof useAddressFilters<(typeof NAMES)[number]>>['values'];

function choiceOf({ q, role, blocked, online, sort }: AddressValues) {
  const chosen = {
    role: oneOf(Role.options, role),
    blocked: oneOf(YES_OR_NO, blocked),
    online: oneOf(YES_OR_NO, online),
    sort: q ? undefined : oneOf(['name', 'lastSeen'], sort),
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
  const list = useRef<HTMLUListElement>(null);
  const total = totalOf(query);
  const isNarrowed = Object.keys(choice).length > 0;
  const rules = withWords(values, FILTERS);
  const filter = (name: (typeof FILTERS)[number], label: string, options: { value: string; label: string }[]) => (
    <Filter
      label={label}
      value={choice[name] ?? ''}
      options={options}
      blockedBy={rules.blocks(name) ? WORDS_AND_FILTERS : undefined}
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
      </div>
      <SearchBar
        name="Find users"
        label="Name or address"
        value={values.q ?? ''}
        onFind={(q, options) => change({ q, ...(q && { sort: undefined }), ...rules.dropped(q) }, options)}
        onLeave={() => focusFirstRow(list.current)}
        isNarrowed={isNarrowed}
        onClear={() => change({ q: '', role: '', blocked: '', online: '', sort: '' })}
        note={rules.note}
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
          value={choice.sort ?? ''}
          options={SORTS}
          blockedBy={values.q ? WORDS_AND_ORDER : undefined}
          onChange={(sort) => change({ sort })}
        />
      </SearchBar>
      <PagedList
        query={query}
        noun="users"
        noneYet={NONE_YET}
        empty={
          isNarrowed ? (
            <EmptyState title="No users found" headingLevel={3}>
              Try other words or fewer filters.
            </EmptyState>
          ) : (
            <EmptyState title="No users yet" headingLevel={3} />
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
            {users.map((user) => (
              <UserRow key={user.id} user={user} viewer={viewer} />
            ))}
          </ul>
        )}
      </PagedList>
      <KeyList keys={KEYS} />
    </>
  );
}
