import type { StoredCard } from './posts.converter.ts';

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
