import { newsletterApi } from '@inkwell/shared/newsletter';
import { callPage } from '../../../lib/api.ts';
import { toCsv } from '../csv.ts';
import { subscribedDate, subscriberStatus } from '../subscriber-texts.ts';
import { everyItem } from './every-item.ts';

/** Reads all subscribers, page by page, and writes them as CSV with the table's columns. */
export async function exportSubscribers(): Promise<string> {
  const subscribers = await everyItem((query) => callPage(newsletterApi.subscribers, { query }));
  return toCsv([
    ['Email', 'Status', 'Subscribed Date'],
    ...subscribers.map((subscriber) => [subscriber.email, subscriberStatus(subscriber), subscribedDate(subscriber)]),
  ]);
}
