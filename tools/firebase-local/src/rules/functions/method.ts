import type { RulesValue } from '../values.ts';

/** Counts work towards the evaluation's budget, so that a hostile file cannot keep the process busy. */
export type Charge = (steps: number) => void;

/** A method of one type: `self.name(args)`. The number of arguments was checked when the file was loaded. */
export type Method<T extends RulesValue['type']> = (
  self: Extract<RulesValue, { type: T }>,
  args: readonly RulesValue[],
  charge: Charge,
) => RulesValue;

export type MethodTable<T extends RulesValue['type']> = Readonly<Record<string, Method<T>>>;

/** The argument at `index`, which exists because arity is checked when the file is loaded. */
export function argument(args: readonly RulesValue[], index: number): RulesValue {
  const value = args[index];
  if (value === undefined) throw new TypeError(`argument ${index} is missing`);
  return value;
}
