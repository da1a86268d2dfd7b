import { EvaluationError } from '../errors.ts';
import { floorDivide, timestampAt } from '../operators.ts';
import { expectType } from '../type-errors.ts';
import { int, type RulesValue } from '../values.ts';
import { argument, type MethodTable } from './method.ts';

const NANOS = 1_000_000_000n;
const DAY_SECONDS = 86_400n;
/** The longest google.protobuf.Duration, about 10,000 years. */
const MAX_DURATION_SECONDS = 315_576_000_000n;
const UNITS: Readonly<Record<string, bigint>> = {
  w: 7n * DAY_SECONDS * NANOS,
  d: DAY_SECONDS * NANOS,
  h: 3_600n * NANOS,
  m: 60n * NANOS,
  s: NANOS,
  ms: 1_000_000n,
  ns: 1n,
};

type Timestamp = Extract<RulesValue, { type: 'timestamp' }>;

function dateOf({ seconds }: Timestamp): Date {
  return new Date(Number(seconds) * 1000);
}

function duration(nanos: bigint): RulesValue {
  const seconds = nanos / NANOS;
  if (seconds > MAX_DURATION_SECONDS || seconds < -MAX_DURATION_SECONDS) {
    throw new EvaluationError('Duration out of range.');
  }
  return { type: 'duration', nanos };
}

function integer(args: readonly RulesValue[], index: number): bigint {
  return expectType(argument(args, index), 'int').value;
}

/** rules.Timestamp: the parts of the time in UTC. Days of the week are 1 (Monday) to 7. */
export const timestampMethods: MethodTable<'timestamp'> = {
  year: (self) => int(dateOf(self).getUTCFullYear()),
  month: (self) => int(dateOf(self).getUTCMonth() + 1),
  day: (self) => int(dateOf(self).getUTCDate()),
  hours: (self) => int(dateOf(self).getUTCHours()),
  minutes: (self) => int(dateOf(self).getUTCMinutes()),
  seconds: (self) => int(dateOf(self).getUTCSeconds()),
  nanos: (self) => int(self.nanos),
  dayOfWeek: (self) => int(dateOf(self).getUTCDay() || 7),
  dayOfYear: (self) => {
    const date = dateOf(self);
    const start = new Date(date);
    start.setUTCMonth(0, 1);
    return int(Math.floor((date.getTime() - start.getTime()) / 86_400_000) + 1);
  },
  toMillis: (self) => int(self.seconds * 1000n + BigInt(Math.floor(self.nanos / 1_000_000))),
  date: (self) => ({ type: 'timestamp', seconds: floorDivide(self.seconds, DAY_SECONDS) * DAY_SECONDS, nanos: 0 }),
  time: (self) => {
    const seconds = self.seconds - floorDivide(self.seconds, DAY_SECONDS) * DAY_SECONDS;
    return duration(seconds * NANOS + BigInt(self.nanos));
  },
};

/** rules.Duration: whole seconds and remaining nanoseconds, both with the sign of the duration. */
export const durationMethods: MethodTable<'duration'> = {
  seconds: ({ nanos }) => int(nanos / NANOS),
  nanos: ({ nanos }) => int(nanos % NANOS),
};

/**
 * `timestamp.date(year, month, day)`.
 * @throws EvaluationError for a date that does not exist
 */
export function timestampDate(args: readonly RulesValue[]): RulesValue {
  const [year, month, day] = [0, 1, 2].map((index) => Number(integer(args, index))) as [number, number, number];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isSame = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!isSame) throw new EvaluationError('Date does not exist.');
  return timestampAt(BigInt(Math.floor(date.getTime() / 1000)), 0n);
}

/** `timestamp.value(milliseconds since 1970)`. */
export function timestampValue(args: readonly RulesValue[]): RulesValue {
  return timestampAt(0n, integer(args, 0) * 1_000_000n);
}

/** `duration.value(magnitude, unit)` with units w, d, h, m, s, ms, ns. */
export function durationValue(args: readonly RulesValue[]): RulesValue {
  const unit = UNITS[expectType(argument(args, 1), 'string').value];
  if (unit === undefined)
    throw new EvaluationError('Unknown unit of duration. The units are w, d, h, m, s, ms and ns.');
  return duration(integer(args, 0) * unit);
}

/** `duration.time(hours, minutes, seconds, nanoseconds)`. */
export function durationTime(args: readonly RulesValue[]): RulesValue {
  const seconds = integer(args, 0) * 3_600n + integer(args, 1) * 60n + integer(args, 2);
  return duration(seconds * NANOS + integer(args, 3));
}

export function durationAbs(args: readonly RulesValue[]): RulesValue {
  const { nanos } = expectType(argument(args, 0), 'duration');
  return { type: 'duration', nanos: nanos < 0n ? -nanos : nanos };
}
