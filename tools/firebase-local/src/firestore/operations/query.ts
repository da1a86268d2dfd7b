import type { StoredDocument } from '../engine/document.ts';
import { invalidArgument } from '../errors.ts';
import type { DatabaseState } from '../firestore.ts';
import { aggregate, compileAggregations } from '../query/aggregate.ts';
import type { Query } from '../query/compiled-query.ts';
import { executeQuery, matchesQuery } from '../query/execute.ts';
import { compileQuery } from '../query/query.ts';
import { toTimestamp } from '../time.ts';
import { formatFieldPath } from '../values/field-path.ts';
import type { Caller } from './access.ts';
import { databaseOf, openView, type ReadView, readUnderLocks, toWire } from './read.ts';
import type { RunAggregationRequest, RunAggregationResponse, RunQueryRequest, RunQueryResponse } from './wire.ts';

/** Runs the query in the view. A read-write transaction then locks its range. */
async function readQuery(state: DatabaseState, view: ReadView, query: Query): Promise<readonly StoredDocument[]> {
  const { database, indexes } = state;
  const documents = executeQuery(database, indexes, query, view.time);
  const { transaction } = view;
  if (!transaction || transaction.isReadOnly) return documents;
  const keys = new Set(documents.map(({ key }) => key));
  return readUnderLocks(state, view, keys, () => {
    transaction.reads.ranges.push((document) => matchesQuery(query, document));
    const now = executeQuery(database, indexes, query);
    for (const { key } of now) transaction.reads.documents.add(key);
    return now;
  });
}

/** firestore.proto, RunQuery. Without results, the last response contains only the read time. */
export async function runQuery(caller: Caller, request: RunQueryRequest): Promise<RunQueryResponse[]> {
  const { firestore, access, checkIndex } = caller;
  if (!request.structuredQuery) throw invalidArgument('structured_query is not set.');
  const state = firestore.state(databaseOf(request.parent));
  const query = compileQuery(request.parent, request.structuredQuery);
  access.list(state.database, query);
  checkIndex(query);
  const view = openView(state, request);
  const documents = await readQuery(state, view, query);
  const readTime = toTimestamp(view.time ?? state.database.readTime());
  const mask = query.select ? { fieldPaths: query.select.map(formatFieldPath) } : null;
  const responses: RunQueryResponse[] = documents.map((document) => ({
    document: toWire(query.database, document, mask),
    readTime,
  }));
  if (responses.length === 0) responses.push({ readTime });
  if (view.newTransaction) responses.unshift({ transaction: view.newTransaction });
  return responses;
}

/** firestore.proto, RunAggregationQuery. */
export async function runAggregationQuery(
  { firestore, access, checkIndex }: Caller,
  request: RunAggregationRequest,
): Promise<RunAggregationResponse[]> {
  const wire = request.structuredAggregationQuery;
  if (!wire?.structuredQuery) throw invalidArgument('structured_query is not set.');
  const state = firestore.state(databaseOf(request.parent));
  const query = compileQuery(request.parent, wire.structuredQuery);
  const aggregations = compileAggregations(wire);
  access.list(state.database, query);
  checkIndex(
    query,
    aggregations.flatMap(({ path }) => (path ? [formatFieldPath(path)] : [])),
  );
  const view = openView(state, request);
  const documents = await readQuery(state, view, query);
  const response: RunAggregationResponse = {
    result: { aggregateFields: aggregate(documents, aggregations) },
    readTime: toTimestamp(view.time ?? state.database.readTime()),
  };
  return view.newTransaction ? [{ transaction: view.newTransaction }, response] : [response];
}
