import { EvaluationError } from '../errors.ts';
import { checkedInt } from '../operators.ts';
import { invalidType } from '../type-errors.ts';
import { float, path, type RulesValue, string } from '../values.ts';

/** `int(x)`: floats are truncated; strings must be whole decimal numbers. */
export function toInt(value: RulesValue): RulesValue {
  if (value.type === 'int') return value;
  if (value.type === 'float') {
    if (!Number.isFinite(value.value)) throw new EvaluationError('Float does not fit in an integer.');
    return checkedInt(BigInt(Math.trunc(value.value)));
  }
  if (value.type !== 'string') throw invalidType(value, 'int', 'float', 'string');
  if (!/^[+-]?[0-9]{1,40}$/.test(value.value)) throw new EvaluationError('String is not an integer.');
  return checkedInt(BigInt(value.value.replace('+', '')));
}

/** `float(x)`. */
export function toFloat(value: RulesValue): RulesValue {
  if (value.type === 'float') return value;
  if (value.type === 'int') return float(Number(value.value));
  if (value.type !== 'string') throw invalidType(value, 'int', 'float', 'string');
  if (!/^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?$/.test(value.value)) {
    throw new EvaluationError('String is not a number.');
  }
  return float(Number(value.value));
}

/** The result of `string(x)` as text: `1`, `2.0`, `true`, `null`, `/a/b`. */
export function toText(value: RulesValue): string {
  switch (value.type) {
    case 'string':
      return value.value;
    case 'int':
    case 'bool':
      return String(value.value);
    case 'float':
      return Number.isInteger(value.value) ? value.value.toFixed(1) : String(value.value);
    case 'null':
      return 'null';
    case 'path':
      return `/${value.segments.join('/')}`;
    default:
      throw invalidType(value, 'int', 'float', 'null', 'string', 'bool', 'path');
  }
}

export function toStringValue(value: RulesValue): RulesValue {
  return string(toText(value));
}

/** `path('/a/b')`, with or without the first slash. Segments like `{x}` can be bound later. */
export function toPath(value: RulesValue): RulesValue {
  if (value.type !== 'string') throw invalidType(value, 'string');
  const segments = (value.value.startsWith('/') ? value.value.slice(1) : value.value).split('/');
  if (segments.some((segment) => segment === '')) throw new EvaluationError('Path segment cannot be empty.');
  return path(segments);
}
