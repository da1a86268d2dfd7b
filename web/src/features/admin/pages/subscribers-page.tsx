import '../../../styles/mantine-forms.css';
import '../../../styles/mantine-overlays.css';
import { counted } from '@inkwell/shared/format';
import { linePeople } from '@inkwell/shared/line-icons';
import { isAdmin } from '@inkwell/shared/permissions';
import { type SubscriberDetails, type SubscriberImport, subscriberApi } from '@inkwell/shared/subscribers';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Navigate } from 'react-router';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { StaffGate } from '../../../components/staff-gate.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { call } from '../../../lib/api.ts';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../../lib/title.ts';
import { toastSuccess } from '../../../lib/toast.ts';
import styles from '../admin.module.css';
import { adminQueries } from '../api/queries.ts';
import { showActionError } from '../api/unauthorized.ts';
import { AddressBar } from '../components/address-bar.tsx';
import { PagedList, totalOf } from '../components/paged-list.tsx';
import { useAddressFilters } from '../components/use-address-filters.ts';
import { MailStanding } from '../mail/mail-standing.tsx';
import { Suppressions } from '../mail/suppressions.tsx';
import { Growth } from '../subscribers/growth.tsx';
import { ImportDialog } from '../subscribers/import-dialog.tsx';
import { ImportState } from '../subscribers/import-state.tsx';
import { SubscriberRow } from '../subscribers/subscriber-row.tsx';

/** `/admin/newsletter/subscribers`, for admins. Moderators see the panel in its place. */
export function Component() {
  usePageTitle('Subscribers');
  return (
    <StaffGate>{(viewer) => (isAdmin(viewer) ? <Subscribers /> : <Navigate to={paths.admin} replace />)}</StaffGate>
  );
}

function Subscribers() {
  const [isImporting, setImporting] = useState(false);
  const [begun, setBegun] = useState<SubscriberImport | null>(null);
  return (
    <div className={`container ${styles.page}`}>
      <h1>Subscribers</h1>
      <div className={styles.panel}>
        <div className={styles.bar}>
          <Button variant="secondary" size="small" onClick={() => setImporting(true)}>
            Import CSV
          </Button>
        </div>
        {begun && <ImportState key={begun.id} begun={begun} />}
        <Standing />
        <Found />
        <Suppressions />
      </div>
      {isImporting && (
        <ImportDialog
          onClose={() => setImporting(false)}
          onBegun={(one) => {
            setImporting(false);
            setBegun(one);
          }}
        />
      )}
    </div>
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

const NAMES = ['q'] as const;

function Found() {
  const client = useQueryClient();
  const { values, change } = useAddressFilters(NAMES);
  const query = useInfiniteQuery(adminQueries.foundSubscribers(values.q ? { q: values.q } : {}));
  const total = totalOf(query);
  const list = useRef<HTMLDivElement>(null);
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
        count={total === null ? '' : counted(total, 'subscriber', 'subscribers')}
        q={values.q}
        change={change}
        onLeave={() => list.current?.querySelector('summary')?.focus()}
      />
      <div ref={list}>
        <PagedList
          query={query}
          noun="subscribers"
          empty={
            <EmptyState
              icon={linePeople}
              headingLevel={3}
              title={values.q ? 'No address begins so' : 'No subscribers yet'}
            />
          }
        >
          {(subscribers) => (
            <ul className={styles.rows} aria-label="Subscribers">
              {subscribers.map((subscriber) => (
                <SubscriberRow key={subscriber.id} subscriber={subscriber} onRemove={() => setDoomed(subscriber)} />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
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
