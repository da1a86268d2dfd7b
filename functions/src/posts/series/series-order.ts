import { SERIES_LIMITS } from '@inkwell/shared/post-series';
import type { StoredCard } from '../posts.converter.ts';

/** The data that determines the order of a series. */
export type Ordered = Pick<StoredCard, 'id' | 'seriesPlace' | 'publishedAt'>;

/** Later than any first publication: unpublished posts come last among posts of the same place. */
const NOT_YET = new Date('9999-12-31T23:59:59Z');

export const timeOf = ({ publishedAt }: Pick<Ordered, 'publishedAt'>): number => (publishedAt ?? NOT_YET).getTime();

/** By place, then by first publication, then by id, like the queries for series. */
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
 * The places to write, in this order, to move a post directly after another one: only its own if a place between is free, otherwise also those of
 * posts that make room, on the side with fewer of them. Empty if the post is already there.
 * @param others the other posts of the series, in order
 * @param behind the number of posts before it
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

/** Gives `moved` a place and shifts the posts in its way, the farthest first, so that the others are still in order after an interruption. */
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
