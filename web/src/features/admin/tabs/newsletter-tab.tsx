import { linePeople } from '@inkwell/shared/line-icons';
import { newsletterApi, type Subscriber } from '@inkwell/shared/newsletter';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Badge } from '../../../components/badge.tsx';
import { ButtonLink } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { lineDownload } from '../../../components/staff-icons.ts';
import { EmptyState } from '../../../components/states.tsx';
import { callPage } from '../../../lib/api.ts';
import { writingPaths } from '../../../lib/writing-paths.ts';
import styles from '../admin.module.css';
import { everyItem } from '../api/every-item.ts';
import { adminQueries } from '../api/queries.ts';
import { ExportButton } from '../components/export-button.tsx';
import { FigureCard } from '../components/figure-card.tsx';
import { PagedList, totalOf } from '../components/paged-list.tsx';
import { toCsv } from '../csv.ts';
import { subscribedDate, subscriberStatus } from '../subscriber-texts.ts';

function SubscriberTable({ subscribers }: { readonly subscribers: Subscriber[] }) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">Newsletter subscribers</caption>
      <thead>
        <tr>
          <th scope="col">Email</th>
          <th scope="col">Status</th>
          <th scope="col">Subscribed Date</th>
        </tr>
      </thead>
      <tbody>
        {subscribers.map((subscriber) => (
          <tr key={subscriber.id}>
            <td data-label="Email">{subscriber.email}</td>
            <td data-label="Status">
              <Badge tone={subscriber.isConfirmed ? 'success' : 'warning'}>{subscriberStatus(subscriber)}</Badge>
            </td>
            <td data-label="Subscribed Date">{subscribedDate(subscriber)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Reads all subscribers, page by page, and writes them as CSV with the table's columns. */
async function exportSubscribers(): Promise<string> {
  const subscribers = await everyItem((query) => callPage(newsletterApi.subscribers, { query }));
  return toCsv([
    ['Email', 'Status', 'Subscribed Date'],
    ...subscribers.map((subscriber) => [subscriber.email, subscriberStatus(subscriber), subscribedDate(subscriber)]),
  ]);
}

/** Who subscribed to the newsletter, for admins. */
export function NewsletterTab() {
  const query = useInfiniteQuery(adminQueries.subscribers());
  const total = totalOf(query);
  return (
    <>
      <PageHead title="Newsletter Subscribers" level={2}>
        <ButtonLink variant="secondary" size="small" to={writingPaths.newsletter}>
          Issues and Subscribers
        </ButtonLink>
        <ExportButton
          name="newsletter-subscribers"
          action="export subscribers"
          icon={<Icon icon={lineDownload} />}
          make={exportSubscribers}
        />
      </PageHead>
      {total !== null && (
        <dl className={styles.cards}>
          <FigureCard label="Total Subscribers" value={total} />
        </dl>
      )}
      <PagedList
        query={query}
        noun="subscribers"
        empty={<EmptyState icon={linePeople} title="No subscribers yet" headingLevel={3} />}
      >
        {(subscribers) => <SubscriberTable subscribers={subscribers} />}
      </PagedList>
    </>
  );
}
