import * as z from 'zod/mini';
import { DocumentId } from './fields.ts';

/* The parts of a series that posts need; the calls are in series.ts. */

export const SERIES_LIMITS = {
  name: 100,
  description: 500,
  /** The highest place. */
  place: 9_999,
  /** The maximum number of posts in a series that staff see, and can move one by one. */
  listed: 1_000,
  /** The maximum number of posts that can be put in order at once. */
  ordered: 200,
} as const;

export const PLACE_TEXT = `The place is a whole number from 1 to ${SERIES_LIMITS.place.toLocaleString('en')}`;

/** The place of a post in its series, counted from 1. */
export const SeriesPlace = z
  .int(PLACE_TEXT)
  .check(z.minimum(1, PLACE_TEXT), z.maximum(SERIES_LIMITS.place, PLACE_TEXT));

/** An adjacent published post, with the fields for its address and its card. */
export const SeriesNeighbour = z.object({
  id: DocumentId,
  title: z.string(),
  slug: z.nullable(z.string()),
  excerpt: z.nullable(z.string()),
  featuredImage: z.nullable(z.string()),
});
export type SeriesNeighbour = z.infer<typeof SeriesNeighbour>;

/** The series of a post, its place, and the published posts before and after it. */
export const PostSeries = z.object({
  name: z.string(),
  slug: z.string(),
  place: z.int(),
  previous: z.nullable(SeriesNeighbour),
  next: z.nullable(SeriesNeighbour),
});
export type PostSeries = z.infer<typeof PostSeries>;
