import { compareNames, type StoredDocument } from '../engine/document.ts';
import { comparePaths, compareValues } from '../values/compare.ts';
import { getField } from '../values/field-path.ts';
import type { Value } from '../values/value.ts';
import type { Cursor, Order, Query } from './compiled-query.ts';
import { relativeName } from './query.ts';

/** Documents without a field of the order are not in its index, so they are not results. */
export function hasOrderFields(document: StoredDocument, orders: readonly Order[]): boolean {
  for (const order of orders) if (!order.isName && getField(document.fields, order.path) === undefined) return false;
  return true;
}

/** Compares two documents that have all fields of the order. */
export function compareByOrders(orders: readonly Order[]): (a: StoredDocument, b: StoredDocument) => number {
  return (a, b) => {
    for (const order of orders) {
      const difference = order.isName
        ? compareNames(a, b)
        : compareValues(getField(a.fields, order.path) as Value, getField(b.fields, order.path) as Value);
      if (difference !== 0) return difference * order.direction;
    }
    return 0;
  };
}

/** Sorts documents that have all fields of the order. Each field is read only once. */
export function sortByOrders(documents: readonly StoredDocument[], orders: readonly Order[]): StoredDocument[] {
  const rows = documents.map((document) => ({
    document,
    values: orders.map((order) => (order.isName ? null : (getField(document.fields, order.path) as Value))),
  }));
  rows.sort((a, b) => {
    for (let i = 0; i < orders.length; i++) {
      const x = a.values[i];
      const y = b.values[i];
      const difference = x && y ? compareValues(x, y) : compareNames(a.document, b.document);
      if (difference !== 0) return difference * (orders[i] as Order).direction;
    }
    return 0;
  });
  return rows.map(({ document }) => document);
}

/** The position of a document relative to a cursor, in the direction of the query; 0 if all cursor values are equal. */
function compareToCursor(document: StoredDocument, cursor: Cursor, query: Query): number {
  for (const [i, value] of cursor.values.entries()) {
    const order = query.orders[i] as Order;
    const difference = order.isName
      ? comparePaths(document.key, relativeName(value, query.database))
      : compareValues(getField(document.fields, order.path) as Value, value);
    if (difference !== 0) return difference * order.direction;
  }
  return 0;
}

function isBehind(document: StoredDocument, cursor: Cursor, query: Query): boolean {
  const place = compareToCursor(document, cursor, query);
  return cursor.before ? place >= 0 : place > 0;
}

/** Whether the document is at or after the query's start. */
export function isAfterStart(document: StoredDocument, query: Query): boolean {
  return !query.startAt || isBehind(document, query.startAt, query);
}

/** Whether the document is after the query's end. */
export function isPastEnd(document: StoredDocument, query: Query): boolean {
  return query.endAt !== null && isBehind(document, query.endAt, query);
}
