import { invalidArgument } from '../errors.ts';
import { valueSize } from '../values/size.ts';
import { elementsOf, isNaNValue, isNull } from '../values/value.ts';
import type { Query } from './compiled-query.ts';
import { disjunctions } from './disjunctions.ts';
import { allFieldFilters, type FieldFilter, inequalityOperators, rangeOperators } from './filter.ts';

/** "Query limitations": at most 30 disjunctions in disjunctive normal form. */
const maxDisjunctions = 30;
/** query.proto, NOT_IN: at most 10 values. */
const maxNotIn = 10;

/** "Usage and limits", maximum size of an indexed field value. Google's emulator refuses larger values in a filter. */
const maxOperandBytes = 1500;

const listOperators = new Set(['IN', 'NOT_IN', 'ARRAY_CONTAINS_ANY']);

function checkOperand({ op, value, field, names }: FieldFilter): void {
  if (names && op.startsWith('ARRAY_CONTAINS')) throw invalidArgument(`'${op}' cannot be used on __name__.`);
  if (!listOperators.has(op)) {
    if (rangeOperators.has(op) && (isNull(value) || isNaNValue(value))) {
      throw invalidArgument(`A range filter on "${field}" cannot compare with null or NaN.`);
    }
    return;
  }
  const count = elementsOf(value).length;
  if (value.valueType !== 'arrayValue' || count === 0) {
    throw invalidArgument(`'${op}' requires an non-empty ArrayValue.`);
  }
  if (op === 'NOT_IN' && count > maxNotIn) {
    throw invalidArgument(`'NOT_IN' supports up to ${maxNotIn} comparison values.`);
  }
  if (op !== 'NOT_IN' && count > maxDisjunctions) {
    throw invalidArgument(`'${op}' supports up to ${maxDisjunctions} comparison values.`);
  }
}

function checkCombination(filters: readonly FieldFilter[]): void {
  const count = (...ops: string[]) => filters.filter((filter) => ops.includes(filter.op)).length;
  if (count('NOT_IN', 'NOT_EQUAL') > 1) {
    throw invalidArgument(
      "Only a single 'NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN', or 'IS_NOT_NULL' filter allowed per query.",
    );
  }
  if (count('NOT_IN') > 0 && count('IN', 'ARRAY_CONTAINS_ANY') > 0) {
    throw invalidArgument("'NOT_IN' cannot be used in the same query with 'IN', 'ARRAY_CONTAINS_ANY' or 'OR'.");
  }
}

/** The order of a query begins with its inequalities and ends with `__name__`. An equality would remove `__name__` from it. */
function checkNameEquality(term: readonly FieldFilter[]): void {
  const inequalities = term.filter(({ op }) => inequalityOperators.has(op));
  if (inequalities.length === 0 || inequalities.some(({ names }) => names)) return;
  if (!term.some(({ names, op }) => names && op === 'EQUAL')) return;
  throw invalidArgument(
    'Equality on key is not allowed if there are other inequality fields and key does not appear in inequalities.',
  );
}

/** The limit applies to each value of a list. */
function checkOperandSize({ op, value, field, names }: FieldFilter): void {
  if (names) return;
  const operands = listOperators.has(op) ? elementsOf(value) : [value];
  if (!operands.some((operand) => valueSize(operand) > maxOperandBytes)) return;
  const indexed = op.startsWith('ARRAY_CONTAINS') ? `${field}[*]` : field;
  throw invalidArgument(`value for ${indexed} is too large to be used in a query`);
}

/**
 * Refuses queries that production refuses for any data ("Query limitations", query.proto).
 * @throws FirestoreError INVALID_ARGUMENT
 */
export function checkQuery(query: Query): void {
  const filters = allFieldFilters(query.filter);
  for (const filter of filters) {
    checkOperand(filter);
    checkOperandSize(filter);
  }
  checkCombination(filters);
  if (query.offset < 0) throw invalidArgument('offset is negative');
  if (query.limit !== null && query.limit < 0) throw invalidArgument('limit is negative');
  const terms = disjunctions(query.filter, maxDisjunctions);
  if (terms === null) {
    throw invalidArgument(`Too many disjunctions after normalization: more than the maximum of ${maxDisjunctions}.`);
  }
  for (const term of terms) {
    checkNameEquality(term);
    if (term.filter((filter) => filter.op === 'ARRAY_CONTAINS').length > 1) {
      throw invalidArgument("A maximum of 1 'ARRAY_CONTAINS' filter is allowed per disjunction.");
    }
  }
  if (terms.length > 1 && filters.some((filter) => filter.op === 'NOT_IN')) {
    throw invalidArgument("'NOT_IN' cannot be used in the same query with 'IN', 'ARRAY_CONTAINS_ANY' or 'OR'.");
  }
  for (const [name, cursor] of [
    ['start_at', query.startAt],
    ['end_at', query.endAt],
  ] as const) {
    if (cursor && cursor.values.length > query.orders.length) {
      throw invalidArgument(`${name} has more values than the order by has fields.`);
    }
  }
}
