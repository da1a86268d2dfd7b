import '../../../components/mantine-parts.ts';
import { counted } from '@inkwell/shared/format';
import { linePeople, linePlus } from '@inkwell/shared/line-icons';
import { canJoinGuests } from '@inkwell/shared/permissions';
import type { User } from '@inkwell/shared/users';
import { DialogButton } from '../../../components/dialog-button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { EmptyState } from '../../../components/states.tsx';
import styles from '../admin.module.css';
import { guestQuery } from '../api/authors.ts';
import { GuestDialog } from '../authors/guest-dialog.tsx';
import { GuestRow } from '../authors/guest-row.tsx';
import { SearchBar } from '../components/search-bar.tsx';
import { StaffList } from '../components/staff-list.tsx';
import { StaffPage } from '../components/staff-page.tsx';
import { useStaffList } from '../components/use-staff-list.ts';

/** `/admin/authors`: authors without an account. */
export function Component() {
  return <StaffPage title="Guest Authors">{(viewer) => <Guests viewer={viewer} />}</StaffPage>;
}

function Guests({ viewer }: { readonly viewer: User }) {
  const list = useStaffList(['q'], guestQuery);
  const isNarrowed = Boolean(list.values.q);
  return (
    <>
      <div className={styles.bar}>
        <h2>{list.total === null ? 'Authors' : counted(list.total, 'author', 'authors')}</h2>
        <DialogButton size="small" icon={<Icon icon={linePlus} />} label="New Guest Author">
          {(close) => <GuestDialog guest={null} onClose={close} />}
        </DialogButton>
      </div>
      <SearchBar name="Find authors" label="Name" list={list} isNarrowed={isNarrowed} />
      <StaffList
        {...list}
        noun="authors"
        rowHeight={56}
        noneFound={isNarrowed && 'Try another name.'}
        empty={
          <EmptyState icon={linePeople} title="No guest authors yet" headingLevel={3}>
            Guest authors appear in bylines but have no account.
          </EmptyState>
        }
      >
        {(guest) => <GuestRow key={guest.id} guest={guest} canJoin={canJoinGuests(viewer)} />}
      </StaffList>
    </>
  );
}
