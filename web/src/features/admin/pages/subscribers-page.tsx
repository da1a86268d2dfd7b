import '../../../components/mantine-parts.ts';
import { counted } from '@inkwell/shared/format';
import { linePeople } from '@inkwell/shared/line-icons';
import { isAdmin } from '@inkwell/shared/permissions';
import type { SubscriberImport } from '@inkwell/shared/subscribers';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/states.tsx';
import styles from '../admin.module.css';
import { adminQueries } from '../api/queries.ts';
import { AddressBar } from '../components/address-bar.tsx';
import { StaffList } from '../components/staff-list.tsx';
import { StaffPage } from '../components/staff-page.tsx';
import { useStaffList } from '../components/use-staff-list.ts';
import { MailStanding } from '../mail/mail-standing.tsx';
import { Suppressions } from '../mail/suppressions.tsx';
import { Growth } from '../subscribers/growth.tsx';
import { ImportDialog } from '../subscribers/import-dialog.tsx';
import { ImportState } from '../subscribers/import-state.tsx';
import { SubscriberRow } from '../subscribers/subscriber-row.tsx';

/** `/admin/newsletter/subscribers`, for admins. Moderators see the panel in its place. */
export function Component() {
  return (
    <StaffPage title="Subscribers" may={isAdmin}>
      {() => <Subscribers />}
    </StaffPage>
  );
}

function Subscribers() {
  const [isImporting, setImporting] = useState(false);
  const [begun, setBegun] = useState<SubscriberImport | null>(null);
  return (
    <>
      <div className={styles.bar}>
        <Button variant="secondary" size="small" onClick={() => setImporting(true)}>
          Import CSV
        </Button>
      </div>
      {begun && <ImportState key={begun.id} begun={begun} />}
      <Standing />
      <Found />
      <Suppressions />
      {isImporting && (
        <ImportDialog
          onClose={() => setImporting(false)}
          onBegun={(one) => {
            setImporting(false);
            setBegun(one);
          }}
        />
      )}
    </>
  );
}

/** How mail and the list do. */
function Standing() {
  const { isPending } = useQuery(adminQueries.subscriberGrowth());
  return (
    <MailStanding label="Loading the growth" isPending={isPending}>
      <Growth />
    </MailStanding>
  );
}

function Found() {
  const list = useStaffList(['q'], adminQueries.foundSubscribers);
  return (
    <>
      <AddressBar
        name="Find subscribers"
        count={list.total === null ? '' : counted(list.total, 'subscriber', 'subscribers')}
        list={list}
        first="summary"
      />
      <StaffList
        {...list}
        noun="subscribers"
        label="Subscribers"
        empty={
          <EmptyState
            icon={linePeople}
            headingLevel={3}
            title={list.values.q ? 'No address starts with this' : 'No subscribers yet'}
          />
        }
      >
        {(subscriber) => <SubscriberRow key={subscriber.id} subscriber={subscriber} />}
      </StaffList>
    </>
  );
}
