import '../../../styles/mantine-forms.css';
import '../../../styles/mantine-overlays.css';
import { counted } from '@inkwell/shared/format';
import { linePeople } from '@inkwell/shared/line-icons';
import { isAdmin } from '@inkwell/shared/permissions';
import { type SubscriberDetails, type SubscriberImport, subscriberApi } from '@inkwell/shared/subscribers';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { call } from '../../../lib/api.ts';
import { toastSuccess } from '../../../lib/toast.ts';
import styles from '../admin.module.css';
import { adminQueries } from '../api/queries.ts';
import { showActionError } from '../api/unauthorized.ts';
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
      {' '}
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
  const client = useQueryClient();
  const list = useStaffList(['q'], adminQueries.foundSubscribers);
  const [doomed, setDoomed] = useState<SubscriberDetails | null>(null);
  const remove = useMutation({
    mutationFn: ({ id }: SubscriberDetails) => call(subscriberApi.remove, { params: { id } }),
    onSuccess: () => {
      setDoomed(null);
      toastSuccess('Success', 'Subscriber removed');
      return client.invalidateQueries({ queryKey: adminQueries.everySubscriber });
    },
    onError: (error) => showActionError('remove the subscriber', error),
  });

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
            title={list.values.q ? 'No address begins so' : 'No subscribers yet'}
          />
        }
      >
        {(subscriber) => (
          <SubscriberRow key={subscriber.id} subscriber={subscriber} onRemove={() => setDoomed(subscriber)} />
        )}
      </StaffList>
      <ConfirmDialog
        isOpen={doomed !== null}
        title="Remove subscriber?"
        confirmLabel="Remove"
        pendingLabel="Removing..."
        isPending={remove.isPending}
        onConfirm={() => doomed && remove.mutate(doomed)}
        onClose={() => setDoomed(null)}
      >
        {`${doomed?.email ?? ''} gets no more mails of the newsletter, and the address is deleted from the list. No import brings it back.`}
      </ConfirmDialog>
    </>
  );
}
