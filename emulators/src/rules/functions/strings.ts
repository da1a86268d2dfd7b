import { matchesWhole, replaceAll, split } from '../regex';
import { expectType } from '../type-errors';
import { bool, bytes, int, list, string } from '../values';
import { boundedString } from '../weight';
import { argument, type MethodTable } from './method';

/** Characters as the language counts them: code points. */
export function characters(value: string): string[] {
  return Array.from(value);
}

/** rules.String. Patterns are RE2's and match whole strings. */
export const stringMethods: MethodTable<'string'> = {
  size: ({ value }, _args, charge) => {
    charge(value.length);
    let count = 0;
    for (const _ of value) count += 1;
    return int(count);
  },
  lower: ({ value }, _args, charge) => {
    charge(value.length);
    return boundedString(value.toLowerCase());
  },
  upper: ({ value }, _args, charge) => {
    charge(value.length);
    return boundedString(value.toUpperCase());
  },
  trim: ({ value }, _args, charge) => {
    charge(value.length);
    return string(value.trim());
  },
  matches: ({ value }, args, charge) => {
    charge(value.length);
    return bool(matchesWhole(value, expectType(argument(args, 0), 'string').value));
  },
  split: ({ value }, args, charge) => {
    charge(value.length);
    return list(split(value, expectType(argument(args, 0), 'string').value).map(string));
  },
  replace: ({ value }, args, charge) => {
    const [pattern, replacement] = [expectType(argument(args, 0), 'string'), expectType(argument(args, 1), 'string')];
    charge(value.length * (1 + replacement.value.length));
    return boundedString(replaceAll(value, pattern.value, replacement.value));
  },
  toUtf8: ({ value }, _args, charge) => {
    charge(value.length);
    return bytes(Buffer.from(value));
  },
};

/** rules.Bytes. Recorded: hexadecimal in capitals, Base64 in the URL-safe alphabet with padding. */
export const bytesMethods: MethodTable<'bytes'> = {
  size: ({ value }) => int(value.length),
  toHexString: ({ value }, _args, charge) => {
    charge(value.length);
    return boundedString(Buffer.from(value).toString('hex').toUpperCase());
  },
  toBase64: ({ value }, _args, charge) => {
    charge(value.length);
    const text = Buffer.from(value).toString('base64').replaceAll('+', '-').replaceAll('/', '_');
    return boundedString(text);
  },
};
