import type { FieldPath } from '../values/field-path.ts';
import type { Value } from '../values/value.ts';
import type { Filter } from './filter.ts';
import type { Nearest } from './nearest.ts';

export interface Order {
  path: FieldPath;
  field: string;
  direction: 1 | -1;
  isName: boolean;
}

export interface Cursor {
  values: readonly Value[];
  before: boolean;
}

/** A checked and completed query. Its order is total, because it ends with `__name__`. */
export interface Query {
  database: string;
  /** The path of the parent document in the database; '' is the root. */
  parent: string;
  /** null for a query of all collections. */
  collectionId: string | null;
  allDescendants: boolean;
  filter: Filter | null;
  orders: readonly Order[];
  /** The number of `orders` that the client set. */
  explicitOrders: number;
  startAt: Cursor | null;
  endAt: Cursor | null;
  offset: number;
  limit: number | null;
  select: readonly FieldPath[] | null;
  /** Limits the results to those nearest to a vector, in the order of their distance. */
  nearest: Nearest | null;
}
