import type { Evaluation, Ruleset, RulesMethod } from './ruleset';
import {
  type Constraint,
  fromJson,
  int,
  map,
  NULL,
  path,
  type RulesValue,
  string,
  timestamp,
  type UnknownSegment,
} from './values';

/** google.firestore.v1.Value, as proto-loader (camelCase) or the REST API writes it. */
export interface FirestoreValue {
  /** Which field holds the value, when the reader fills in defaults for the others (proto-loader `oneofs`). */
  valueType?: string;
  nullValue?: unknown;
  booleanValue?: boolean;
  integerValue?: string | number | bigint | { toString(): string };
  doubleValue?: number | string;
  timestampValue?: string | { seconds?: string | number | bigint | { toString(): string }; nanos?: number } | null;
  stringValue?: string;
  bytesValue?: Uint8Array | string;
  referenceValue?: string;
  geoPointValue?: { latitude?: number; longitude?: number } | null;
  arrayValue?: { values?: readonly FirestoreValue[] | null } | null;
  mapValue?: { fields?: Readonly<Record<string, FirestoreValue>> | null } | null;
}

export interface FirestoreDocument {
  fields?: Readonly<Record<string, FirestoreValue>> | null;
}

/** One `where` of a query, for judging `list`. `or` filters are left out: what they say is not used (fails closed). */
export interface QueryFilter {
  field: string;
  comparator: Constraint['comparator'];
  value: FirestoreValue;
}

export interface FirestoreOperation {
  method: Extract<RulesMethod, 'get' | 'list' | 'create' | 'update' | 'delete'>;
  /** The database id, `(default)` usually. */
  database: string;
  /**
   * Segments below `documents`: of the document, or for `list` of the collection, e.g. `['posts', 'p1', 'likes']`.
   */
  segments: readonly string[];
  /** Set for a collection group query: `segments` is then the parent (usually empty) and this the collection's id. */
  collectionGroup?: string;
  /** The decoded payload of the caller's ID token, or null. */
  token: Readonly<Record<string, unknown>> | null;
  time: Date;
  /** The stored document, or null. Unused for `list`. */
  before: FirestoreDocument | null;
  /** The document as it would be written (create, update), otherwise null. */
  after: FirestoreDocument | null;
  query?: { limit?: number | null; offset?: number | null; orderBy?: string | null; filters?: readonly QueryFilter[] };
  /** Reads a stored document by the segments below `documents`. */
  getDocument(segments: readonly string[]): FirestoreDocument | null;
  /** The same, as it would be after the whole commit. */
  getDocumentAfter?(segments: readonly string[]): FirestoreDocument | null;
  /** 10 for single-document requests and queries (default), 20 for transactions, batches and multi-document reads. */
  documentLimit?: number;
  onDebug?: (message: string) => void;
}

/** Judges one Firestore operation. A denial is explained by {@link explainDenial}. */
export function evaluateFirestore(_ruleset: Ruleset, _operation: FirestoreOperation): Evaluation {
  throw new Error('not built yet');
}

/** The text of PERMISSION_DENIED as the official emulator words it, e.g. `Null value error. for 'get' @ L7`. */
export function explainDenial(evaluation: Evaluation, method: RulesMethod): string {
  return evaluation.issues.map(({ line, message }) => `${message} for '${method}' @ L${line}`).join(', ');
}

void [fromJson, int, map, NULL, path, string, timestamp];
export type Draft = RulesValue | UnknownSegment;
