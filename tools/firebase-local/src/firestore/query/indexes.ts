import type { Database } from '../engine/database.ts';
import type { StoredDocument } from '../engine/document.ts';
import { lowerBound, SortedList } from '../engine/sorted-list.ts';
import { compareValues, typeOrder } from '../values/compare.ts';
import { type FieldPath, getField } from '../values/field-path.ts';
import type { Value } from '../values/value.ts';
import type { Order, Query } from './compiled-query.ts';
import { conjuncts, type FieldFilter, rangeOperators } from './filter.ts';
import { compareByOrders, hasOrderFields, isAfterStart, isPastEnd, sortByOrders } from './order.ts';
import { type Candidates, PostingIndex } from './posting-index.ts';
import { documentsInScope, singleCollection } from './scope.ts';

/** With fewer documents, a scan is cheaper than an index. */
const minDocuments = 200;
/** An index is created at this number of queries of the same shape. */
const usesBeforeIndex = 2;
const maxIndexes = 64;

interface LiveIndex {
  stop(): void;
  lastUse: number;
  sorted?: SortedList<StoredDocument>;
  postings?: PostingIndex;
}

/** The position of a value relative to the range filters on its field: -1 before the range, 0 inside, 1 after it. */
function placeInRange(value: Value, filters: readonly FieldFilter[]): number {
  for (const { op, value: operand } of filters) {
    const type = typeOrder(value) - typeOrder(operand);
    const order = type === 0 ? compareValues(value, operand) : type;
    if (type !== 0) return order;
    if (op === 'GREATER_THAN' && order <= 0) return -1;
    if (op === 'GREATER_THAN_OR_EQUAL' && order < 0) return -1;
    if (op === 'LESS_THAN' && order >= 0) return 1;
    if (op === 'LESS_THAN_OR_EQUAL' && order > 0) return 1;
  }
  return 0;
}

/** A part of a sorted list, in either direction. */
class Stretch {
  readonly #items: readonly StoredDocument[];
  readonly #isReversed: boolean;
  #low: number;
  #high: number;

  constructor(items: readonly StoredDocument[], low: number, high: number, isReversed: boolean) {
    this.#items = items;
    this.#isReversed = isReversed;
    this.#low = low;
    this.#high = high;
  }

  #bound(isBehind: (document: StoredDocument) => boolean): number {
    return lowerBound(this.#items, (document) => isBehind(document) !== this.#isReversed, this.#low, this.#high);
  }

  /** Skips all documents before the first one for which `hasStarted` is true. */
  startWhere(hasStarted: (document: StoredDocument) => boolean): void {
    const bound = this.#bound(hasStarted);
    if (this.#isReversed) this.#high = bound;
    else this.#low = bound;
  }

  /** Removes all documents from the first one for which `hasEnded` is true. */
  endWhere(hasEnded: (document: StoredDocument) => boolean): void {
    const bound = this.#bound(hasEnded);
    if (this.#isReversed) this.#low = bound;
    else this.#high = bound;
  }

  *[Symbol.iterator](): Iterator<StoredDocument> {
    if (this.#isReversed) for (let i = this.#high - 1; i >= this.#low; i--) yield this.#items[i] as StoredDocument;
    else for (let i = this.#low; i < this.#high; i++) yield this.#items[i] as StoredDocument;
  }
}

/** `sorted` has every result in the query's order; `candidates` has every result in any order. */
export type Source = { readonly sorted: Iterable<StoredDocument> } | { readonly candidates: Iterable<StoredDocument> };

/**
 * Sorted lists and posting lists, created for recurring shapes of queries and updated by every commit. They only affect
 * speed: the executor checks every filter again.
 */
export class QueryIndexes {
  readonly #database: Database;
  readonly #indexes = new Map<string, LiveIndex>();
  readonly #uses = new Map<string, number>();
  #clock = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The scope's name for observers; null if an index is impossible. */
  #scopeOf(query: Query): string | null {
    const single = singleCollection(query);
    if (single !== null) return single;
    return query.allDescendants && query.parent === '' && query.collectionId !== null
      ? `group/${query.collectionId}`
      : null;
  }

  #sizeOf(query: Query): number {
    const single = singleCollection(query);
    if (single !== null) return this.#database.collections.get(single)?.documents.size ?? 0;
    let size = 0;
    for (const collection of this.#database.groups.get(query.collectionId ?? '') ?? [])
      size += collection.documents.size;
    return size;
  }

  #obtain(key: string, make: () => LiveIndex): LiveIndex | null {
    const known = this.#indexes.get(key);
    if (known) {
      known.lastUse = ++this.#clock;
      return known;
    }
    const uses = (this.#uses.get(key) ?? 0) + 1;
    if (this.#uses.size > 10_000) this.#uses.clear();
    this.#uses.set(key, uses);
    if (uses < usesBeforeIndex) return null;
    if (this.#indexes.size >= maxIndexes) this.#dropLeastUsed();
    const index = make();
    this.#indexes.set(key, index);
    return index;
  }

  #dropLeastUsed(): void {
    const [oldest] = [...this.#indexes].sort(([, a], [, b]) => a.lastUse - b.lastUse);
    if (!oldest) return;
    oldest[1].stop();
    this.#indexes.delete(oldest[0]);
    this.#uses.delete(oldest[0]);
  }

  #makeSorted(scope: string, query: Query, orders: readonly Order[]): LiveIndex {
    const documents = [...documentsInScope(this.#database, query)].filter((document) =>
      hasOrderFields(document, orders),
    );
    const sorted = new SortedList(compareByOrders(orders), sortByOrders(documents, orders), true);
    const stop = this.#database.observe(scope, {
      changed(before, after) {
        if (before && hasOrderFields(before, orders)) sorted.remove(before);
        if (after && hasOrderFields(after, orders)) sorted.insert(after);
      },
    });
    return { sorted, stop, lastUse: ++this.#clock };
  }

  /** Where to find the results of a query: in part of a sorted list or in posting lists; null if a scan is needed. */
  sourceFor(query: Query): Source | null {
    const scope = this.#scopeOf(query);
    const size = this.#sizeOf(query);
    if (scope === null || size < minDocuments) return null;
    const filters = conjuncts(query.filter);
    const filter = filters.find(({ op }) => op === 'ARRAY_CONTAINS' || op === 'ARRAY_CONTAINS_ANY');
    if (!filter) {
      const sorted = this.#stretchFor(scope, query, filters);
      return sorted && { sorted };
    }
    const candidates = this.#candidatesFor(scope, query, filter);
    if (!candidates) return null;
    // One of `size / candidates` documents in a sorted list is a result, so with many candidates the first results are
    // found early.
    const wanted = query.limit === null ? size : query.limit + query.offset;
    const sorted = candidates.size ** 2 > wanted * size ? this.#stretchFor(scope, query, filters) : null;
    return sorted ? { sorted } : { candidates: candidates.all() };
  }

  #candidatesFor(scope: string, query: Query, filter: FieldFilter): Candidates | null {
    const index = this.#obtain(`${scope}\n[]${filter.field}`, () => {
      const postings = new PostingIndex(filter.path, documentsInScope(this.#database, query));
      return { postings, stop: this.#database.observe(scope, postings), lastUse: ++this.#clock };
    });
    return index?.postings?.lookUp(filter) ?? null;
  }

  #stretchFor(scope: string, query: Query, filters: readonly FieldFilter[]): Iterable<StoredDocument> | null {
    const equalities = equalityFilters(filters);
    const isReversed = query.orders.at(-1)?.direction === -1;
    const orders = indexOrders(equalities, query.orders, isReversed);
    const items = this.#itemsFor(scope, query, orders)?.items;
    if (!items) return null;

    const place = (document: StoredDocument): number => {
      for (const { path, value } of equalities) {
        const order = compareValues(getField(document.fields, path) as Value, value);
        if (order !== 0) return order;
      }
      return 0;
    };
    const low = lowerBound(items, (document) => place(document) >= 0);
    const high = equalities.length === 0 ? items.length : lowerBound(items, (document) => place(document) > 0);
    const stretch = new Stretch(items, low, high, isReversed);
    narrowByRange(stretch, query, filters);
    if (query.startAt) stretch.startWhere((document) => isAfterStart(document, query));
    if (query.endAt) stretch.endWhere((document) => isPastEnd(document, query));
    return stretch;
  }

  #itemsFor(scope: string, query: Query, orders: readonly Order[]): SortedList<StoredDocument> | null {
    if (orders.length === 1 && orders[0]?.isName && !scope.startsWith('group/')) {
      return this.#database.collections.get(scope)?.byName ?? null;
    }
    const key = `${scope}\n${orders.map(({ field, direction }) => `${field} ${direction}`).join('\n')}`;
    return this.#obtain(key, () => this.#makeSorted(scope, query, orders))?.sorted ?? null;
  }
}

/** One equality filter per field. The executor checks the other filters on the same field. */
function equalityFilters(filters: readonly FieldFilter[]): FieldFilter[] {
  const byField = new Map<string, FieldFilter>();
  for (const filter of filters) {
    if (filter.op === 'EQUAL' && !filter.names && !byField.has(filter.field)) byField.set(filter.field, filter);
  }
  return [...byField.values()].sort((a, b) => (a.field < b.field ? -1 : 1));
}

/** The equality fields, then the query's order, reversed if needed so that `__name__` ascends. */
function indexOrders(equalities: readonly FieldFilter[], orders: readonly Order[], isReversed: boolean): Order[] {
  const fixed = equalities.map(({ path, field }): Order => ({ path, field, direction: 1, isName: false }));
  const rest = orders
    .filter(({ field }) => !equalities.some((equality) => equality.field === field))
    .map((order): Order => ({ ...order, direction: isReversed ? (order.direction === 1 ? -1 : 1) : order.direction }));
  return [...fixed, ...rest];
}

function narrowByRange(stretch: Stretch, query: Query, filters: readonly FieldFilter[]): void {
  const fixed = new Set(equalityFilters(filters).map(({ field }) => field));
  const first = query.orders.find(({ field }) => !fixed.has(field));
  if (!first || first.isName) return;
  const ranges = filters.filter(({ field, op }) => field === first.field && rangeOperators.has(op));
  if (ranges.length === 0) return;
  const path: FieldPath = first.path;
  const place = (document: StoredDocument) =>
    placeInRange(getField(document.fields, path) as Value, ranges) * first.direction;
  stretch.startWhere((document) => place(document) >= 0);
  stretch.endWhere((document) => place(document) > 0);
}
