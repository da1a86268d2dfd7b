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

/** The field that a list is ordered by; documents with the same value are ordered by id, in the same direction. */
export interface Order {
  readonly field: string;
  readonly holds: 'time' | 'number' | 'text';
  readonly direction: 'asc' | 'desc';
}

/** A list to read one page of. */
export interface List<T> {
  /** The documents of the list, as far as an index decides. */
  readonly query: Query;
  readonly order: Order;
  readonly page: PageRequest;
  readonly decode: (snapshot: DocumentSnapshot) => T | null;
  /** In a list ordered newest first: where the list ends. */
  readonly newerThan?: Date;
}

export const countOf = async (query: Query): Promise<number> => (await query.count().get()).data().count;

export const ordered = (query: Query, { field, direction }: Order): Query =>
  query.orderBy(field, direction).orderBy(FieldPath.documentId(), direction);

/** The position behind a document, from which the next page goes on. */
export function positionOf(snapshot: DocumentSnapshot, { field, holds }: Order): Position {
  const value: unknown = snapshot.get(field);
  const { id } = snapshot;
  if (holds === 'text') return { createdAtMs: 0, id, text: String(value ?? '') };
  return { createdAtMs: value instanceof Timestamp ? value.toMillis() : Number(value ?? 0), id };
}

/** The rest of a list behind a position. @throws AppError `bad-request` for a position of a list in another order */
function behind(query: Query, { createdAtMs, id, text }: Position, { holds }: Order): Query {
  if (holds === 'text') {
    if (text === undefined) throw new AppError('bad-request', 'Invalid cursor');
    return query.startAfter(text, id);
  }
  if (holds === 'number') return query.startAfter(createdAtMs, id);
  // Position 0 stands for documents without the time (accounts never seen), since no account was active in the first millisecond of 1970.
  return query.startAfter(createdAtMs === 0 ? null : Timestamp.fromMillis(createdAtMs), id);
}

/** A page of a list that an index decides alone, with the number of all. Reads the page and 1 for each 1,000 there are. */
export async function readIndexed<T>(list: List<T>): Promise<PageOfMany<T>> {
  const { query, order, page, decode, newerThan } = list;
  const { limit, after } = page;
  const inOrder = ordered(query, order);
  const all = newerThan ? inOrder.endBefore(newerThan) : inOrder;
  const [{ docs }, total] = await Promise.all([
    (after ? behind(all, after, order) : all).limit(limit).get(),
    countOf(all),
  ]);
  const isLast = docs.length < limit || (after === null && total === docs.length);
  return { items: decoded(docs, decode), total, next: isLast ? null : positionOfLast(docs, order) };
}

/** Documents read at a time while matches are searched for. */
const CHUNK = 50;

/**
 * A page of a list that an index decides in part; `isMatch` decides the rest. Up to 200 candidates are all read, and the number of matches
 * is known. Of more, at most 200 are read for one page, which may then be short or even empty while the list goes on; the number of
 * matches is then known from `count` alone. Reads 1 to learn whether there are more than 200.
 */
export async function readFiltered<T>({
  isMatch,
  count,
  ...list
}: List<T> & { isMatch: (item: T) => boolean; count?: () => Promise<number> }): Promise<PageOfMany<T>> {
  const { query, order, page, decode } = list;
  const all = ordered(query, order);
  const candidates = await countOf(all.limit(STAFF_LIST_LIMITS.scanned + 1));
  if (candidates <= STAFF_LIST_LIMITS.scanned) {
    const { docs } = await all.get();
    return pageOf(docs, { ...list, isMatch });
  }

  const total = count ? await count() : null;
  const found: QueryDocumentSnapshot[] = [];
  let last: Position | null = page.after;
  for (let scanned = 0; scanned < STAFF_LIST_LIMITS.scanned; ) {
    const size = Math.min(CHUNK, STAFF_LIST_LIMITS.scanned - scanned);
    const { docs } = await (last ? behind(all, last, order) : all).limit(size).get();
    for (const document of docs) {
      const item = decode(document);
      if (item !== null && isMatch(item)) found.push(document);
      if (found.length === page.limit) {
        return { items: decoded(found, decode), total, next: positionOf(document, order) };
      }
    }
    if (docs.length < size) return { items: decoded(found, decode), total, next: null };
    scanned += docs.length;
    last = positionOfLast(docs, order);
  }
  return { items: decoded(found, decode), total, next: last };
}

/** A page of the matches among `docs`, which are all documents of the list in its order. */
export function pageOf<T>(
  docs: readonly QueryDocumentSnapshot[],
  { order, page, decode, isMatch }: Omit<List<T>, 'query'> & { isMatch: (item: T) => boolean },
): PageOfMany<T> {
  const matches = docs.filter((document) => {
    const item = decode(document);
    return item !== null && isMatch(item);
  });
  const { after, limit } = page;
  const rest = after ? matches.filter((document) => compare(positionOf(document, order), after, order) > 0) : matches;
  const shown = rest.slice(0, limit);
  const next = rest.length > limit ? positionOfLast(shown, order) : null;
  return { items: decoded(shown, decode), total: matches.length, next };
}

const positionOfLast = (docs: readonly QueryDocumentSnapshot[], order: Order): Position | null => {
  const last = docs.at(-1);
  return last ? positionOf(last, order) : null;
};

const decoded = <T>(docs: readonly QueryDocumentSnapshot[], decode: List<T>['decode']): T[] =>
  docs.map(decode).filter((item) => item !== null);

/** Negative where `one` comes before `other` in the list. */
export function compare(one: Position, other: Position, { direction }: Order): number {
  const rising =
    one.createdAtMs - other.createdAtMs ||
    compareTexts(one.text ?? '', other.text ?? '') ||
    compareTexts(one.id, other.id);
  return direction === 'asc' ? rising : -rising;
}

/** By code units, as Firestore orders texts. */
const compareTexts = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
