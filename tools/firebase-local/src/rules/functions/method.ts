import type { RulesValue } from '../values.ts';

/** Adds work to the evaluation's budget, so that a hostile file cannot block the process. */
export type Charge = (steps: number) => void;

/** A method of one type: `self.name(args)`. The number of arguments was checked at load time. */
export type Method<T extends RulesValue['type']> = (
  self: Extract<RulesValue, { type: T }>,
  args: readonly RulesValue[],
  charge: Charge,
) => RulesValue;

export type MethodTable<T extends RulesValue['type']> = Readonly<Record<string, Method<T>>>;

/** The argument at `index`, which exists because the number of arguments was checked at load time. */
export function argument(args: readonly RulesValue[], index: number): RulesValue {
  const value = args[index];
  if (value === undefined) throw new TypeError(`argument ${index} is missing`);
  return value;
}
