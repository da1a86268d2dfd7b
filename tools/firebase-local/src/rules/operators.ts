import type { BinaryOperator } from './ast.ts';
import { decide } from './candidates.ts';
import { compare, equal, includes } from './equality.ts';
import { EvaluationError } from './errors.ts';
import { invalidType, typeName } from './type-errors.ts';
import { bool, float, int, type RulesValue } from './values.ts';
import { boundedString } from './weight.ts';

const MAX_INT = 2n ** 63n - 1n;
const MIN_INT = -(2n ** 63n);
const NANOS = 1_000_000_000n;

/** Applies an operator to both operands ("Security Rules language", section "Operators"). */
export function applyBinary(operator: BinaryOperator, left: RulesValue, right: RulesValue): RulesValue {
  if (isUnknown(left) || isUnknown(right)) return decide(operator, left, right);
  switch (operator) {
    case '==':
      return bool(equal(left, right));
    case '!=':
      return bool(!equal(left, right));
    case 'in':
      return bool(contains(right, left));
    case '<':
      return bool(orderOf(left, right) < 0);
    case '<=':
      return bool(orderOf(left, right) <= 0);
    case '>':
      return bool(orderOf(left, right) > 0);
    case '>=':
      return bool(orderOf(left, right) >= 0);
    case '+':
      return add(left, right);
    case '-':
      return subtract(left, right);
    default:
      return arithmetic(operator, left, right);
  }
}

/** `-x` of a number or a duration. */
export function negate(value: RulesValue): RulesValue {
  if (value.type === 'int') return checkedInt(-value.value);
  if (value.type === 'float') return float(-value.value);
  if (value.type === 'duration') return { type: 'duration', nanos: -value.nanos };
  throw invalidType(value, 'int', 'float', 'duration');
}

/**
 * An integer result.
 * @throws EvaluationError outside the range of 64 bits
 */
export function checkedInt(value: bigint): RulesValue {
  if (value > MAX_INT || value < MIN_INT) throw new EvaluationError('Integer overflow.');
  return int(value);
}

/**
 * A timestamp.
 * @throws EvaluationError outside the years 1 to 9999
 */
export function timestampAt(seconds: bigint, nanos: bigint): RulesValue {
  const whole = floorDivide(nanos, NANOS);
  const total = seconds + whole;
  if (total < -62_135_596_800n || total > 253_402_300_799n) throw new EvaluationError('Timestamp out of range.');
  return { type: 'timestamp', seconds: total, nanos: Number(nanos - whole * NANOS) };
}

export function floorDivide(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  return value % by < 0n ? quotient - 1n : quotient;
}

function orderOf(left: RulesValue, right: RulesValue): number {
  const order = compare(left, right);
  if (order !== null) return order;
  throw new EvaluationError(`Unsupported operation error. ${typeName(left)} and ${typeName(right)} have no order.`);
}

function contains(container: RulesValue, value: RulesValue): boolean {
  if (container.type === 'list' || container.type === 'set') return includes(container.items, value);
  if (container.type !== 'map') throw invalidType(container, 'list', 'set', 'map', 'constraint');
  if (value.type !== 'string') throw invalidType(value, 'string');
  return container.fields.has(value.value);
}

function add(left: RulesValue, right: RulesValue): RulesValue {
  if (left.type === 'string' && right.type === 'string') return boundedString(left.value + right.value);
  if (left.type === 'duration' && right.type === 'duration')
    return { type: 'duration', nanos: left.nanos + right.nanos };
  if (left.type === 'timestamp' && right.type === 'duration') {
    return timestampAt(left.seconds, BigInt(left.nanos) + right.nanos);
  }
  if (left.type === 'duration' && right.type === 'timestamp') return add(right, left);
  return arithmetic('+', left, right);
}

function subtract(left: RulesValue, right: RulesValue): RulesValue {
  if (left.type === 'duration' && right.type === 'duration')
    return { type: 'duration', nanos: left.nanos - right.nanos };
  if (left.type === 'timestamp' && right.type === 'duration') {
    return timestampAt(left.seconds, BigInt(left.nanos) - right.nanos);
  }
  if (left.type === 'timestamp' && right.type === 'timestamp') {
    const nanos = (left.seconds - right.seconds) * NANOS + BigInt(left.nanos - right.nanos);
    return { type: 'duration', nanos };
  }
  return arithmetic('-', left, right);
}

/** Integers have integer results (division truncates). If one operand is a float, the result is a float. */
function arithmetic(operator: BinaryOperator, left: RulesValue, right: RulesValue): RulesValue {
  if (left.type !== 'int' && left.type !== 'float') throw invalidType(left, 'int', 'float');
  if (right.type !== 'int' && right.type !== 'float') throw invalidType(right, 'int', 'float');
  if (left.type === 'int' && right.type === 'int') return integerArithmetic(operator, left.value, right.value);
  const [a, b] = [Number(left.value), Number(right.value)];
  const results: Partial<Record<BinaryOperator, number>> = {
    '+': a + b,
    '-': a - b,
    '*': a * b,
    '/': a / b,
    '%': a % b,
  };
  return float(results[operator] ?? Number.NaN);
}

function integerArithmetic(operator: BinaryOperator, a: bigint, b: bigint): RulesValue {
  if (operator === '+') return checkedInt(a + b);
  if (operator === '-') return checkedInt(a - b);
  if (operator === '*') return checkedInt(a * b);
  if (b === 0n) throw new EvaluationError('Division by zero.');
  return checkedInt(operator === '/' ? a / b : a % b);
}

function isUnknown(value: RulesValue): boolean {
  return value.type === 'constrained' || value.type === 'candidate';
}
