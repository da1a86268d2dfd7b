import type { Database } from '../engine/database.ts';
import type { StoredDocument } from '../engine/document.ts';
import { lowerBound } from '../engine/sorted-list.ts';
import type { Micros } from '../time.ts';
import type { Query } from './compiled-query.ts';
import { conjuncts, matchesFilter } from './filter.ts';
import type { QueryIndexes } from './indexes.ts';
import { findNearest } from './nearest.ts';
import { compareByOrders, hasOrderFields, isAfterStart, isPastEnd } from './order.ts';
import { documentsInScope, isInScope } from './scope.ts';

/** Whether the document matches the query, without offset and limit. */
export function matchesQuery(query: Query, document: StoredDocument): boolean {
  return isInScope(query, document.collection) && matchesInScope(query, document);
}

/** Whether a document of the query's collections matches the query. */
function matchesInScope(query: Query, document: StoredDocument): boolean {
  return (
    matchesFilter(query.filter, document) &&
    hasOrderFields(document, query.orders) &&
    isAfterStart(document, query) &&
    !isPastEnd(document, query)
  );
}

/** The first `count` of `documents` in the order of `compare`, without sorting the rest. */
function firstSorted(
  documents: Iterable<StoredDocument>,
  compare: (a: StoredDocument, b: StoredDocument) => number,
  count: number,
): StoredDocument[] {
  const best: StoredDocument[] = [];
  for (const document of documents) {
    const last = best[count - 1];
    if (last && compare(last, document) <= 0) continue;
    const place = lowerBound(best, (other) => compare(other, document) > 0);
    best.splice(place, 0, document);
    if (best.length > count) best.pop();
  }
  return best;
}

function* filtered(query: Query, candidates: Iterable<StoredDocument>): Iterable<StoredDocument> {
  for (const document of candidates) {
    if (matchesInScope(query, document)) yield document;
  }
}

function sortAndCut(query: Query, candidates: Iterable<StoredDocument>): StoredDocument[] {
  const compare = compareByOrders(query.orders);
  const matching = filtered(query, candidates);
  if (query.limit !== null && query.limit + query.offset <= 1000) {
    return firstSorted(matching, compare, query.limit + query.offset).slice(query.offset);
  }
  const sorted = [...matching].sort(compare);
  return sorted.slice(query.offset, query.limit === null ? undefined : query.offset + query.limit);
}

/** The documents of the scope in their versions at `time`. */
function* documentsAt(database: Database, query: Query, time: Micros): Iterable<StoredDocument> {
  const earlier = new Map<string, StoredDocument | null>();
  for (const change of [...database.history.since(time)].reverse()) earlier.set(change.key, change.before);
  for (const document of documentsInScope(database, query)) {
    if (!earlier.has(document.key)) yield document;
  }
  for (const document of earlier.values()) {
    if (document && isInScope(query, document.collection)) yield document;
  }
}

/** The documents of an equality on `__name__`; null if the query has none. */
function namedDocuments(database: Database, query: Query): StoredDocument[] | null {
  const filter = conjuncts(query.filter).find(({ names, op }) => names && (op === 'EQUAL' || op === 'IN'));
  if (!filter?.names) return null;
  const documents = [...new Set(filter.names)].map((name) => database.get(name));
  return documents
    .filter((document) => document !== undefined)
    .filter(({ collection }) => isInScope(query, collection));
}

/**
 * Runs a query on the current state, or on the state at `time`.
 * @returns the documents in order, after offset and limit
 */
export function executeQuery(
  database: Database,
  indexes: QueryIndexes,
  query: Query,
  time?: Micros,
): readonly StoredDocument[] {
  const { nearest } = query;
  if (nearest) return findNearest(executeQuery(database, indexes, { ...query, nearest: null }, time), nearest);
  if (query.limit === 0) return [];
  if (time !== undefined && database.history.since(time).length > 0) {
    return sortAndCut(query, documentsAt(database, query, time));
  }
  const named = namedDocuments(database, query);
  if (named) return sortAndCut(query, named);
  const source = indexes.sourceFor(query) ?? { candidates: documentsInScope(database, query) };
  if ('candidates' in source) return sortAndCut(query, source.candidates);

  const results: StoredDocument[] = [];
  let skipped = 0;
  for (const document of source.sorted) {
    if (!matchesFilter(query.filter, document)) continue;
    if (skipped < query.offset) {
      skipped++;
      continue;
    }
    results.push(document);
    if (results.length === query.limit) break;
  }
  return results;
}
