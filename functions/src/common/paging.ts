import { AppError } from '@inkwell/shared/errors';
import type { PageQuery } from '@inkwell/shared/fields';
import { isReservedId } from './reserved-id.ts';

/** Where a page ended: lists are ordered by a time, newest first, then by document id; others name what they are ordered by. */
export interface Position {
  /** The time, or the number that the list is ordered by. */
  readonly createdAtMs: number;
  readonly id: string;
  /** The text that the list is ordered by. */
  readonly text?: string;
}

/** A page to read: at most `limit` things after `after`. */
export interface PageRequest {
  readonly limit: number;
  readonly after: Position | null;
}

/** One page of a list. */
export interface Page<T> extends PageOfMany<T> {
  readonly total: number;
}

/** One page of a list that may be too long to count. */
export interface PageOfMany<T> {
  readonly items: readonly T[];
  /** How many things the whole list has; null where nobody knows. */
  readonly total: number | null;
  /** Where the next page begins; null when this is the last one. */
  readonly next: Position | null;
}

const POSITION = /^(\d{1,15})\.([A-Za-z0-9_-]{1,128})(?:\.(.*))?$/s;

/** Opaque to clients, who find it in the `Link` header. */
export const encodeCursor = ({ createdAtMs, id, text }: Position): string =>
  Buffer.from(text === undefined ? `${createdAtMs}.${id}` : `${createdAtMs}.${id}.${text}`).toString('base64url');

/** The last moment that Firestore can store: the end of the year 9999. */
const LAST_MS = 253_402_300_799_999;

/** @throws AppError `bad-request` when the cursor is not one that we gave out */
export function decodeCursor(cursor: string): Position {
  const [, time, id = '', text] = POSITION.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  const position = { createdAtMs: Number(time), id, ...(text !== undefined && { text }) };
  const isOurs = position.createdAtMs <= LAST_MS && !isReservedId(id) && encodeCursor(position) === cursor;
  if (!isOurs) throw new AppError('bad-request', 'Invalid cursor');
  return position;
}

/** @throws AppError `bad-request` when the cursor is not one that we gave out */
export const pageRequest = ({ limit, cursor }: PageQuery): PageRequest => ({
  limit,
  after: cursor === undefined ? null : decodeCursor(cursor),
});

/**
 * Makes a page of what was read. A full page may be followed by an empty one: reading one more thing than asked for, just
 * to know, would cost each call a document. A full page ends the list only where the total says just that, so that a total that is too low
 * hides nothing.
 * @param orderedBy the time that the list is ordered by, ISO 8601
 */
export function toPage<T extends { id: string; createdAt: string }>(
  items: readonly T[],
  total: number,
  { limit, after }: PageRequest,
  orderedBy: (item: T) => string = ({ createdAt }) => createdAt,
): Page<T> {
  const last = items.at(-1);
  const isLast = !last || items.length < limit || (after === null && total === items.length);
  return { items, total, next: isLast ? null : { createdAtMs: Date.parse(orderedBy(last)), id: last.id } };
}
