import { EvaluationError } from './errors.ts';
import type { RulesValue } from './values.ts';

const NAMES: Partial<Record<RulesValue['type'], string>> = { mapdiff: 'map_diff' };

/** The name of a value's type in messages and after `is`. */
export function typeName(value: RulesValue): string {
  return NAMES[value.type] ?? value.type;
}

/** The error for a `value` whose type is not one of `expected`, in the official wording. */
export function invalidType(value: RulesValue, ...expected: string[]): EvaluationError {
  if (value.type === 'constrained' || value.type === 'candidate') return undecidable(value);
  return new EvaluationError(
    `Invalid type. Received one of [${typeName(value)}]. Expected one of [${expected.join(', ')}].`,
  );
}

/** The error for a rule that the filters of a query do not decide for every possible result. */
export function undecidable(value: Extract<RulesValue, { type: 'constrained' | 'candidate' }>): EvaluationError {
  return new EvaluationError(
    `Rules are not filters: the query's filters do not decide ${value.name} for every document it could return.`,
  );
}

/**
 * Narrows `value` to `type`.
 * @throws EvaluationError if it has another type
 */
export function expectType<T extends RulesValue['type']>(value: RulesValue, type: T): Extract<RulesValue, { type: T }> {
  if (value.type !== type) throw invalidType(value, NAMES[type] ?? type);
  return value as Extract<RulesValue, { type: T }>;
}
