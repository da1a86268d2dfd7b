import { includes, sameValue } from '../equality.ts';
import { LimitError } from '../errors.ts';
import { expectType, invalidType } from '../type-errors.ts';
import { bool, int, list, type MapValue, type RulesValue, string } from '../values.ts';
import { boundedString, weigh } from '../weight.ts';
import { toText } from './conversions.ts';
import { argument, type Charge, type MethodTable } from './method.ts';

const MAX_ITEMS = 100_000;

function boundedList(items: readonly RulesValue[]): RulesValue {
  if (items.length > MAX_ITEMS) throw new LimitError(`A list of more than ${MAX_ITEMS} items was built.`);
  return list(items);
}

/** The distinct values of `items` in the order of their first occurrence. */
export function toSet(items: readonly RulesValue[], charge: Charge): RulesValue {
  charge(items.length * weigh(list(items)));
  const distinct: RulesValue[] = [];
  for (const item of items) if (!includes(distinct, item)) distinct.push(item);
  return { type: 'set', items: distinct };
}

/** The items of the argument, a list or a set, and the charge for comparing each of them with those of `self`. */
function itemsOf(
  args: readonly RulesValue[],
  self: RulesValue,
  charge: Charge,
  types: readonly string[] = ['list', 'set'],
): readonly RulesValue[] {
  const value = argument(args, 0);
  if (!types.includes(value.type) || !('items' in value)) throw invalidType(value, ...types);
  charge(value.items.length * weigh(self));
  return value.items;
}

const membership = {
  hasAll: (self, args, charge) => bool(itemsOf(args, self, charge).every((value) => includes(self.items, value))),
  hasAny: (self, args, charge) => bool(itemsOf(args, self, charge).some((value) => includes(self.items, value))),
  hasOnly: (self, args, charge) => {
    const allowed = itemsOf(args, self, charge);
    return bool(self.items.every((value) => includes(allowed, value)));
  },
  size: (self) => int(self.items.length),
} satisfies MethodTable<'list' | 'set'>;

/** rules.List. */
export const listMethods: MethodTable<'list'> = {
  ...membership,
  concat: (self, args) => boundedList([...self.items, ...expectType(argument(args, 0), 'list').items]),
  removeAll: (self, args, charge) => {
    const removed = itemsOf(args, self, charge, ['list']);
    return list(self.items.filter((item) => !includes(removed, item)));
  },
  join: (self, args, charge) => {
    const separator = expectType(argument(args, 0), 'string').value;
    const parts = self.items.map(toText);
    charge(parts.reduce((total, part) => total + part.length + separator.length, 0));
    return boundedString(parts.join(separator));
  },
  toSet: (self, _args, charge) => toSet(self.items, charge),
};

/** rules.Set. Union, intersection and difference accept only sets (recorded). */
export const setMethods: MethodTable<'set'> = {
  ...membership,
  union: (self, args, charge) => toSet([...self.items, ...expectType(argument(args, 0), 'set').items], charge),
  intersection: (self, args, charge) => {
    const other = itemsOf(args, self, charge, ['set']);
    return { type: 'set', items: self.items.filter((item) => includes(other, item)) };
  },
  difference: (self, args, charge) => {
    const other = itemsOf(args, self, charge, ['set']);
    return { type: 'set', items: self.items.filter((item) => !includes(other, item)) };
  },
};

/** The keys in the order of `keys()` and `values()`: sorted (recorded). */
function sortedKeys(map: MapValue): string[] {
  return [...map.fields.keys()].sort();
}

/** rules.Map. */
export const mapMethods: MethodTable<'map'> = {
  size: (self) => int(self.fields.size),
  keys: (self) => list(sortedKeys(self).map(string)),
  values: (self) => list(sortedKeys(self).flatMap((key) => self.fields.get(key) ?? [])),
  get: (self, args) => getPath(self, argument(args, 0)) ?? argument(args, 1),
  diff: (self, args, charge) => {
    const right = expectType(argument(args, 0), 'map');
    // Charges for the comparison, which runs later in the methods of the difference.
    charge(weigh(self) + weigh(right));
    return { type: 'mapdiff', left: self, right };
  },
};

/** The value of a key, or of a path of keys through nested maps; undefined if any key is missing. */
function getPath(map: MapValue, keys: RulesValue): RulesValue | undefined {
  if (keys.type === 'string') return map.fields.get(keys.value);
  if (keys.type !== 'list') throw invalidType(keys, 'string', 'list');
  let value: RulesValue = map;
  for (const key of keys.items) {
    const name = expectType(key, 'string').value;
    const next: RulesValue | undefined = value.type === 'map' ? value.fields.get(name) : undefined;
    if (next === undefined) return undefined;
    value = next;
  }
  return value;
}

/** rules.MapDiff: `a.diff(b).addedKeys()` are the keys of a that b does not have. */
export const mapDiffMethods: MethodTable<'mapdiff'> = {
  addedKeys: ({ left, right }) => keySet(left, (key) => !right.fields.has(key)),
  removedKeys: ({ left, right }) => keySet(right, (key) => !left.fields.has(key)),
  changedKeys: ({ left, right }) => keySet(left, (key) => isChanged(left, right, key) === true),
  unchangedKeys: ({ left, right }) => keySet(left, (key) => isChanged(left, right, key) === false),
  affectedKeys: ({ left, right }) => ({
    type: 'set',
    items: [...new Set([...left.fields.keys(), ...right.fields.keys()])]
      .filter((key) => isChanged(left, right, key) !== false)
      .map(string),
  }),
};

function keySet(map: MapValue, keep: (key: string) => boolean): RulesValue {
  return { type: 'set', items: [...map.fields.keys()].filter(keep).map(string) };
}

/** Whether the values of `key` differ; undefined if only one map has the key. */
function isChanged(left: MapValue, right: MapValue, key: string): boolean | undefined {
  const [before, after] = [right.fields.get(key), left.fields.get(key)];
  return before && after ? !sameValue(before, after) : undefined;
}
