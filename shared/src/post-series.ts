import * as z from 'zod/mini';
import { DocumentId } from './fields.ts';

/* What posts know of their series; calls are in series.ts. */

export const SERIES_LIMITS = {
  name: 100,
  description: 500,
  /** The last place. */
  place: 9_999,
  /** Posts of one series that staff see, and move one by one. */
  listed: 1_000,
  /** Posts that are put into an order at once. */
  ordered: 200,
} as const;

export const PLACE_TEXT = `The place is a whole number from 1 to ${SERIES_LIMITS.place.toLocaleString('en')}`;

/** Where a post stands in its series, counted from 1. */
export const SeriesPlace = z
  .int(PLACE_TEXT)
  .check(z.minimum(1, PLACE_TEXT), z.maximum(SERIES_LIMITS.place, PLACE_TEXT));

/** A published post beside another one: what its address and its card are made of. */
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
