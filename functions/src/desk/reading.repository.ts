import { DESK_LIMITS } from '@inkwell/shared/desk';
import { AppError } from '@inkwell/shared/errors';
import {
  type DocumentSnapshot,
  FieldPath,
  type Query,
  type QueryDocumentSnapshot,
  Timestamp,
} from 'firebase-admin/firestore';
import type { PageOfMany, PageRequest, Position } from '../common/paging.ts';

/** By what a list is ordered; then by id, in the same direction. */
export interface Order {
  readonly field: string;
  readonly holds: 'time' | 'number' | 'text';
  readonly direction: 'asc' | 'desc';
}

/** A list to read one page of. */
export interface Reading<T> {
  /** What may be listed, as far as an index tells. */
  readonly query: Query;
  readonly order: Order;
  readonly page: PageRequest;
  readonly decode: (snapshot: DocumentSnapshot) => T | null;
  /** Of a list ordered by time, newest first: what is newer. */
  readonly newerThan?: Date;
}

export const countOf = async (query: Query): Promise<number> => (await query.count().get()).data().count;

export const ordered = (query: Query, { field, direction }: Order): Query =>
  query.orderBy(field, direction).orderBy(FieldPath.documentId(), direction);

/** Where a list goes on after a document. */
export function positionOf(snapshot: DocumentSnapshot, { field, holds }: Order): Position {
  const value: unknown = snapshot.get(field);
  const { id } = snapshot;
  if (holds === 'text') return { createdAtMs: 0, id, text: String(value ?? '') };
  return { createdAtMs: value instanceof Timestamp ? value.toMillis() : Number(value ?? 0), id };
}

/** The list from behind a position on. @throws AppError `bad-request` for a position of a list in another order */
export function behind(query: Query, { createdAtMs, id, text }: Position, { holds }: Order): Query {
  if (holds === 'text') {
    if (text === undefined) throw new AppError('bad-request', 'Invalid cursor');
    return query.startAfter(text, id);
  }
  if (holds === 'number') return query.startAfter(createdAtMs, id);
  // Nobody was seen in the first millisecond of 1970: that stands for who was never seen.
  return query.startAfter(createdAtMs === 0 ? null : Timestamp.fromMillis(createdAtMs), id);
}

/** A page of what an index alone tells, and how many there are. Reads the page and 1 for each 1,000 there are. */
export async function readIndexed<T>(reading: Reading<T>): Promise<PageOfMany<T>> {
  const { query, order, page, decode, newerThan } = reading;
  const { limit, after } = page;
  const all = ordered(query, order);
  const list = newerThan ? all.endBefore(newerThan) : all;
  const [{ docs }, total] = await Promise.all([
    (after ? behind(list, after, order) : list).limit(limit).get(),
    countOf(list),
  ]);
  const isLast = docs.length < limit || (after === null && total === docs.length);
  return { items: decoded(docs, decode), total, next: isLast ? null : nextOf(docs, order) };
}

/** Documents read at a time while looking for those that are meant. */
const CHUNK = 50;

/**
 * A page of what an index tells in part: `isMeant` settles the rest. Where the index leaves at most 200, all of them are read, and how many
 * are meant is known. Of more, at most 200 are read for one page, which may then be short, even empty, and the list goes on behind them;
 * how many are meant in all only `count` tells. Reads 1 for the look whether there are more.
 */
export async function readMeant<T>({
  isMeant,
  count,
  ...reading
}: Reading<T> & { isMeant: (item: T) => boolean; count?: () => Promise<number> }): Promise<PageOfMany<T>> {
  const { query, order, page, decode } = reading;
  const list = ordered(query, order);
  const candidates = await countOf(list.limit(DESK_LIMITS.lookedAt + 1));
  if (candidates <= DESK_LIMITS.lookedAt) {
    const { docs } = await list.get();
    return pageOf(docs, { ...reading, isMeant });
  }

  const total = count ? await count() : null;
  const found: QueryDocumentSnapshot[] = [];
  let last: Position | null = page.after;
  for (let looked = 0; looked < DESK_LIMITS.lookedAt; ) {
    const size = Math.min(CHUNK, DESK_LIMITS.lookedAt - looked);
    const { docs } = await (last ? behind(list, last, order) : list).limit(size).get();
    for (const document of docs) {
      const item = decode(document);
      if (item !== null && isMeant(item)) found.push(document);
      if (found.length === page.limit) {
        return { items: decoded(found, decode), total, next: positionOf(document, order) };
      }
    }
    if (docs.length < size) return { items: decoded(found, decode), total, next: null };
    looked += docs.length;
    last = nextOf(docs, order);
  }
  return { items: decoded(found, decode), total, next: last };
}

/** The page of a list that was read as a whole, in its order. */
export function pageOf<T>(
  docs: readonly QueryDocumentSnapshot[],
  { order, page, decode, isMeant }: Omit<Reading<T>, 'query'> & { isMeant: (item: T) => boolean },
): PageOfMany<T> {
  const meant = docs.filter((document) => {
    const item = decode(document);
    return item !== null && isMeant(item);
  });
  const { after, limit } = page;
  const rest = after ? meant.filter((document) => compare(positionOf(document, order), after, order) > 0) : meant;
  const shown = rest.slice(0, limit);
  const next = rest.length > limit ? nextOf(shown, order) : null;
  return { items: decoded(shown, decode), total: meant.length, next };
}

const nextOf = (docs: readonly QueryDocumentSnapshot[], order: Order): Position | null => {
  const last = docs.at(-1);
  return last ? positionOf(last, order) : null;
};

const decoded = <T>(docs: readonly QueryDocumentSnapshot[], decode: Reading<T>['decode']): T[] =>
  docs.map(decode).filter((item) => item !== null);

/** Which of two positions comes first in the list: negative where `one` does. */
export function compare(one: Position, other: Position, { direction }: Order): number {
  const rising =
    one.createdAtMs - other.createdAtMs || order(one.text ?? '', other.text ?? '') || order(one.id, other.id);
  return direction === 'asc' ? rising : -rising;
}

const order = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
