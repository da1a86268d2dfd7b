import type { DocumentLookup, Evaluation, Ruleset, RulesMethod } from './evaluation.ts';
import {
  type FirestoreFields,
  type FirestoreValue,
  fromFirestoreFields,
  fromFirestoreValue,
  fromTimestamp,
} from './firestore-values.ts';
import type { UnknownSegment } from './values.ts';
import { type Constraint, fromJson, int, map, NULL, path, type RulesValue, string } from './values.ts';

export interface FirestoreDocument {
  fields?: FirestoreFields | null;
}

/** One `where` of a query, for `list`. Omit `or` filters: rules that depend on them are denied. */
export interface QueryFilter {
  /** The field path, separated by dots; `__name__` for the document's id. */
  field: string;
  comparator: Constraint['comparator'];
  value: FirestoreValue;
}

export interface FirestoreOperation {
  method: Extract<RulesMethod, 'get' | 'list' | 'create' | 'update' | 'delete'>;
  /** The database id, usually `(default)`. */
  database: string;
  /**
   * The path below `documents`: of the document, or of the collection for `list`, such as `['notes', 'p1', 'marks']`.
   */
  segments: readonly string[];
  /** The collection's id for a collection group query; `segments` is then the parent's path, usually empty. */
  collectionGroup?: string;
  /** The decoded payload of the caller's ID token, or null. */
  token: Readonly<Record<string, unknown>> | null;
  /** The time of the operation, and of the server timestamps of a write. */
  time: { seconds: string | number; nanos: number };
  /** The stored document, or null. Unused for `list`. */
  before: FirestoreDocument | null;
  /** The document after a create or update, otherwise null. */
  after: FirestoreDocument | null;
  query?: { limit?: number | null; offset?: number | null; orderBy?: string | null; filters?: readonly QueryFilter[] };
  /** Reads a stored document by its path below `documents`. */
  getDocument(segments: readonly string[]): FirestoreDocument | null;
  /** Reads a document as it will be after the whole commit. */
  getDocumentAfter?(segments: readonly string[]): FirestoreDocument | null;
  /** 10 for single-document requests and queries (default), 20 for transactions, batches and multi-document reads. */
  documentLimit?: number;
  onDebug?: (message: string) => void;
}

/** Evaluates the rules for one Firestore operation. {@link explainDenial} formats a denial. */
export function evaluateFirestore(ruleset: Ruleset, operation: FirestoreOperation): Evaluation {
  const { database, getDocumentAfter } = operation;
  return ruleset.evaluate({
    service: 'cloud.firestore',
    method: operation.method,
    path: ['databases', database, 'documents', ...targetSegments(operation)],
    request: requestValue(operation),
    resource: operation.method === 'list' ? candidateResource(operation) : resourceValue(operation, operation.before),
    getDocument: lookup(database, (segments) => operation.getDocument(segments)),
    ...(getDocumentAfter && { getDocumentAfter: lookup(database, (segments) => getDocumentAfter(segments)) }),
    ...(operation.documentLimit !== undefined && { documentLimit: operation.documentLimit }),
    ...(operation.onDebug && { onDebug: operation.onDebug }),
  });
}

/**
 * The message of PERMISSION_DENIED in the format of the official emulator: `Null value error. for 'get' @ L7, false for
 * 'get' @ L20`.
 */
export function explainDenial(evaluation: Evaluation, method: RulesMethod): string {
  const errors = evaluation.issues.map(
    ({ line, column, message }) => `${message} (L${line}:${column}) for '${method}'`,
  );
  const refusals = evaluation.refusedAt.map((line) => `false for '${method}' @ L${line}`);
  return [...errors, ...refusals].join(', ') || 'No matching allow statements';
}

function targetSegments(operation: FirestoreOperation): (string | UnknownSegment)[] {
  if (operation.method !== 'list') return [...operation.segments];
  const group = operation.collectionGroup;
  const ancestors = group === undefined ? [] : [{ unknown: 'many' } as const, group];
  return [...operation.segments, ...ancestors, documentIdOf(operation) ?? { unknown: 'one' }];
}

/** The only id that a query with `__name__ ==` can return. */
function documentIdOf(operation: FirestoreOperation): string | undefined {
  const filter = operation.query?.filters?.find(({ field, comparator }) => field === '__name__' && comparator === 'EQ');
  return filter?.value.referenceValue?.split('/').at(-1);
}

function requestValue(operation: FirestoreOperation): RulesValue {
  const { database, method, token, time, after, query } = operation;
  const fields: [string, RulesValue][] = [
    ['auth', authValue(token)],
    ['method', string(method)],
    ['path', path(['databases', database, 'documents', ...operation.segments])],
    ['time', fromTimestamp(time)],
  ];
  if (after) fields.push(['resource', resourceValue(operation, after)]);
  if (method === 'list') fields.push(['query', queryValue(query)]);
  return map(new Map(fields));
}

/** `request.auth`: the uid and the token's claims, or null. */
function authValue(token: Readonly<Record<string, unknown>> | null): RulesValue {
  if (!token) return NULL;
  return map({ uid: fromJson(token.user_id ?? token.sub ?? null), token: fromJson(token) });
}

function queryValue(query: FirestoreOperation['query']): RulesValue {
  return map({
    limit: query?.limit == null ? NULL : int(query.limit),
    offset: int(query?.offset ?? 0),
    orderBy: query?.orderBy == null ? NULL : string(query.orderBy),
  });
}

function resourceValue(operation: FirestoreOperation, document: FirestoreDocument | null): RulesValue {
  return document ? documentValue(operation.database, operation.segments, document) : NULL;
}

/** `resource` of a document: data, id and __name__ (rules.firestore.Resource). */
function documentValue(database: string, segments: readonly string[], document: FirestoreDocument): RulesValue {
  return map({
    data: fromFirestoreFields(document.fields),
    id: string(segments.at(-1) ?? ''),
    __name__: path(['databases', database, 'documents', ...segments]),
  });
}

/** `resource` of a query: the implications of its filters for every possible result. */
function candidateResource(operation: FirestoreOperation): RulesValue {
  const constraints = new Map<string, Constraint[]>();
  for (const { field, comparator, value } of operation.query?.filters ?? []) {
    if (field === '__name__') continue;
    const constraint = { comparator, value: fromFirestoreValue(value) };
    constraints.set(field, [...(constraints.get(field) ?? []), constraint]);
  }
  const id = documentIdOf(operation);
  return map({
    data: { type: 'candidate', name: 'resource.data', constraints },
    id: id === undefined ? { type: 'constrained', name: 'resource.id', constraints: [] } : string(id),
    __name__: { type: 'constrained', name: 'resource.__name__', constraints: [] },
  });
}

/** Reads documents for rules, which can only use their own database. */
function lookup(database: string, read: (segments: readonly string[]) => FirestoreDocument | null): DocumentLookup {
  return ([, name, , ...segments]) => {
    const document = name === database ? read(segments) : null;
    return document ? documentValue(database, segments, document) : null;
  };
}
