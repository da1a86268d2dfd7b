import { AppError } from '@inkwell/shared/errors';
import { DocumentId, type PageQuery } from '@inkwell/shared/fields';

/** The end of a page. Lists are sorted by a time, newest first, then by id; other lists document their order. */
export interface Position {
  /** The time or number that the list is sorted by. */
  readonly createdAtMs: number;
  readonly id: string;
  /** The text that the list is sorted by. */
  readonly text?: string;
  /** The corrected query. It stays the same on further pages, whatever is written meanwhile. */
  readonly searchedFor?: string;
}

/** Requests at most `limit` items after `after`. */
export interface PageRequest {
  readonly limit: number;
  readonly after: Position | null;
}

export interface Page<T> extends PageOfMany<T> {
  readonly total: number;
}

/** One page of a list that may be too long to count. */
export interface PageOfMany<T> {
  readonly items: readonly T[];
  /** The number of items in the whole list; null if unknown. */
  readonly total: number | null;
  /** Where the next page begins; null on the last page. */
  readonly next: Position | null;
  /** The corrected query, if nothing matches the original one. */
  readonly searchedFor?: string;
  /** The number of documents read, if it is not one for each item. */
  readonly documents?: number;
}

const POSITION = /^(\d{1,15})\.([A-Za-z0-9_-]{1,128})(?:\.(.*)|~(.{1,200}))?$/s;

/** A position has at most one of the two texts. */
export function encodeCursor({ createdAtMs, id, text, searchedFor }: Position): string {
  const more = text === undefined ? (searchedFor === undefined ? '' : `~${searchedFor}`) : `.${text}`;
  return Buffer.from(`${createdAtMs}.${id}${more}`).toString('base64url');
}

/** The latest time that Firestore can store: the end of the year 9999. */
const LAST_MS = 253_402_300_799_999;

/** @throws AppError `bad-request` for a cursor that the server did not issue */
export function decodeCursor(cursor: string): Position {
  const [, time, id = '', text, searchedFor] = POSITION.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  const position = {
    createdAtMs: Number(time),
    id,
    ...(text !== undefined && { text }),
    ...(searchedFor !== undefined && { searchedFor }),
  };
  const isOurs =
    position.createdAtMs <= LAST_MS && DocumentId.safeParse(id).success && encodeCursor(position) === cursor;
  if (!isOurs) throw new AppError('bad-request', 'Invalid cursor');
  return position;
}

/** @throws AppError `bad-request` for an invalid cursor */
export const pageRequest = ({ limit, cursor }: PageQuery): PageRequest => ({
  limit,
  after: cursor === undefined ? null : decodeCursor(cursor),
});

/** The cost of a page in documents, including the total; before it is read, the maximum cost. */
export const documentsOf = (page: PageOfMany<unknown> | null, limit: number): number =>
  page?.documents ?? 1 + (page?.items.length ?? limit);

/** The number of documents read for answers whose items do not show it. */
export const documentsRead = new WeakMap<object, number>();

/**
 * Makes a page from the items read. A full page may be followed by an empty one, because reading an extra item would cost each call a document. A
 * full first page is the last one only if its length equals the total, so that a total that is too low hides nothing.
 * @param orderedBy the time that the list is sorted by, ISO 8601
 */
export function toPageBy<T extends { id: string }>(
  items: readonly T[],
  total: number,
  { limit, after }: PageRequest,
  orderedBy: (item: T) => string | null,
): Page<T> {
  const last = items.at(-1);
  const isLast = !last || items.length < limit || (after === null && total === items.length);
  return { items, total, next: isLast ? null : { createdAtMs: Date.parse(orderedBy(last) ?? ''), id: last.id } };
}

/** A page of a list that is sorted by the time of creation. */
export const toPage = <T extends { id: string; createdAt: string }>(
  items: readonly T[],
  total: number,
  page: PageRequest,
): Page<T> => toPageBy(items, total, page, ({ createdAt }) => createdAt);
