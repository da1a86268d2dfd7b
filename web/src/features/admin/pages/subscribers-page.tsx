import '../../../components/mantine-parts.ts';
import { counted, shortDate, wholeNumber } from '@inkwell/shared/format';
import { linePeople } from '@inkwell/shared/line-icons';
import { isAdmin } from '@inkwell/shared/permissions';
import type { SubscriberImport } from '@inkwell/shared/subscribers';
import { Progress } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { EmptyState, LoadError } from '../../../components/states.tsx';
import styles from '../admin.module.css';
import { Bar } from '../analytics/bar.tsx';
import { adminQueries } from '../api/queries.ts';
import { useLoginWhenUnauthorized } from '../api/unauthorized.ts';
import { AddressBar } from '../components/address-bar.tsx';
import { FigureCard } from '../components/figure-card.tsx';
import { StaffList } from '../components/staff-list.tsx';
import { StaffPage } from '../components/staff-page.tsx';
import { useStaffList } from '../components/use-staff-list.ts';
import { MailStanding } from '../mail/mail-standing.tsx';
import { Suppressions } from '../mail/suppressions.tsx';
import { RefusedLines } from '../redirects/refused-lines.tsx';
import { ImportDialog } from '../subscribers/import-dialog.tsx';
import { importQuery } from '../subscribers/subscriber-csv.ts';
import { SubscriberRow } from '../subscribers/subscriber-row.tsx';

/** How many there are, and who came and left in each week. */
function Growth() {
  const query = useQuery(adminQueries.subscriberGrowth());
  useLoginWhenUnauthorized(query.error);
  if (!query.data) return <LoadError title="Failed to load the growth" query={query} />;
  const { confirmed, pending, digest, weeks } = query.data;
  const most = Math.max(1, ...weeks.flatMap(({ joined, left }) => [joined, left]));
  return (
    <>
      <dl className={styles.cards}>
        <FigureCard label="Confirmed" value={confirmed} />
        <FigureCard label="Pending" value={pending} />
        <FigureCard label="Want the Digest" value={digest} />
      </dl>
      <div className={styles.bar}>
        <h2>Growth</h2>
      </div>
      <table className={styles.table}>
        <caption className="visually-hidden">Subscribers who joined and left, by week</caption>
        <thead>
          <tr>
            <th scope="col">Week of</th>
            <th scope="col">Joined, and still here</th>
            <th scope="col">Left</th>
          </tr>
        </thead>
        <tbody>
          {weeks.map(({ from, joined, left }) => (
            <tr key={from}>
              <td data-label="Week of">{shortDate(`${from}T12:00:00Z`)}</td>
              <td data-label="Joined, and still here">
                <Bar share={joined / most}>{joined}</Bar>
              </td>
              <td data-label="Left">
                <Bar share={left / most} tone="third">
                  {left}
                </Bar>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** How far an import is, and what became of its rows. It goes on when the page is left. */
function ImportState({ begun }: { readonly begun: SubscriberImport }) {
  const client = useQueryClient();
  const query = useQuery({ ...importQuery(begun.id), initialData: begun });
  useLoginWhenUnauthorized(query.error);
  const { isDone, done, total, kind, added, known, refusedRows } = query.data;
  useEffect(() => {
    if (isDone) void client.invalidateQueries({ queryKey: adminQueries.everySubscriber });
  }, [client, isDone]);

  const deed = kind === 'ask' ? 'asked by mail' : 'subscribed';
  return (
    <div className={styles.info}>
      {!isDone && <Progress value={(100 * done) / Math.max(1, total)} aria-label="Progress of the import" />}
      <p role="status">
        {isDone
          ? `The import is done: ${counted(added, 'person was', 'people were')} ${deed}, ${wholeNumber(known)} were known already, ${counted(query.data.refused, 'row was', 'rows were')} refused.`
          : `${wholeNumber(done)} of ${wholeNumber(total)} rows are imported. It continues if you leave the page.`}
      </p>
      {refusedRows.length > 0 && (
        <RefusedLines lines={refusedRows.map(({ email, ...row }) => ({ ...row, from: email }))} />
      )}
    </div>
  );
}

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
        label="Beginning of the email address"
        placeholder="Search by email"
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
