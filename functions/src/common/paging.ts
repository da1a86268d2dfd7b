import { AppError } from '@inkwell/shared/errors';
import type { PageQuery } from '@inkwell/shared/fields';
import { isReservedId } from './reserved-id.ts';

/** Where a page ended: lists are ordered by creation, newest first, then by document id. */
export interface Position {
  readonly createdAtMs: number;
  readonly id: string;
}

/** A page to read: at most `limit` things after `after`. */
export interface PageRequest {
  readonly limit: number;
  readonly after: Position | null;
}

/** One page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  /** How many things the whole list has. */
  readonly total: number;
  /** Where the next page begins; null when this is the last one. */
  readonly next: Position | null;
}

const POSITION = /^(\d{1,15})\.([A-Za-z0-9_-]{1,128})$/;

/** Opaque to clients, who find it in the `Link` header. */
export const encodeCursor = ({ createdAtMs, id }: Position): string =>
  Buffer.from(`${createdAtMs}.${id}`).toString('base64url');

/** The last moment that Firestore can store: the end of the year 9999. */
const LAST_MS = 253_402_300_799_999;

/** @throws AppError `bad-request` when the cursor is not one that we gave out */
export function decodeCursor(cursor: string): Position {
  const [, time, id = ''] = POSITION.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  const position = { createdAtMs: Number(time), id };
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
 * to know, would cost each call a document.
 */
export function toPage<T extends { id: string; createdAt: string }>(
  items: readonly T[],
  total: number,
  { limit, after }: PageRequest,
): Page<T> {
  const last = items.at(-1);
  const isLast = !last || items.length < limit || (after === null && total <= limit);
  return { items, total, next: isLast ? null : { createdAtMs: Date.parse(last.createdAt), id: last.id } };
}
