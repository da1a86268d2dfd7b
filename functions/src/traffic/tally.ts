import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { OTHER, TRAFFIC_LIMITS, type TrafficRow } from '@inkwell/shared/traffic';
import { addVisitor, decodeSketch, encodeSketch, mergeSketch, type Sketch, visitorsOf } from './sketch.ts';

/** The scope of figures: the whole site, a post by its id, or an issue. */
export type Scope = string;
/** A character that no id contains. */
export const SITE: Scope = '*';
export const issueScope = (id: string): Scope => `issue*${id}`;
const isPost = (scope: Scope): boolean => !scope.includes('*');

/** The kinds of keys, and how many of each are kept. */
const KINDS = {
  /** Each view, without a key. */
  all: 'few',
  ...({ source: 'top', campaign: 'top', country: 'top', device: 'few', language: 'top' } as const),
  ...({ post: 'top', tag: 'top', category: 'top', search: 'top', unfound: 'top' } as const),
  /** Searches by too few visitors to store them, by a hash of their words. */
  ...({ 'search#': 'passing', 'unfound#': 'passing' } as const),
  /** Views by minute, for `now`. */
  minute: 'passing',
  /** Visits by the read share of the post. */
  read: 'few',
  /** New subscribers and followers, in total and by the post that they came from. */
  ...({ won: 'few', 'won-by': 'top' } as const),
  /** Clicks by the position of the link. */
  click: 'few',
  /** People who unsubscribed with a link of the issue, without a key. */
  left: 'few',
  /** Measured visits by page, measure and class. */
  speed: 'few',
} as const;
export type Kind = keyof typeof KINDS;

/** A single event. */
export interface Change {
  readonly scope: Scope;
  readonly kind: Kind;
  readonly key: string;
  readonly visitor?: number;
  /** The hash of a search's words, which are stored only after several visitors sent them. */
  readonly hash?: string;
}

interface Count {
  views: number;
  readonly visitors: Sketch;
}
/** The counts of a day that can still grow. */
export type Tally = Map<Kind, Map<string, Count>>;

/** The counts of a finished day, or of several days: `[views, visitors]`. */
export type Figures = Map<Kind, Map<string, readonly [number, number]>>;

/** The number of keys per kind in a tally, besides `other`. */
const MOST_KEYS = { site: 600, post: 100 } as const;
/** The number of minutes in a tally. */
const MINUTES = 2 * TRAFFIC_LIMITS.nowMinutes;
/** The maximum size in bytes of a day in a month's document, and of its late changes. 31 of each take less than 300 kB. */
const DAY_BYTES = 8_400;
const LATE_BYTES = DAY_BYTES / 10;

const mapIn = <K, V>(map: Map<K, V>, key: K, make: () => V): V => {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
};

const countIn = (counts: Map<string, Count>, key: string): Count =>
  mapIn(counts, key, () => ({ views: 0, visitors: new Map() }));

/** Counts a change in its scope's tally. */
export function apply(tally: Tally, { scope, kind, key, visitor, hash }: Change): void {
  const counts = mapIn(tally, kind, () => new Map());
  if (hash !== undefined && !counts.has(key)) {
    const passing = mapIn(tally, `${kind}#` as Kind, () => new Map<string, Count>());
    const count = add(passing, hash, visitor, MOST_KEYS.site);
    if (count.visitors.size >= TRAFFIC_LIMITS.searchers && passing.delete(hash))
      addCount(placeFor(counts, key, MOST_KEYS.site), count);
    return;
  }
  add(counts, key, visitor, scope === SITE ? MOST_KEYS.site : MOST_KEYS.post);
  if (kind !== 'minute') return;
  for (const minute of counts.keys()) if (Number(minute) < Number(key) - MINUTES) counts.delete(minute);
}

function add(counts: Map<string, Count>, key: string, visitor: number | undefined, most: number): Count {
  const count = placeFor(counts, key, most);
  count.views += 1;
  if (visitor !== undefined) addVisitor(count.visitors, visitor);
  return count;
}

/**
 * The count of a key. When there are too many keys, a new one replaces the least viewed, or the oldest of several, whose count is added to `other`.
 * So made-up keys, each sent once, replace each other and not the keys that readers use.
 */
function placeFor(counts: Map<string, Count>, key: string, most: number): Count {
  if (key !== OTHER && !counts.has(key) && counts.size >= most) {
    let least: string | null = null;
    let views = Number.POSITIVE_INFINITY;
    for (const [known, count] of counts) {
      if (known === OTHER || count.views >= views) continue;
      [least, views] = [known, count.views];
      if (views <= 1) break;
    }
    const displaced = least === null ? undefined : counts.get(least);
    if (least !== null && displaced) {
      counts.delete(least);
      addCount(countIn(counts, OTHER), displaced);
    }
  }
  return countIn(counts, key);
}

function addCount(into: Count, { views, visitors }: Count): void {
  into.views += views;
  mergeSketch(into.visitors, visitors);
}

export function mergeTally(into: Tally, other: Tally): void {
  for (const [kind, counts] of other) {
    const known = mapIn(into, kind, () => new Map<string, Count>());
    for (const [key, count] of counts) addCount(countIn(known, key), count);
  }
}

/** Adds the views by post, from the tallies of the posts, to the site's tally. */
export function withPosts(tallies: Map<Scope, Tally>): Map<Scope, Tally> {
  const posts = new Map<string, Count>();
  for (const [scope, tally] of tallies) {
    const count = isPost(scope) && tally.get('all')?.get('');
    if (count) posts.set(scope, count);
  }
  if (posts.size > 0) mapIn(tallies, SITE, () => new Map()).set('post', posts);
  return tallies;
}

/** The numbers of a tally: the most viewed keys of each kind, the rest as `other`. */
export function figuresOf(tally: Tally): Figures {
  const figures: Figures = new Map();
  for (const [kind, counts] of tally) {
    if (KINDS[kind] === 'passing') continue;
    const [kept, rest] = topOf(counts, KINDS[kind] === 'top' ? TRAFFIC_LIMITS.top : Number.POSITIVE_INFINITY);
    const other = countIn(new Map(), OTHER);
    const passing = [...(tally.get(`${kind}#` as Kind)?.values() ?? [])];
    for (const count of [...rest.map(([, some]) => some), ...passing]) addCount(other, count);
    if (other.views > 0) kept.push([OTHER, other]);
    figures.set(kind, new Map(kept.map(([key, count]) => [key, totalsOf(count)])));
  }
  return figures;
}

/** Views and visitors. The visitors are an estimate, but never more than the views. */
const totalsOf = ({ views, visitors }: Count): [number, number] => [views, Math.min(views, visitorsOf(visitors))];

/** The most viewed keys; the rest is added to `other`. */
function topOf<T extends { readonly views: number }>(
  counts: Map<string, T>,
  top: number,
): [[string, T][], [string, T][]] {
  const named = [...counts].filter(([key]) => key !== OTHER).sort(([, a], [, b]) => b.views - a.views);
  const other = counts.get(OTHER);
  return [named.slice(0, top), [...named.slice(top), ...(other ? [[OTHER, other] as [string, T]] : [])]];
}

/** The sum of several days. Visitors are added too, so a month's visitors are the sum of daily ones. */
export function sumFigures(days: Iterable<Figures>): Figures {
  const sum: Figures = new Map();
  for (const figures of days) {
    for (const [kind, counts] of figures) {
      const known = mapIn(sum, kind, () => new Map());
      for (const [key, [views, visitors]] of counts) {
        const [seen, people] = known.get(key) ?? [0, 0];
        known.set(key, [seen + views, people + visitors]);
      }
    }
  }
  return sum;
}

/** The most viewed keys of figures, most views first, then `other`. */
export function rowsOf(counts: ReadonlyMap<string, readonly [number, number]>, top: number): TrafficRow[] {
  const rows = [...counts].map(([key, [views, visitors]]) => ({ key, views, visitors }));
  const [kept, rest] = topOf(new Map(rows.map((row) => [row.key, row])), top);
  const other = { key: OTHER, views: 0, visitors: 0 };
  for (const [, { views, visitors }] of rest) {
    other.views += views;
    other.visitors += visitors;
  }
  return [...kept.map(([, row]) => row), ...(rest.length > 0 ? [other] : [])];
}

const asObject = <V, T>(map: Map<string, V>, of: (value: V) => T): Record<string, T> =>
  Object.fromEntries([...map].map(([key, value]) => [key, of(value)]));

/** JSON, which is smaller and faster to read than a Firestore map. */
export const encodeTally = (tally: Tally): string =>
  JSON.stringify(
    asObject(tally, (counts) =>
      asObject(counts, ({ views, visitors }) => (visitors.size === 0 ? views : [views, encodeSketch(visitors)])),
    ),
  );

type Coded<T> = Readonly<Record<string, Readonly<Record<string, number | readonly [number, T]>>>>;

const decodeWith = <T, V>(text: string, of: (views: number, detail: T | undefined) => V): Map<Kind, Map<string, V>> =>
  new Map(
    Object.entries(JSON.parse(text) as Coded<T>).map(([kind, counts]) => [
      kind as Kind,
      new Map(
        Object.entries(counts).map(([key, code]) => [
          key,
          typeof code === 'number' ? of(code, undefined) : of(...(code as [number, T])),
        ]),
      ),
    ]),
  );

export const decodeTally = (text: string): Tally =>
  decodeWith<string, Count>(text, (views, visitors) => ({ views, visitors: decodeSketch(visitors ?? '') }));

/** The stored form of a month's days: compressed JSON with the most viewed keys. Very long keys leave room for fewer. */
export function encodeDay(figures: Figures, isLate = false): Buffer {
  for (let top: number = TRAFFIC_LIMITS.top; ; top = Math.floor(top / 2)) {
    const kept = [...figures].map(([kind, counts]) => {
      const rows = rowsOf(counts, KINDS[kind] === 'top' ? top : Number.POSITIVE_INFINITY);
      return [
        kind,
        Object.fromEntries(rows.map(({ key, views, visitors }) => [key, visitors ? [views, visitors] : views])),
      ];
    });
    const bytes = deflateRawSync(JSON.stringify(Object.fromEntries(kept)));
    if (bytes.length <= (isLate ? LATE_BYTES : DAY_BYTES) || top < 2) return bytes;
  }
}

export const decodeDay = (bytes: Uint8Array): Figures =>
  decodeWith<number, readonly [number, number]>(inflateRawSync(bytes).toString(), (views, visitors) => [
    views,
    visitors ?? 0,
  ]);
