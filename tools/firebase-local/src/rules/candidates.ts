import type { BinaryOperator } from './ast.ts';
import { compare, equal, includes, sameValue } from './equality.ts';
import { undecidable } from './type-errors.ts';
import { bool, type Constraint, type RulesValue } from './values.ts';

/**
 * The implications of a query's filters for its results. "Securely query data" (Cloud Firestore): rules evaluate a query against its potential result
 * set, so a condition on `resource.data` is true only if the filters imply it for every document. All other conditions are errors, which deny.
 */
export type Constrained = Extract<RulesValue, { type: 'constrained' }>;
export type Candidate = Extract<RulesValue, { type: 'candidate' }>;

/** A field of a candidate: its value if an equality filter determines it, otherwise the constraints of the other filters. */
export function candidateField(candidate: Candidate, field: string): RulesValue {
  return fieldAt(candidate.constraints, field, `${candidate.name}.${field}`);
}

function fieldAt(all: ReadonlyMap<string, readonly Constraint[]>, path: string, name: string): RulesValue {
  const own = all.get(path) ?? [];
  const fixed = own.find((constraint) => constraint.comparator === 'EQ');
  if (fixed) return fixed.value;
  const nested = [...all].flatMap(([key, constraints]) =>
    key.startsWith(`${path}.`) ? [[key.slice(path.length + 1), constraints] as const] : [],
  );
  if (nested.length > 0) return { type: 'candidate', name, constraints: new Map(nested) };
  return { type: 'constrained', name, constraints: own };
}

/**
 * Applies `operator` to two values, at least one of them constrained.
 * @throws EvaluationError if the constraints do not decide the result
 */
export function decide(operator: BinaryOperator, left: RulesValue, right: RulesValue): RulesValue {
  if (left.type === 'constrained' && isKnown(right)) return decideFor(left, operator, right);
  if (right.type === 'constrained' && isKnown(left)) {
    if (operator === 'in') return decideContains(right, left);
    return decideFor(right, MIRRORED[operator] ?? operator, left);
  }
  const unknown = left.type === 'constrained' || left.type === 'candidate' ? left : right;
  if (unknown.type === 'constrained' || unknown.type === 'candidate') throw undecidable(unknown);
  throw new TypeError('decide() needs a constrained operand');
}

const MIRRORED: Partial<Record<BinaryOperator, BinaryOperator>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

function decideFor(unknown: Constrained, operator: BinaryOperator, value: RulesValue): RulesValue {
  for (const constraint of unknown.constraints) {
    const verdict = verdictOf(constraint, operator, value);
    if (verdict !== null) return bool(verdict);
  }
  throw undecidable(unknown);
}

/** The value of `x operator value` under one constraint on x: true or false, or null if the constraint does not decide it. */
function verdictOf(constraint: Constraint, operator: BinaryOperator, value: RulesValue): boolean | null {
  if (constraint.comparator === 'IN' && constraint.value.type === 'list') {
    const verdicts = constraint.value.items.map((item) => holds(operator, item, value));
    const [first] = verdicts;
    return first !== undefined && verdicts.every((verdict) => verdict === first) ? first : null;
  }
  if (constraint.comparator === 'NEQ') {
    if (!sameValue(constraint.value, value)) return null;
    return { '!=': true, '==': false }[operator as string] ?? null;
  }
  return verdictOfBound(constraint, operator, value);
}

function verdictOfBound(constraint: Constraint, operator: BinaryOperator, value: RulesValue): boolean | null {
  const order = compare(constraint.value, value);
  if (order === null || Number.isNaN(order)) return null;
  const isLower = constraint.comparator === 'GT' || constraint.comparator === 'GTE';
  const isUpper = constraint.comparator === 'LT' || constraint.comparator === 'LTE';
  if (!isLower && !isUpper) return null;
  const isStrict = constraint.comparator === 'GT' || constraint.comparator === 'LT';
  // The order in the direction of the allowed values: positive if all of them are beyond `value`.
  const beyond = isLower ? order : -order;
  const isBeyond = beyond > 0 || (beyond === 0 && isStrict);
  const isBeyondOrAt = beyond >= 0;
  const [far, farOrAt, near, nearOrAt]: BinaryOperator[] = isLower ? ['>', '>=', '<', '<='] : ['<', '<=', '>', '>='];
  if (operator === far) return isBeyond || null;
  if (operator === farOrAt) return isBeyondOrAt || null;
  if (operator === near) return isBeyondOrAt ? false : null;
  if (operator === nearOrAt) return isBeyond ? false : null;
  if (operator === '!=') return isBeyond || null;
  if (operator === '==') return isBeyond ? false : null;
  return null;
}

function decideContains(unknown: Constrained, value: RulesValue): RulesValue {
  for (const constraint of unknown.constraints) {
    if (constraint.comparator === 'LIST_CONTAINS' && sameValue(constraint.value, value)) return bool(true);
  }
  throw undecidable(unknown);
}

function holds(operator: BinaryOperator, left: RulesValue, right: RulesValue): boolean | null {
  if (operator === '==') return equal(left, right);
  if (operator === '!=') return !equal(left, right);
  if (operator === 'in') return right.type === 'list' || right.type === 'set' ? includes(right.items, left) : null;
  const order = compare(left, right);
  if (order === null || Number.isNaN(order)) return null;
  return { '<': order < 0, '<=': order <= 0, '>': order > 0, '>=': order >= 0 }[operator as string] ?? null;
}

function isKnown(value: RulesValue): boolean {
  return value.type !== 'constrained' && value.type !== 'candidate';
}
