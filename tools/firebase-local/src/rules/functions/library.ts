import { EvaluationError } from '../errors.ts';
import { invalidType, typeName } from '../type-errors.ts';
import type { RulesValue } from '../values.ts';
import { listMethods, mapDiffMethods, mapMethods, setMethods } from './collections.ts';
import { toFloat, toInt, toPath, toStringValue } from './conversions.ts';
import { hashingFunctions } from './hashing.ts';
import { argument, type Charge, type MethodTable } from './method.ts';
import { latlngMethods, latlngValue, mathFunctions } from './numbers.ts';
import { pathMethods } from './paths.ts';
import { bytesMethods, stringMethods } from './strings.ts';
import {
  durationAbs,
  durationMethods,
  durationTime,
  durationValue,
  timestampDate,
  timestampMethods,
  timestampValue,
} from './time.ts';

type BuiltIn = (args: readonly RulesValue[], charge: Charge) => RulesValue;

/** Google's runtime lacks `bool`, `bytes` and `math.isInfinite`, although the documentation mentions them. Calling them is an error. */
const FUNCTIONS: Readonly<Record<string, BuiltIn>> = {
  ...mathFunctions,
  ...hashingFunctions,
  int: (args) => toInt(argument(args, 0)),
  float: (args) => toFloat(argument(args, 0)),
  string: (args) => toStringValue(argument(args, 0)),
  path: (args) => toPath(argument(args, 0)),
  'latlng.value': latlngValue,
  'timestamp.date': timestampDate,
  'timestamp.value': timestampValue,
  'duration.value': durationValue,
  'duration.time': durationTime,
  'duration.abs': durationAbs,
};

const METHODS: { readonly [T in RulesValue['type']]?: MethodTable<T> } = {
  string: stringMethods,
  bytes: bytesMethods,
  list: listMethods,
  set: setMethods,
  map: mapMethods,
  mapdiff: mapDiffMethods,
  path: pathMethods,
  timestamp: timestampMethods,
  duration: durationMethods,
  latlng: latlngMethods,
};

/** Calls a function that depends only on its arguments. */
export function callFunction(name: string, args: readonly RulesValue[], charge: Charge): RulesValue {
  const builtIn = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (!builtIn) throw new EvaluationError(`Function not found error: Name: [${name}].`);
  return builtIn(args, charge);
}

/** Calls `self.name(args)`. @throws EvaluationError if the type of `self` has no such method */
export function callMethod<T extends RulesValue['type']>(
  self: Extract<RulesValue, { type: T }>,
  name: string,
  args: readonly RulesValue[],
  charge: Charge,
): RulesValue {
  const table: MethodTable<T> | undefined = METHODS[self.type as T];
  const method = table && Object.hasOwn(table, name) ? table[name] : undefined;
  if (method) return method(self, args, charge);
  const receivers = Object.entries(METHODS).filter(([, methods]) => Object.hasOwn(methods, name));
  throw receivers.length > 0
    ? invalidType(self, ...receivers.map(([type]) => type))
    : new EvaluationError(`Function not found error: Name: [${name}] on ${typeName(self)}.`);
}
