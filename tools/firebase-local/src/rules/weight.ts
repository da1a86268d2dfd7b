import { LimitError } from './errors.ts';
import { type RulesValue, string } from './values.ts';

/** The largest weight of a value that an expression may build, far more than that of a whole Firestore document. */
const MAX_WEIGHT = 1_000_000;
const known = new WeakMap<RulesValue, number>();

/**
 * The work of processing a whole value: 1 for each part and for each 1,000 characters of text. A part counts for each
 * occurrence, so that lists nested through variables cannot hide their size.
 * @throws LimitError above a million
 */
export function weigh(value: RulesValue): number {
  switch (value.type) {
    case 'string':
    case 'bytes':
      return 1 + Math.floor(value.value.length / 1_000);
    case 'list':
    case 'set':
      return remembered(value, value.items);
    case 'map':
      return remembered(value, value.fields.values());
    case 'mapdiff':
      return weigh(value.left) + weigh(value.right);
    case 'path':
      return value.segments.length;
    default:
      return 1;
  }
}

function remembered(value: RulesValue, parts: Iterable<RulesValue>): number {
  const before = known.get(value);
  if (before !== undefined) return before;
  let weight = 1;
  for (const part of parts) weight += weigh(part);
  if (weight > MAX_WEIGHT) throw new LimitError('A value of more than a million parts was built.');
  known.set(value, weight);
  return weight;
}

/** The longest string that an expression may build: the size of a whole Firestore document. */
const MAX_STRING_LENGTH = 1_048_576;

/**
 * Creates a string.
 * @throws LimitError if it is too long
 */
export function boundedString(value: string): RulesValue {
  if (value.length > MAX_STRING_LENGTH) throw new LimitError('A string longer than 1 MiB was built.');
  return string(value);
}
