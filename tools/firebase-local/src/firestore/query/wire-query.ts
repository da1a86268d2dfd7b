import type { Value } from '../values/value.ts';
import type { FieldOperator } from './filter.ts';
import type { WireNearest } from './nearest.ts';

interface FieldReference {
  fieldPath?: string;
}

/** query.proto, Filter. */
export interface WireFilter {
  compositeFilter?: { op?: 'AND' | 'OR' | 'OPERATOR_UNSPECIFIED'; filters?: WireFilter[] };
  fieldFilter?: { field?: FieldReference; op?: FieldOperator | 'OPERATOR_UNSPECIFIED'; value?: Value };
  unaryFilter?: { op?: 'IS_NAN' | 'IS_NULL' | 'IS_NOT_NAN' | 'IS_NOT_NULL'; field?: FieldReference };
}

export interface WireCursor {
  values?: Value[];
  before?: boolean;
}

/** query.proto, StructuredQuery, as the protobuf decoder returns it. */
export interface WireQuery {
  select?: { fields?: FieldReference[] } | null;
  from?: { collectionId?: string; allDescendants?: boolean }[];
  where?: WireFilter | null;
  orderBy?: { field?: FieldReference; direction?: string }[];
  startAt?: WireCursor | null;
  endAt?: WireCursor | null;
  offset?: number;
  limit?: { value?: number } | null;
  findNearest?: WireNearest | null;
}

/** query.proto, StructuredAggregationQuery. */
export interface WireAggregationQuery {
  structuredQuery?: WireQuery;
  aggregations?: {
    alias?: string;
    count?: { upTo?: { value?: string | number } | null };
    sum?: { field?: FieldReference };
    avg?: { field?: FieldReference };
  }[];
}
