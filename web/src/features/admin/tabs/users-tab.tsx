import { linePeople } from '@inkwell/shared/line-icons';
import { Role } from '@inkwell/shared/roles';
import type { User } from '@inkwell/shared/users';
import { DialogButton } from '../../../components/dialog-button.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { adminQueries } from '../api/queries.ts';
import { foundText } from '../components/paged-list.tsx';
import { KeyList } from '../components/row-keys.tsx';
import { Filter, SearchBar } from '../components/search-bar.tsx';
import { StaffList } from '../components/staff-list.tsx';
import { type AddressFilters, givenOf, oneOf } from '../components/use-address-filters.ts';
import { useSortedSearch } from '../components/use-sorted-search.ts';
import { useStaffList } from '../components/use-staff-list.ts';
import { withWords } from '../filter-rules.ts';
import { InviteDialog } from '../invitations/invite-dialog.tsx';
import { nameOf, ROLE_LABELS, UserColumns, UserRow } from '../users/user-row.tsx';

const NAMES = ['q', 'role', 'blocked', 'online', 'sort'] as const;
const FILTERS = ['role', 'blocked', 'online'] as const;

const SORTS = [
  { value: 'name', label: 'Name' },
  { value: 'lastSeen', label: 'Last seen' },
];

const KEYS = [
  ['/', 'Find users'],
  ['↓', 'Go from the search field to the list'],
  ['↑ ↓', 'Move between users'],
  ['Esc', 'In the search field: clear the search'],
] as const;

const YES_OR_NO = ['true', 'false'] as const;

type AddressValues = AddressFilters<(typeof NAMES)[number]>['values'];

const COMPARE = {
  name: (a: User, b: User) => nameOf(a).localeCompare(nameOf(b)),
  lastSeen: (a: User, b: User) => (b.lastSeenAt ?? '').localeCompare(a.lastSeenAt ?? ''),
};

const orderOf = (sort: string | undefined) => oneOf(['name', 'lastSeen'], sort);

const choiceOf = ({ q, role, blocked, online, sort }: AddressValues) =>
  givenOf({
    q,
    role: oneOf(Role.options, role),
    blocked: oneOf(YES_OR_NO, blocked),
    online: oneOf(YES_OR_NO, online),
    sort: q ? undefined : orderOf(sort),
  });

/** All accounts, for admins. */
export function UsersTab({ viewer }: { readonly viewer: User }) {
  const list = useStaffList(NAMES, (now) => adminQueries.users(choiceOf(now)));
  const { values, change } = list;
  const choice = choiceOf(values);
  const order = values.q ? orderOf(values.sort) : undefined;
  const sorted = useSortedSearch(list.query, order && COMPARE[order]);
  const isNarrowed = Object.keys(choice).length > 0;
  const rules = withWords(values, FILTERS);
  const filter = (name: (typeof FILTERS)[number], label: string, options: { value: string; label: string }[]) => (
    <Filter
      label={label}
      value={choice[name] ?? ''}
      options={options}
      blockedBy={rules.blockedBy(name)}
      onChange={(value) => change({ [name]: value })}
    />
  );

  return (
    <>
      <PageHead title="Users" level={2} count={foundText(list.total, 'user', 'users', isNarrowed)}>
        <DialogButton variant="primary" size="small" label="Invite People">
          {(close) => <InviteDialog onClose={close} />}
        </DialogButton>
      </PageHead>
      <SearchBar
        name="Find users"
        label="Name or email address"
        placeholder="Search users"
        list={list}
        droppedBy={rules.dropped}
        isNarrowed={isNarrowed}
        note={rules.note ?? sorted.note}
      >
        {filter(
          'role',
          'Role',
          Role.options.map((role) => ({ value: role, label: ROLE_LABELS[role] })),
        )}
        {filter('blocked', 'Blocked', [
          { value: 'true', label: 'Blocked' },
          { value: 'false', label: 'Not blocked' },
        ])}
        {filter('online', 'Presence', [
          { value: 'true', label: 'Online' },
          { value: 'false', label: 'Offline' },
        ])}
        <Filter
          label="Sort by"
          value={orderOf(values.sort) ?? ''}
          any="Newest"
          options={SORTS}
          onChange={(sort) => change({ sort })}
        />
      </SearchBar>
      <StaffList
        {...list}
        noun="users"
        rowHeight={56}
        noneFound={isNarrowed && 'Try another search text or fewer filters.'}
        empty={<EmptyState icon={linePeople} title="No users yet" headingLevel={3} />}
        columns={<UserColumns />}
        order={sorted.order}
      >
        {(user) => <UserRow key={user.id} user={user} viewer={viewer} />}
      </StaffList>
      <KeyList keys={KEYS} />
    </>
  );
}
