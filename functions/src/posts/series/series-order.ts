import { SERIES_LIMITS } from '@inkwell/shared/post-series';
import type { StoredCard } from '../posts.converter.ts';

/** What the order of a series depends on. */
export type Ordered = Pick<StoredCard, 'id' | 'seriesPlace' | 'publishedAt'>;

/** Later than any first publication: a post that was never published comes after those of its place. */
const NOT_YET = new Date('9999-12-31T23:59:59Z');

export const timeOf = ({ publishedAt }: Pick<Ordered, 'publishedAt'>): number => (publishedAt ?? NOT_YET).getTime();

/** By place, then by first publication, then by id, as the queries of series order. */
export const compareOrdered = (one: Ordered, other: Ordered): number =>
  (one.seriesPlace ?? 0) - (other.seriesPlace ?? 0) ||
  timeOf(one) - timeOf(other) ||
  (one.id < other.id ? -1 : Number(one.id > other.id));

/** A post and its new place. */
export interface NewPlace {
  readonly id: string;
  readonly place: number;
}

/**
 * The places to write, in this order, so that a post stands directly behind another one: only its own where a place between is free, otherwise also those of the
 * posts that make room, on the side with fewer of them. None if it stands there.
 * @param others the other posts of the series, in their order
 * @param behind how many of them are to stand before it
 * @returns null if the last place is taken
 */
export function placesAfterMove(others: readonly Ordered[], moved: Ordered, behind: number): NewPlace[] | null {
  const [before, after] = [others.slice(0, behind).reverse(), others.slice(behind)];
  const [previous, next] = [before[0], after[0]];
  const isThere = (!previous || compareOrdered(previous, moved) < 0) && (!next || compareOrdered(moved, next) < 0);
  if (isThere) return [];
  const lower = previous ? placeOf(previous) : 0;
  const upper = next ? placeOf(next) : SERIES_LIMITS.place + 1;
  if (upper - lower > 1) return [{ id: moved.id, place: lower + 1 }];
  const ways = [room(after, moved, lower + 1, 1), room(before, moved, upper - 1, -1)].filter((way) => way !== null);
  return ways.sort((one, other) => one.length - other.length)[0] ?? null;
}

const placeOf = ({ seriesPlace }: Ordered): number => seriesPlace ?? 0;

/** Gives `moved` a place and shifts who is in its way. The farthest first: after an interruption, the others are still in their order. */
function room(others: readonly Ordered[], moved: Ordered, place: number, step: 1 | -1): NewPlace[] | null {
  const places: NewPlace[] = [{ id: moved.id, place }];
  let last = place;
  for (const other of others) {
    if ((placeOf(other) - last) * step > 0) break;
    last += step;
    places.unshift({ id: other.id, place: last });
  }
  const isPossible = [place, last].every((one) => one >= 1 && one <= SERIES_LIMITS.place);
  return isPossible ? places : null;
}
