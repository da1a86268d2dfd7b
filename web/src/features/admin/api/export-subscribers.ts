import { newsletterApi, type Subscriber } from '@inkwell/shared/newsletter';
import { callPage } from '../../../lib/api.ts';
import { toCsv } from '../csv.ts';
import { subscribedDate, subscriberStatus } from '../subscriber-texts.ts';

/** The server's largest page. */
const EXPORT_PAGE_SIZE = 100;

/** Reads all subscribers, page by page, and writes them as CSV with the columns of the table. */
export async function exportSubscribers(): Promise<string> {
  const subscribers: Subscriber[] = [];
  let cursor: string | null = null;
  do {
    const query: { limit: string; cursor?: string } = { limit: String(EXPORT_PAGE_SIZE), ...(cursor && { cursor }) };
    const page = await callPage(newsletterApi.subscribers, { query });
    subscribers.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor);
  return toCsv([
    ['Email', 'Status', 'Subscribed Date'],
    ...subscribers.map((subscriber) => [subscriber.email, subscriberStatus(subscriber), subscribedDate(subscriber)]),
  ]);
}
