import { compilingCost, matchesWhole, replaceAll, split } from '../regex.ts';
import { expectType } from '../type-errors.ts';
import { bool, bytes, int, list, type RulesValue, string } from '../values.ts';
import { boundedString } from '../weight.ts';
import { argument, type Charge, type MethodTable } from './method.ts';

/** The code points of a string, which the language counts as characters. */
export function characters(value: string): string[] {
  return Array.from(value);
}

/** The steps charged for compiling one instruction of a pattern. */
const COMPILING_STEPS = 500;

/** Returns the pattern in the first argument and charges for matching it against `value`. */
function chargedPattern(value: string, args: readonly RulesValue[], charge: Charge): string {
  const pattern = expectType(argument(args, 0), 'string').value;
  charge(value.length + compilingCost(pattern) * COMPILING_STEPS);
  return pattern;
}

/** A method without arguments that reads the whole text or all bytes. */
const whole =
  <T extends string | Uint8Array>(compute: (value: T) => RulesValue) =>
  ({ value }: { readonly value: T }, _args: unknown, charge: Charge): RulesValue => {
    charge(value.length);
    return compute(value);
  };

/** rules.String. Patterns are RE2's and match whole strings. */
export const stringMethods: MethodTable<'string'> = {
  size: whole((value) => int(characters(value).length)),
  lower: whole((value) => boundedString(value.toLowerCase())),
  upper: whole((value) => boundedString(value.toUpperCase())),
  trim: whole((value) => string(value.trim())),
  matches: ({ value }, args, charge) => bool(matchesWhole(value, chargedPattern(value, args, charge))),
  split: ({ value }, args, charge) => list(split(value, chargedPattern(value, args, charge)).map(string)),
  replace: ({ value }, args, charge) => {
    const pattern = chargedPattern(value, args, charge);
    const replacement = expectType(argument(args, 1), 'string').value;
    charge(value.length * replacement.length);
    return boundedString(replaceAll(value, pattern, replacement));
  },
  toUtf8: whole((value) => bytes(Buffer.from(value))),
};

/** rules.Bytes. Recorded: hexadecimal in upper case, Base64 in the URL-safe alphabet with padding. */
export const bytesMethods: MethodTable<'bytes'> = {
  size: ({ value }) => int(value.length),
  toHexString: whole((value) => boundedString(Buffer.from(value).toString('hex').toUpperCase())),
  toBase64: whole((value) => {
    const text = Buffer.from(value).toString('base64').replaceAll('+', '-').replaceAll('/', '_');
    return boundedString(text);
  }),
};
