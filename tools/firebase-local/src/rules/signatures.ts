import type { RulesService } from './evaluation.ts';

/**
 * Every method of the reference "Security Rules Types and Functions", and its number of arguments. A file with any other name loads with a
 * warning, and the name is an error when it is evaluated.
 */
export const METHODS: ReadonlyMap<string, number> = new Map([
  // rules.String, rules.Bytes
  ...entries(0, 'lower', 'upper', 'trim', 'size', 'toUtf8', 'toBase64', 'toHexString'),
  ...entries(1, 'matches', 'split'),
  ...entries(2, 'replace'),
  // rules.List, rules.Set
  ...entries(0, 'toSet'),
  ...entries(1, 'concat', 'hasAll', 'hasAny', 'hasOnly', 'join', 'removeAll', 'difference', 'intersection', 'union'),
  // rules.Map, rules.MapDiff
  ...entries(0, 'keys', 'values', 'addedKeys', 'affectedKeys', 'changedKeys', 'removedKeys', 'unchangedKeys'),
  ...entries(1, 'diff'),
  ...entries(2, 'get'),
  // rules.Path
  ...entries(1, 'bind'),
  // rules.Timestamp, rules.Duration
  ...entries(0, 'date', 'day', 'dayOfWeek', 'dayOfYear', 'hours', 'minutes', 'month', 'nanos', 'seconds', 'time'),
  ...entries(0, 'toMillis', 'year'),
  // rules.LatLng
  ...entries(0, 'latitude', 'longitude'),
  ...entries(1, 'distance'),
]);

/**
 * Functions of both services. `bool`, `bytes` and `math.isInfinite` load but always fail: see `functions/library.ts`.
 */
const COMMON: readonly [string, number][] = [
  ...entries(1, 'debug', 'int', 'float', 'string', 'path', 'bool', 'bytes'),
  ...entries(1, 'math.abs', 'math.ceil', 'math.floor', 'math.isInfinite', 'math.isNaN', 'math.round', 'math.sqrt'),
  ...entries(2, 'math.pow'),
  ...entries(1, 'hashing.crc32', 'hashing.crc32c', 'hashing.md5', 'hashing.sha256'),
  ...entries(2, 'latlng.value'),
  ...entries(3, 'timestamp.date'),
  ...entries(1, 'timestamp.value'),
  ...entries(1, 'duration.abs'),
  ...entries(2, 'duration.value'),
  ...entries(4, 'duration.time'),
];

/** Functions by service; names include the namespace (`math.abs`). */
export const FUNCTIONS: Readonly<Record<RulesService, ReadonlyMap<string, number>>> = {
  'cloud.firestore': new Map([...COMMON, ...entries(1, 'get', 'exists', 'getAfter', 'existsAfter')]),
  'firebase.storage': new Map([...COMMON, ...entries(1, 'firestore.get', 'firestore.exists')]),
};

/** Words before a dot that are namespaces of functions, not variables. */
export const NAMESPACES: ReadonlySet<string> = new Set([
  'math',
  'hashing',
  'latlng',
  'timestamp',
  'duration',
  'firestore',
]);

/** The types that may follow `is`: the list that the official compiler prints for an unknown type. */
export const TYPE_NAMES: ReadonlySet<string> = new Set([
  ...['bool', 'bytes', 'constraint', 'duration', 'float', 'int', 'latlng', 'list', 'vector', 'set', 'number', 'map'],
  ...['string', 'timestamp', 'path', 'map_diff'],
]);

/** Methods whose first argument is a regular expression. */
export const REGEX_METHODS: ReadonlySet<string> = new Set(['matches', 'split', 'replace']);

function entries(arity: number, ...names: string[]): [string, number][] {
  return names.map((name) => [name, arity]);
}
