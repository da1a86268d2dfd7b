import type { IssueSegment } from '@inkwell/shared/newsletter-issues';
import type { SubscriberWant } from '@inkwell/shared/subscribers';
import type { DocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { Moment } from '../firestore/moment.ts';

/** The fields that decide whether a subscriber gets an issue. Subscribers who joined before choices existed get everything. */
const Choosing = z.object({
  email: z._default(z.nullable(z.string()), null),
  isConfirmed: z.boolean(),
  subscribedAt: z._default(z.nullable(Moment), null),
  confirmedAt: z._default(z.nullable(Moment), null),
  wants: z._default(z.array(z.string()), ['newsletter']),
  categories: z._default(z.nullable(z.array(z.number())), null),
  accountId: z._default(z.nullable(z.string()), null),
});
export type Addressee = z.infer<typeof Choosing> & { readonly id: string; readonly email: string };

export const ADDRESSEE_FIELDS: readonly string[] = Object.keys(Choosing.shape);

/** Null for a subscriber who does not get the issue: not confirmed, unsubscribed, or without `want` among their choices. */
export function decodeAddressee(snapshot: DocumentSnapshot, want: SubscriberWant): Addressee | null {
  const data = snapshot.data();
  if (data === undefined) return null;
  const subscriber = z.parse(Choosing, data);
  const { email, isConfirmed, wants } = subscriber;
  return email !== null && isConfirmed && wants.includes(want) ? { ...subscriber, id: snapshot.id, email } : null;
}

/** Whether a subscriber belongs to a segment. */
export function isInSegment({ categories, accountId, subscribedAt }: Addressee, segment: IssueSegment): boolean {
  const { accounts, joinedFrom, joinedBefore } = segment;
  if (accounts !== 'all' && (accountId !== null) !== (accounts === 'with')) return false;
  if (joinedFrom !== null && (subscribedAt === null || subscribedAt < new Date(joinedFrom))) return false;
  if (joinedBefore !== null && (subscribedAt === null || subscribedAt >= new Date(joinedBefore))) return false;
  return (
    segment.categories === null || categories === null || categories.some((id) => segment.categories?.includes(id))
  );
}
