import type { DocumentData } from 'firebase-admin/firestore';
import { addressIdOf } from '../mail/tokens.ts';
import { send, type TestAnswer } from './api.ts';
import { storedAll } from './posts.ts';
import { clock, db } from './server.ts';

/** All stored emails, oldest first. */
export const storedMails = async (): Promise<DocumentData[]> =>
  Object.values(await storedAll('mail')).sort((a, b) => a.createdAt.toMillis() - b.createdAt.toMillis());

/** The token in an email's link to a page, e.g. `newsletter/confirm`; empty without such a link. */
export const tokenIn = (mail: DocumentData | undefined, page: string): string =>
  new RegExp(`/${page}#token=([^&\\s]+)`).exec(mail?.message.text ?? '')?.[1] ?? '';

/** The path of an email's one-click unsubscribe (RFC 8058). */
export const oneClickIn = (mail: DocumentData | undefined): string =>
  /<http:\/\/localhost:3000(\/[^>]+)>/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1] ?? '';

/** Unsubscribes like a mail program. */
export const clickOnce = (path: string): Promise<TestAnswer> =>
  send('POST', path, {
    body: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

/** Stores confirmed subscribers, who joined an hour ago. */
export async function storeSubscribers(emails: readonly string[], fields: object = {}): Promise<void> {
  const at = new Date(clock.now().getTime() - 3_600_000);
  const batch = db.batch();
  for (const email of emails) {
    const known = { email, isConfirmed: true, subscribedAt: at, confirmedAt: at };
    batch.set(db.doc(`subscribers/${addressIdOf(email)}`), { ...known, ...fields });
  }
  await batch.commit();
}

/** The address of one of many readers. */
export const readerOf = (n: number): string => `reader-${n}@example.com`;
export const readers = (count: number): string[] => Array.from({ length: count }, (_, n) => readerOf(n));
