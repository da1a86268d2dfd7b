import { ACTIVITY_TARGETS, type ActivityQuery } from '@inkwell/shared/activity';
import { STAFF_LIST_LIMITS } from '@inkwell/shared/staff-lists';
import { type DocumentSnapshot, type Firestore, type Query, Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import type { PageRequest } from '../common/paging.ts';
import { distinctTexts } from '../firestore/distinct.ts';
import { Moment } from '../firestore/moment.ts';
import { readNewest } from '../firestore/newest.ts';

export type ActivityFilter = Omit<ActivityQuery, 'limit' | 'cursor'>;

const Fields = z._default(z.nullable(z.record(z.string(), z.unknown())), null);

const EntryDocument = z.object({
  at: Moment,
  actorId: z.string(),
  onBehalfOf: z._default(z.nullable(z.string()), null),
  action: z.string(),
  /** The path of the changed document. */
  target: z.string(),
  name: z._default(z.nullable(z.string()), null),
  before: Fields,
  after: Fields,
});
export type StoredEntry = z.infer<typeof EntryDocument> & { readonly id: string };

export interface ActivityRepository {
  /** A page, newest first, and the total. Reads the page and 1 for each 1,000 entries. */
  list(filter: ActivityFilter, page: PageRequest): Promise<{ items: StoredEntry[]; total: number }>;
  /** The ids of everybody who acted. Reads 1 for each, and 1 more. */
  actors(): Promise<string[]>;
}

export function createActivityRepository(db: Firestore): ActivityRepository {
  const entries = db.collection('audit');

  const matching = ({ actorId, action, targetId, since, until }: ActivityFilter): Query => {
    let query: Query = entries;
    if (actorId !== undefined) query = query.where('actorId', '==', actorId);
    if (action !== undefined) query = query.where('action', '==', action);
    // Entries contain the path, and the collection of the id is unknown.
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

  return {
    list: (filter, page) => readNewest(matching(filter), 'at', page, decodeEntry),
    actors: () => distinctTexts(entries, 'actorId', STAFF_LIST_LIMITS.people),
  };
}

function decodeEntry(snapshot: DocumentSnapshot): StoredEntry | null {
  const data = snapshot.data();
  if (data === undefined) return null;
  const entry = z.parse(EntryDocument, data);
  return { ...entry, id: snapshot.id, before: plainFields(entry.before), after: plainFields(entry.after) };
}

const plainFields = (fields: StoredEntry['before']): StoredEntry['before'] =>
  fields && Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plain(value)]));

/** Converts timestamps to ISO 8601, at any depth. */
function plain(value: unknown): unknown {
  if (value instanceof Timestamp) return value.toDate().toISOString();
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Object) return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]));
  return value;
}
