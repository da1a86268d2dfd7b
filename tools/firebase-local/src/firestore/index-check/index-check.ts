import { failedPrecondition } from '../errors.ts';
import type { Order, Query } from '../query/compiled-query.ts';
import { disjunctions } from '../query/disjunctions.ts';
import type { FieldFilter } from '../query/filter.ts';
import type { CompositeIndex, IndexConfig, IndexField, QueryScope } from './index-config.ts';

/** The index that one conjunction of a query needs: some fields in any order, then others in this order. */
interface Need {
  collection: string;
  scope: QueryScope;
  equalities: readonly string[];
  array: string | null;
  /** The order, which ends with `__name__`. */
  orders: readonly IndexField[];
}

const unique = <T>(items: readonly T[]): T[] => [...new Set(items)];

function needOf(query: Query, collection: string, term: readonly FieldFilter[], aggregated: readonly string[]): Need {
  const equalities = unique(term.filter(({ op }) => op === 'EQUAL').map(({ field }) => field));
  const array = term.find(({ op }) => op === 'ARRAY_CONTAINS')?.field ?? null;
  const orders = query.orders
    .filter(({ field }) => !equalities.includes(field))
    .map(({ field, direction }: Order): IndexField => ({ field, mode: direction === 1 ? 'ASCENDING' : 'DESCENDING' }));
  const named = new Set([...equalities, ...orders.map(({ field }) => field)]);
  const added = unique(aggregated).filter((field) => !named.has(field));
  const last = orders.at(-1) ?? { field: '__name__', mode: 'ASCENDING' };
  const extra = added.map((field): IndexField => ({ field, mode: last.mode }));
  return {
    collection,
    scope: query.allDescendants ? 'COLLECTION_GROUP' : 'COLLECTION',
    equalities,
    array,
    orders: [...orders.slice(0, -1), ...extra, last],
  };
}

/** Whether single-field indexes, alone or merged, are sufficient. */
function servedBySingleFields(need: Need, config: IndexConfig): boolean {
  const { collection, scope, equalities, array, orders } = need;
  const has = (field: string, mode: IndexField['mode']) => config.hasSingleField(collection, scope, field, mode);
  const [first, second] = orders;
  if (!first) return true;
  const isByName = first.field === '__name__';
  if (equalities.length === 0 && array === null) {
    // Ascending names need no index, but descending names do.
    if (isByName) return first.mode === 'ASCENDING';
    return orders.length === 2 && second?.mode === first.mode && has(first.field, first.mode);
  }
  // Merged equalities are in the order of names, which every single-field index has for equal values.
  if (!isByName) return false;
  if (array !== null && (first.mode !== 'ASCENDING' || !has(array, 'CONTAINS'))) return false;
  return equalities.every((field) => has(field, first.mode));
}

/** The fields before the sort order, if the index ends with that order; otherwise null. */
function prefixOf(index: CompositeIndex, orders: readonly IndexField[]): readonly IndexField[] | null {
  const start = index.fields.length - orders.length;
  if (start < 0) return null;
  const isSuffix = orders.every(({ field, mode }, i) => {
    const own = index.fields[start + i];
    return own?.field === field && own.mode === mode;
  });
  return isSuffix ? index.fields.slice(0, start) : null;
}

/** Whether composite indexes with the same sort order cover all equalities together (index merging). */
function servedByComposites(need: Need, config: IndexConfig): boolean {
  const covered = new Set<string>();
  const wanted = new Set(need.equalities);
  let isServed = false;
  for (const index of config.composites) {
    if (index.collection !== need.collection || index.scope !== need.scope) continue;
    const prefix = prefixOf(index, need.orders);
    const fits = prefix?.every(({ field, mode }) => (mode === 'CONTAINS' ? field === need.array : wanted.has(field)));
    if (!prefix || !fits) continue;
    isServed = true;
    for (const { field, mode } of prefix) covered.add(mode === 'CONTAINS' ? `[]${field}` : field);
  }
  if (need.orders[0]?.field === '__name__') addSingleFields(need, config, covered);
  if (!isServed) return false;
  return (
    need.equalities.every((field) => covered.has(field)) && (need.array === null || covered.has(`[]${need.array}`))
  );
}

/** When sorted by name, single-field indexes can be merged too. */
function addSingleFields(need: Need, config: IndexConfig, covered: Set<string>): void {
  const mode = need.orders[0]?.mode ?? 'ASCENDING';
  for (const field of need.equalities) {
    if (config.hasSingleField(need.collection, need.scope, field, mode)) covered.add(field);
  }
  const { array } = need;
  if (array && mode === 'ASCENDING' && config.hasSingleField(need.collection, need.scope, array, 'CONTAINS')) {
    covered.add(`[]${array}`);
  }
}

/** The fields of a sufficient index, without an implied `__name__`. */
function wantedFields(need: Need): IndexField[] {
  const fields: IndexField[] = need.equalities.map((field) => ({ field, mode: 'ASCENDING' }));
  if (need.array !== null) fields.push({ field: need.array, mode: 'CONTAINS' });
  fields.push(...need.orders);
  const name = fields.at(-1);
  const before = fields.at(-2);
  const implied = before?.mode === 'DESCENDING' ? 'DESCENDING' : 'ASCENDING';
  return before && name?.mode === implied ? fields.slice(0, -1) : fields;
}

const modeJson = ({ mode }: IndexField) => (mode === 'CONTAINS' ? { arrayConfig: mode } : { order: mode });

/** The message with the missing index and its entry for firestore.indexes.json. */
function describe(need: Need): string {
  const fields = wantedFields(need);
  const list = fields.map(({ field, mode }) => `${field} ${mode}`).join(', ');
  const kind = need.scope === 'COLLECTION_GROUP' ? 'collection group' : 'collection';
  const [only] = fields;
  const isSingle = fields.length === 1 && only !== undefined && only.field !== '__name__';
  const entry = isSingle
    ? {
        collectionGroup: need.collection,
        fieldPath: only.field,
        indexes: [{ ...modeJson(only), queryScope: need.scope }],
      }
    : {
        collectionGroup: need.collection,
        queryScope: need.scope,
        fields: fields.map((one) => ({ fieldPath: one.field, ...modeJson(one) })),
      };
  const place = isSingle ? 'fieldOverrides' : 'indexes';
  return `The query requires an index that firestore.indexes.json does not have: ${kind} ${need.collection}, fields ${list}. Add to "${place}": ${JSON.stringify(entry)}`;
}

/**
 * Refuses queries that production would refuse because an index is missing ("Index types", "Take advantage of index
 * merging"). Every conjunction in the query's disjunctive normal form needs an index.
 * @throws FirestoreError FAILED_PRECONDITION naming the missing index
 */
export function checkIndexes(config: IndexConfig, query: Query, aggregatedFields: readonly string[] = []): void {
  const { collectionId } = query;
  if (collectionId === null) return;
  for (const term of disjunctions(query.filter, 30) ?? []) {
    if (term.some(({ names, op }) => names && op === 'EQUAL')) continue;
    const need = needOf(query, collectionId, term, aggregatedFields);
    if (servedBySingleFields(need, config) || servedByComposites(need, config)) continue;
    throw failedPrecondition(describe(need));
  }
}
