import '../../../components/mantine-parts.ts';
import { counted, shortDate, wholeNumber } from '@inkwell/shared/format';
import { linePeople, lineSearch } from '@inkwell/shared/line-icons';
import { isAdmin } from '@inkwell/shared/permissions';
import type { SubscriberImport } from '@inkwell/shared/subscribers';
import { Progress } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Chart, LoadingChart } from '../../../components/chart.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { EmptyState, LoadError } from '../../../components/states.tsx';
import styles from '../admin.module.css';
import { adminQueries } from '../api/queries.ts';
import { useLoginWhenUnauthorized, useStaffQuery } from '../api/unauthorized.ts';
import { AddressBar } from '../components/address-bar.tsx';
import { FigureCard } from '../components/figure-card.tsx';
import { StaffList } from '../components/staff-list.tsx';
import { staffPage } from '../components/staff-page.tsx';
import { useStaffList } from '../components/use-staff-list.ts';
import { MailStanding } from '../mail/mail-standing.tsx';
import { Suppressions } from '../mail/suppressions.tsx';
import { NewsletterPlaces } from '../newsletter-issues/newsletter-places.tsx';
import { RefusedLines } from '../redirects/refused-lines.tsx';
import { ImportDialog } from '../subscribers/import-dialog.tsx';
import { importQuery } from '../subscribers/subscriber-csv.ts';
import { SubscriberColumns, SubscriberRow } from '../subscribers/subscriber-row.tsx';

const SERIES = ['New (still subscribed)', 'Unsubscribed'] as const;

/** The number of subscribers, and who joined and left in each week. */
function Growth() {
  const query = useStaffQuery(adminQueries.subscriberGrowth());
  const { data } = query;
  if (!data && !query.isPending) return <LoadError title="Failed to load the growth" query={query} />;
  return (
    <>
      <dl className={styles.figures}>
        <FigureCard label="Confirmed" value={data?.confirmed} />
        <FigureCard label="Pending" value={data?.pending} />
        <FigureCard label="Digest readers" value={data?.digest} />
      </dl>
      {data ? (
        <Chart
          axis="Week of"
          caption="Subscribers who joined and left, by week"
          series={SERIES}
          columns={data.weeks.toReversed().map(({ from, joined, left }) => ({
            label: shortDate(`${from}T12:00:00Z`).replace(/,.*/, ''),
            values: [joined, left],
          }))}
        />
      ) : (
        <LoadingChart label="Loading the growth" />
      )}
    </>
  );
}

/** The progress of an import, and the results of its rows. It continues when the page is left. */
function ImportState({ begun }: { readonly begun: SubscriberImport }) {
  const client = useQueryClient();
  const query = useQuery({ ...importQuery(begun.id), initialData: begun });
  useLoginWhenUnauthorized(query.error);
  const { isDone, done, total, kind, added, known, refusedRows } = query.data;
  useEffect(() => {
    if (isDone) void client.invalidateQueries({ queryKey: adminQueries.everySubscriber });
  }, [client, isDone]);

  const deed = kind === 'ask' ? 'asked by email' : 'subscribed';
  return (
    <div className={styles.notice}>
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

/** `/admin/newsletter/subscribers`, for admins. Moderators see the panel instead. */
export const Component = staffPage({ title: 'Subscribers', hasHead: true, may: isAdmin }, Subscribers);

function Subscribers() {
  const [isImporting, setImporting] = useState(false);
  const [begun, setBegun] = useState<SubscriberImport | null>(null);
  return (
    <>
      <PageHead title="Newsletter">
        <Button variant="secondary" size="small" onClick={() => setImporting(true)}>
          Import CSV
        </Button>
      </PageHead>
      <NewsletterPlaces />
      {begun && <ImportState key={begun.id} begun={begun} />}
      <MailStanding label="Loading subscribers">
        <div className={styles.bar}>
          <h2>Growth</h2>
        </div>
        <Growth />
        <Found onImport={() => setImporting(true)} />
        <Suppressions />
      </MailStanding>
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

function Found({ onImport }: { readonly onImport: () => void }) {
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
        rowHeight={44}
        columns={<SubscriberColumns />}
        empty={
          <EmptyState
            icon={list.values.q ? lineSearch : linePeople}
            headingLevel={3}
            title={list.values.q ? 'No address starts with this' : 'No subscribers yet'}
            actions={
              !list.values.q && (
                <Button variant="secondary" size="small" onClick={onImport}>
                  Import CSV
                </Button>
              )
            }
          />
        }
      >
        {(subscriber) => <SubscriberRow key={subscriber.id} subscriber={subscriber} />}
      </StaffList>
    </>
  );
}
