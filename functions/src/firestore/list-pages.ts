import { AppError } from '@inkwell/shared/errors';
import { STAFF_LIST_LIMITS } from '@inkwell/shared/staff-lists';
import {
  type DocumentSnapshot,
  FieldPath,
  type Query,
  type QueryDocumentSnapshot,
  Timestamp,
} from 'firebase-admin/firestore';
import type { PageOfMany, PageRequest, Position } from '../common/paging.ts';

/** The field that a list is sorted by; equal values are sorted by id, in the same direction. */
export interface Order {
  readonly field: string;
  readonly holds: 'time' | 'number' | 'text';
  readonly direction: 'asc' | 'desc';
}

export interface List<T> {
  /** The documents of the list, as far as an index can select them. */
  readonly query: Query;
  readonly order: Order;
  readonly page: PageRequest;
  readonly decode: (snapshot: DocumentSnapshot) => T | null;
  /** Ends a list that is sorted by newest. */
  readonly newerThan?: Date;
}

/** Whether an item of a list matches. The document has all fields that were read. */
export type IsMatch<T> = (item: T, document: DocumentSnapshot) => boolean;

/** How well a match fits; the best come first, equal ones in the order of the list. */
export type RankOf<T> = (item: T) => number;

interface Filtered<T> {
  readonly isMatch: IsMatch<T>;
  readonly rank?: RankOf<T> | undefined;
}

export const countOf = async (query: Query): Promise<number> => (await query.count().get()).data().count;

export const ordered = (query: Query, { field, direction }: Order): Query =>
  query.orderBy(field, direction).orderBy(FieldPath.documentId(), direction);

/** The position after a document, where the next page begins. */
export function positionOf(snapshot: DocumentSnapshot, { field, holds }: Order): Position {
  const value: unknown = snapshot.get(field);
  const { id } = snapshot;
  if (holds === 'text') return { createdAtMs: 0, id, text: String(value ?? '') };
  return { createdAtMs: value instanceof Timestamp ? value.toMillis() : Number(value ?? 0), id };
}

/** The rest of a list after a position. @throws AppError `bad-request` for a position in another order */
function restAfter(query: Query, { createdAtMs, id, text }: Position, { holds }: Order): Query {
  if (holds === 'text') {
    if (text === undefined) throw new AppError('bad-request', 'Invalid cursor');
    return query.startAfter(text, id);
  }
  if (holds === 'number') return query.startAfter(createdAtMs, id);
  // Position 0 means a document without the time (an account never seen), because no account was active in 1970.
  return query.startAfter(createdAtMs === 0 ? null : Timestamp.fromMillis(createdAtMs), id);
}

/** A page of a list that an index can serve, with the total. Reads the page and 1 for each 1,000 documents. */
export async function readIndexed<T>(list: List<T>): Promise<PageOfMany<T>> {
  const { query, order, page, decode, newerThan } = list;
  const { limit, after } = page;
  const inOrder = ordered(query, order);
  const all = newerThan ? inOrder.endBefore(newerThan) : inOrder;
  const [{ docs }, total] = await Promise.all([
    (after ? restAfter(all, after, order) : all).limit(limit).get(),
    countOf(all),
  ]);
  const isLast = docs.length < limit || (after === null && total === docs.length);
  const documents = Math.max(1, docs.length) + Math.max(1, Math.ceil(total / COUNTED_AT_ONCE));
  return { items: decoded(docs, decode), total, next: isLast ? null : positionOfLast(docs, order), documents };
}

/** The number of results that an aggregation counts for the price of one document. */
const COUNTED_AT_ONCE = 1_000;
/** Additional aggregations: of each prefix, of the candidates, of the matches. */
const AGGREGATIONS = 4;

/** The number of documents read at a time in a search for matches. */
const CHUNK = 50;

/**
 * A page of a list that an index selects in part; `isMatch` decides the rest. Up to 200 candidates are all read, so the total is exact, and
 * `rank` can sort them. Of more candidates, at most 200 are read per page, which may then be short or empty although more pages follow; the total
 * is then `count`, and the list keeps its order. Reads 1 more to find out whether there are more than 200.
 */
export async function readFiltered<T>({
  isMatch,
  rank,
  count,
  ...list
}: List<T> & Filtered<T> & { count?: (() => Promise<number>) | undefined }): Promise<PageOfMany<T>> {
  const { query, order, page, decode } = list;
  const all = ordered(query, order);
  const candidates = await countOf(all.limit(STAFF_LIST_LIMITS.scanned + 1));
  if (candidates <= STAFF_LIST_LIMITS.scanned) {
    const { docs } = await all.get();
    return pageOf(docs, { ...list, isMatch, rank });
  }

  const total = count ? await count() : null;
  const found: QueryDocumentSnapshot[] = [];
  const pageSoFar = () => ({
    items: decoded(found, decode),
    total,
    documents: STAFF_LIST_LIMITS.scanned + AGGREGATIONS,
  });
  // A page of ranked matches ends at a number, which is no time: the list has become too long since, and begins again.
  const isOfRanked = rank && page.after && page.after.createdAtMs <= STAFF_LIST_LIMITS.scanned;
  let last: Position | null = isOfRanked ? null : page.after;
  for (let scanned = 0; scanned < STAFF_LIST_LIMITS.scanned; ) {
    const size = Math.min(CHUNK, STAFF_LIST_LIMITS.scanned - scanned);
    const { docs } = await (last ? restAfter(all, last, order) : all).limit(size).get();
    for (const document of docs) {
      const item = decode(document);
      if (item !== null && isMatch(item, document)) found.push(document);
      if (found.length === page.limit) {
        return { ...pageSoFar(), next: positionOf(document, order) };
      }
    }
    if (docs.length < size) return { ...pageSoFar(), next: null };
    scanned += docs.length;
    last = positionOfLast(docs, order);
  }
  return { ...pageSoFar(), next: last };
}

/** The search words of each document. */
export async function findableIn(query: Query): Promise<string[][]> {
  const { docs } = await query.select('wordPrefixes').get();
  return docs.map((document) => document.get('wordPrefixes') ?? []);
}

/** A page of the matches among `docs`, which must be all documents of the list, in order. */
export function pageOf<T>(
  docs: readonly QueryDocumentSnapshot[],
  { order, page, decode, isMatch, rank }: Omit<List<T>, 'query'> & Filtered<T>,
): PageOfMany<T> {
  const ranks = new Map<QueryDocumentSnapshot, number>();
  for (const document of docs) {
    const item = decode(document);
    if (item !== null && isMatch(item, document)) ranks.set(document, rank?.(item) ?? 0);
  }
  const matches = [...ranks.keys()];
  const { after, limit } = page;
  if (rank) {
    matches.sort((one, other) => (ranks.get(other) ?? 0) - (ranks.get(one) ?? 0));
    const at = matches.findIndex(({ id }) => id === after?.id);
    const from = at === -1 ? (after?.createdAtMs ?? 0) : at + 1;
    const shown = matches.slice(from, from + limit);
    const last = shown.at(-1);
    const isLast = !last || from + shown.length === matches.length;
    return {
      items: decoded(shown, decode),
      total: matches.length,
      next: isLast ? null : { createdAtMs: from + shown.length, id: last.id },
      documents: docs.length + AGGREGATIONS,
    };
  }
  const rest = after ? matches.filter((document) => compare(positionOf(document, order), after, order) > 0) : matches;
  const shown = rest.slice(0, limit);
  const next = rest.length > limit ? positionOfLast(shown, order) : null;
  return { items: decoded(shown, decode), total: matches.length, next, documents: docs.length + AGGREGATIONS };
}

const positionOfLast = (docs: readonly QueryDocumentSnapshot[], order: Order): Position | null => {
  const last = docs.at(-1);
  return last ? positionOf(last, order) : null;
};

const decoded = <T>(docs: readonly QueryDocumentSnapshot[], decode: List<T>['decode']): T[] =>
  docs.map(decode).filter((item) => item !== null);

/** Negative if `one` precedes `other` in the list. */
export function compare(one: Position, other: Position, { direction }: Order): number {
  const rising =
    one.createdAtMs - other.createdAtMs ||
    compareTexts(one.text ?? '', other.text ?? '') ||
    compareTexts(one.id, other.id);
  return direction === 'asc' ? rising : -rising;
}

/** Compares by code units, like Firestore. */
const compareTexts = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
