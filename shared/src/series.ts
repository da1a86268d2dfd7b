import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  DocumentId,
  FindQuery,
  IdParams,
  ImageUrlInput,
  Instant,
  optionalText,
  PageQuery,
  requiredText,
} from './fields.ts';
import { SERIES_LIMITS } from './post-series.ts';
import { StaffPostCard } from './posts.ts';
import { SlugInput, SlugParams } from './tags.ts';

/** A series as shown to readers. */
export const Series = z.object({
  name: z.string(),
  slug: z.string(),
  description: z.nullable(z.string()),
  picture: z.nullable(z.string()),
  /** Published posts only. */
  postCount: z.int(),
});
export type Series = z.infer<typeof Series>;

/** A series as shown to staff. */
export const StaffSeries = z.extend(Series, { id: z.string(), createdAt: Instant });
export type StaffSeries = z.infer<typeof StaffSeries>;

export const SeriesName = requiredText(
  SERIES_LIMITS.name,
  { required: 'Name is required', tooLong: 'Name too long' },
  { isName: true },
);

const details = {
  description: z.optional(optionalText(SERIES_LIMITS.description, { tooLong: 'Description too long' })),
  picture: z.optional(ImageUrlInput),
};

/** Without a slug, one is made from the name. */
export const SeriesInput = z.object({ name: SeriesName, slug: z.optional(SlugInput), ...details });
export type SeriesInput = z.infer<typeof SeriesInput>;

/** Omitted fields do not change; null clears. A new name keeps the slug, unless a new slug is sent too. */
export const SeriesPatch = z.object({ name: z.optional(SeriesName), slug: z.optional(SlugInput), ...details });
export type SeriesPatch = z.infer<typeof SeriesPatch>;

export const SERIES_NAME_TAKEN = 'A series with this name already exists';

/** The ids of a series' posts in their new order, each once. */
export const SeriesOrder = z.object({
  ids: z.array(DocumentId).check(
    z.minLength(1),
    z.maxLength(SERIES_LIMITS.ordered),
    z.refine((ids) => new Set(ids).size === ids.length, 'Given twice'),
  ),
});
export type SeriesOrder = z.infer<typeof SeriesOrder>;

/** The post to move, and the post directly before its new place; null for the beginning. */
export const SeriesMove = z
  .object({ id: DocumentId, after: z.nullable(DocumentId) })
  .check(z.refine(({ id, after }) => id !== after, 'A post cannot stand behind itself'));
export type SeriesMove = z.infer<typeof SeriesMove>;

export const seriesApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/series',
    access: 'public',
    scope: 'posts:read',
    summary: 'Series with a published post, largest first.',
    query: PageQuery,
    response: z.array(Series),
    paged: true,
    cacheable: true,
  }),
  bySlug: endpoint({
    method: 'GET',
    path: '/api/series/:slug',
    access: 'public',
    scope: 'posts:read',
    summary: 'A series with a published post, also by an earlier slug.',
    params: SlugParams,
    response: Series,
    cacheable: true,
  }),
  adminList: endpoint({
    method: 'GET',
    path: '/api/admin/series',
    access: 'staff',
    scope: 'posts:read',
    summary: 'All series, largest first, or those with words that begin with the query.',
    query: z.extend(PageQuery, { q: z.optional(FindQuery) }),
    response: z.array(StaffSeries),
    paged: true,
  }),
  byId: endpoint({
    method: 'GET',
    path: '/api/admin/series/:id',
    access: 'staff',
    scope: 'posts:read',
    summary: 'One series, with or without posts; 404 for a deleted one.',
    params: IdParams,
    response: StaffSeries,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/series',
    access: 'staff',
    summary:
      'Creates a series. Names are unique regardless of case: a name that is taken is answered 409 with its series.',
    body: SeriesInput,
    response: StaffSeries,
    conflict: StaffSeries,
    status: 201,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/admin/series/:id',
    access: 'staff',
    summary: 'Renames or describes a series. Its earlier address redirects to the new one.',
    params: IdParams,
    body: SeriesPatch,
    response: StaffSeries,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/series/:id',
    access: 'staff',
    summary: 'Deletes a series; its posts then belong to none. Safe to repeat.',
    params: IdParams,
  }),
  posts: endpoint({
    method: 'GET',
    path: '/api/admin/series/:id/posts',
    access: 'staff',
    scope: 'posts:read',
    summary: `The posts of a series in order, in every state except the trash; at most ${SERIES_LIMITS.listed.toLocaleString('en')}.`,
    params: IdParams,
    response: z.array(StaffPostCard),
  }),
  order: endpoint({
    method: 'PUT',
    path: '/api/admin/series/:id/order',
    access: 'staff',
    summary:
      'Gives the posts of a series the places 1, 2, 3 in this order; each place that changes is an edit of its post. 409 if other posts belong to it. Safe to repeat.',
    params: IdParams,
    body: SeriesOrder,
    mayConflict: true,
  }),
  move: endpoint({
    method: 'PATCH',
    path: '/api/admin/series/:id/order',
    access: 'staff',
    summary:
      'Moves one post of a series directly behind another, or to the beginning, and changes as few places as possible; each is an edit of its post. 409 if one does not belong to it. Safe to repeat.',
    params: IdParams,
    body: SeriesMove,
  }),
} as const;
