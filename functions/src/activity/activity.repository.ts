import { ACTIVITY_TARGETS, type ActivityQuery } from '@inkwell/shared/activity';
import { STAFF_LIST_LIMITS } from '@inkwell/shared/staff-lists';
import { type DocumentSnapshot, FieldPath, type Firestore, type Query, Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import type { PageOfMany, PageRequest } from '../common/paging.ts';
import { distinctTexts } from '../firestore/distinct.ts';
import { countOf } from '../firestore/list-pages.ts';
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
  runId: z._default(z.nullable(z.string()), null),
  before: Fields,
  after: Fields,
});
export type StoredEntry = z.infer<typeof EntryDocument> & { readonly id: string };

/** An entry, or the newest of `count` entries of a bulk action. */
export type EntryLine = StoredEntry & { readonly count: number };

/** The maximum number of entries that one page reads to merge the entries of bulk actions. */
const MOST_ENTRIES = 200;
/** The number of entries read at a time to merge the entries of a bulk action. */
const CHUNK = 50;

export interface ActivityRepository {
  /**
   * A page, newest first, and the number of all entries. Each bulk action is one line, at its newest entry, unless the filter is for one action or
   * target. A bulk action that extends over two pages is on both. Reads the entries of the page, at most 200 or as many as it has lines, 1 for each
   * bulk action, and 1 for each 1,000 entries.
   */
  list(filter: ActivityFilter, page: PageRequest): Promise<PageOfMany<EntryLine> & { readonly total: number }>;
  /** The ids of everybody who acted. Reads 1 document for each, and 1 more. */
  actors(): Promise<string[]>;
}

export function createActivityRepository(db: Firestore): ActivityRepository {
  const entries = db.collection('audit');

  const matching = ({ actorId, action, targetId, runId, since, until }: ActivityFilter): Query => {
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
    if (runId !== undefined) query = query.where('runId', '==', runId);
    if (since !== undefined) query = query.where('at', '>=', new Date(since));
    if (until !== undefined) query = query.where('at', '<', new Date(until));
    return query;
  };

  const newestAfter = async (query: Query, { at, id }: StoredEntry, limit: number): Promise<StoredEntry[]> => {
    const ordered = query.orderBy('at', 'desc').orderBy(FieldPath.documentId(), 'desc');
    const { docs } = await ordered.startAfter(Timestamp.fromDate(at), id).limit(limit).get();
    return docs.map(decodeEntry).filter((entry) => entry !== null);
  };

  return {
    async list(filter, page) {
      const query = matching(filter);
      const isEach = filter.runId !== undefined || filter.targetId !== undefined;
      const first = await readNewest(query, 'at', page, decodeEntry);
      const { total } = first;
      const lines = new Map<string, StoredEntry>();
      let last: StoredEntry | undefined;
      /** Adds entries until the page is full. @returns whether any are left */
      const fill = (found: readonly StoredEntry[]): boolean => {
        for (const entry of found) {
          const key = isEach ? entry.id : (entry.runId ?? entry.id);
          if (!lines.has(key) && lines.size === page.limit) return true;
          if (!lines.has(key)) lines.set(key, entry);
          last = entry;
        }
        return false;
      };
      let isLeft = fill(first.items);
      let read = first.items.length;
      let isMore = read === page.limit && !(page.after === null && read === total);
      while (last && isMore && !isLeft && lines.size < page.limit && read < MOST_ENTRIES) {
        const more = await newestAfter(query, last, CHUNK);
        isLeft = fill(more);
        read += more.length;
        isMore = more.length === CHUNK;
      }
      const items = await Promise.all(
        [...lines].map(async ([key, entry]): Promise<EntryLine> => {
          if (entry.id === key) return { ...entry, count: 1 };
          return { ...entry, count: await countOf(entries.where('runId', '==', key)) };
        }),
      );
      const runs = [...lines].filter(([key, { id }]) => key !== id).length;
      const next = (isMore || isLeft) && last ? { createdAtMs: last.at.getTime(), id: last.id } : null;
      return { items, total, next, documents: read + runs + 1 };
    },
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
