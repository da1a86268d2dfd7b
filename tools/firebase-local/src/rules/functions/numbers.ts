import { EvaluationError } from '../errors.ts';
import { checkedInt } from '../operators.ts';
import { expectType, invalidType } from '../type-errors.ts';
import { bool, float, type RulesValue } from '../values.ts';
import { argument, type MethodTable } from './method.ts';

const EARTH_RADIUS_METERS = 6_371_008.8;

function number(value: RulesValue): number {
  if (value.type === 'int' || value.type === 'float') return Number(value.value);
  throw invalidType(value, 'int', 'float');
}

/** rules.math. Recorded: `ceil` and `floor` return floats; `round` returns an integer and rounds halves up. */
export const mathFunctions: Readonly<Record<string, (args: readonly RulesValue[]) => RulesValue>> = {
  'math.abs': (args) => {
    const value = argument(args, 0);
    if (value.type === 'int') return checkedInt(value.value < 0n ? -value.value : value.value);
    return float(Math.abs(number(value)));
  },
  'math.ceil': (args) => float(Math.ceil(number(argument(args, 0)))),
  'math.floor': (args) => float(Math.floor(number(argument(args, 0)))),
  'math.round': (args) => {
    const value = argument(args, 0);
    if (value.type === 'int') return value;
    const rounded = Math.floor(number(value) + 0.5);
    if (!Number.isFinite(rounded)) throw new EvaluationError('Float does not fit in an integer.');
    return checkedInt(BigInt(rounded));
  },
  'math.sqrt': (args) => float(Math.sqrt(number(argument(args, 0)))),
  'math.pow': (args) => float(number(argument(args, 0)) ** number(argument(args, 1))),
  'math.isNaN': (args) => bool(Number.isNaN(number(argument(args, 0)))),
};

/** `latlng.value(latitude, longitude)` in degrees. */
export function latlngValue(args: readonly RulesValue[]): RulesValue {
  const [latitude, longitude] = [number(argument(args, 0)), number(argument(args, 1))];
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  if (!isOnEarth) throw new EvaluationError('Latitude or longitude out of range.');
  return { type: 'latlng', latitude, longitude };
}

/** rules.LatLng. */
export const latlngMethods: MethodTable<'latlng'> = {
  latitude: (self) => float(self.latitude),
  longitude: (self) => float(self.longitude),
  /** In metres along a great circle (haversine). */
  distance: (self, args) => {
    const other = expectType(argument(args, 0), 'latlng');
    const [a, b] = [radians(self.latitude), radians(other.latitude)];
    const half = (x: number) => Math.sin(x / 2) ** 2;
    const chord = half(b - a) + Math.cos(a) * Math.cos(b) * half(radians(other.longitude - self.longitude));
    return float(2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(chord))));
  },
};

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
