import { ACTIVITY_TARGETS, type ActivityQuery } from '@inkwell/shared/activity';
import { type DocumentSnapshot, type Firestore, type Query, Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import type { PageRequest } from '../common/paging.ts';
import { Moment } from '../firestore/moment.ts';
import { readNewest } from '../firestore/newest.ts';

export type ActivityChoice = Omit<ActivityQuery, 'limit' | 'cursor'>;

const Fields = z._default(z.nullable(z.record(z.string(), z.unknown())), null);

/** An entry of the audit log. */
const EntryDocument = z.object({
  at: Moment,
  actorId: z.string(),
  onBehalfOf: z._default(z.nullable(z.string()), null),
  action: z.string(),
  /** Path of the document concerned. */
  target: z.string(),
  name: z._default(z.nullable(z.string()), null),
  before: Fields,
  after: Fields,
});
export type StoredEntry = z.infer<typeof EntryDocument> & { readonly id: string };

/** The audit log, for reading. */
export interface ActivityRepository {
  /** A page, newest first, and how many there are. Reads the page, and 1 for each 1,000 there are. */
  list(choice: ActivityChoice, page: PageRequest): Promise<{ items: StoredEntry[]; total: number }>;
}

export function createActivityRepository(db: Firestore): ActivityRepository {
  const entries = db.collection('audit');

  const chosen = ({ actorId, action, targetId, since, until }: ActivityChoice): Query => {
    let query: Query = entries;
    if (actorId !== undefined) query = query.where('actorId', '==', actorId);
    if (action !== undefined) query = query.where('action', '==', action);
    // An id does not tell its collection; entries hold the path.
    if (targetId !== undefined) {
      query = query.where(
        'target',
        'in',
        ACTIVITY_TARGETS.map((kind) => `${kind}/${targetId}`),
      );
    }
    if (since !== undefined) query = query.where('at', '>=', new Date(since));
    if (until !== undefined) query = query.where('at', '<', new Date(until));
    return query;
  };

  return { list: (choice, page) => readNewest(chosen(choice), 'at', page, decodeEntry) };
}

function decodeEntry(snapshot: DocumentSnapshot): StoredEntry | null {
  const data = snapshot.data();
  if (data === undefined) return null;
  const entry = z.parse(EntryDocument, data);
  return { ...entry, id: snapshot.id, before: plainFields(entry.before), after: plainFields(entry.after) };
}

const plainFields = (fields: StoredEntry['before']): StoredEntry['before'] =>
  fields && Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plain(value)]));

/** Stored times as texts, anywhere within. */
function plain(value: unknown): unknown {
  if (value instanceof Timestamp) return value.toDate().toISOString();
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Object) return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]));
  return value;
}
