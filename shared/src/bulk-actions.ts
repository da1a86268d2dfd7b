import * as z from 'zod/mini';
import { CategoryId } from './categories.ts';
import { endpoint } from './endpoint.ts';
import { DocumentId, FindQuery, IdParams, Instant } from './fields.ts';
import { wholeNumber } from './format.ts';
import { POST_FIELDS } from './post-fields.ts';
import { MorePostFilters, PostId, PostPatch } from './posts.ts';
import { PostStatus } from './schedule.ts';
import { TagNames } from './tags.ts';

/** The maximum number of posts in one call. A run on more posts is a job. */
export const BULK_POSTS_MAX = 100;
/** The maximum number of posts in one run. */
export const BULK_RUN_MAX = 5_000;

const { baseUpdatedAt: _base, ...earlier } = z.pick(PostPatch, {
  baseUpdatedAt: true,
  categoryId: true,
  isPublished: true,
  publishAt: true,
  tagIds: true,
  authorIds: true,
  seriesId: true,
  seriesPlace: true,
  isFeatured: true,
}).shape;

/** How to undo a change of one post: its earlier fields. Refused if somebody has edited the post since. */
export const PostUndo = z.object({ baseUpdatedAt: Instant, ...earlier });
export type PostUndo = z.infer<typeof PostUndo>;

const changes = z
  .array(z.extend(PostUndo, { id: DocumentId }))
  .check(z.minLength(1, 'No posts'), z.maxLength(BULK_POSTS_MAX, 'Too many posts'));

const ids = z.array(DocumentId).check(z.minLength(1, 'No posts'), z.maxLength(BULK_POSTS_MAX, 'Too many posts'));

/** The actions, on the posts specified by `posts`. */
const actionsOn = <const S extends Readonly<Record<string, z.ZodMiniType>>>(posts: S) =>
  [
    z.object({ action: z.enum(['publish', 'unpublish', 'delete', 'undelete']), ...posts }),
    /** Null removes the posts from their categories. */
    z.object({ action: z.literal('category'), categoryId: z.nullable(CategoryId), ...posts }),
    /** Names of tags to add, creating unknown ones, and of tags to remove; a post's other tags stay. */
    z.object({ action: z.literal('tags'), add: TagNames, remove: TagNames, ...posts }),
    /** The new authors of each post. */
    z.object({ action: z.literal('authors'), authorIds: POST_FIELDS.authorIds.change, ...posts }),
    /** Adds the posts at the end of the series, oldest first; null removes them from theirs. */
    z.object({ action: z.literal('series'), seriesId: z.nullable(DocumentId), ...posts }),
    z.object({ action: z.literal('featured'), isFeatured: z.boolean(), ...posts }),
  ] as const;

export const BulkAction = z.discriminatedUnion('action', [
  ...actionsOn({ ids }),
  /** Undoes an earlier action, with the `undo` of its answer. */
  z.object({ action: z.literal('undo'), changes }),
]);
export type BulkAction = z.infer<typeof BulkAction>;

/** The result for one post: `status` and `message` are those of the call for a single post. */
export const BulkResult = z.object({
  id: DocumentId,
  ok: z.boolean(),
  status: z.int(),
  /** Null if the action succeeded. */
  message: z.nullable(z.string()),
  /** How to undo this change; null if nothing changed, and after deleting. */
  undo: z.nullable(PostUndo),
});
export type BulkResult = z.infer<typeof BulkResult>;

/** The filters of the staff list of posts. */
export const BulkFilter = z.object({
  q: z.optional(FindQuery),
  status: z.optional(PostStatus),
  categoryId: z.optional(CategoryId),
  authorId: z.optional(PostId),
  ...MorePostFilters,
});
export type BulkFilter = z.infer<typeof BulkFilter>;

/** Either these posts, or all matches of the filters. */
const ofRun = {
  ids: z.optional(ids),
  /** The run is about the posts that match when it begins, and no later ones. */
  filter: z.optional(BulkFilter),
  /** With a filter: the number of posts that the person saw. Refused with 409 if another number matches. */
  count: z.optional(z.int().check(z.gte(1, 'No posts'), z.lte(BULK_RUN_MAX, 'Too many posts'))),
};

/**
 * A bulk action that can be continued, stopped and undone as a whole. With a filter for the trash, posts can only be restored; other posts cannot.
 */
export const BulkRunInput = z
  .discriminatedUnion('action', actionsOn(ofRun))
  .check(
    z.refine(
      ({ ids, filter, count }) => (ids === undefined) === (filter !== undefined && count !== undefined),
      'Name either the ids or the filter and the count',
    ),
  );
export type BulkRunInput = z.infer<typeof BulkRunInput>;

export const BulkRun = z.object({
  id: DocumentId,
  action: z.enum(['publish', 'unpublish', 'delete', 'undelete', 'category', 'tags', 'authors', 'series', 'featured']),
  /** Whether it undoes its changes. */
  isUndo: z.boolean(),
  /** `failed`: it was given up, and its changes stay. */
  status: z.enum(['running', 'stopped', 'failed', 'done']),
  total: z.int(),
  /** The number of posts handled, of changed ones, and of failures. */
  done: z.int(),
  changed: z.int(),
  failed: z.int(),
  /** The first 100 failed posts, with reasons. */
  failures: z.array(z.object({ id: DocumentId, message: z.string() })),
});
export type BulkRun = z.infer<typeof BulkRun>;

export const bulkActionApi = {
  posts: endpoint({
    method: 'POST',
    path: '/api/admin/posts/bulk',
    access: 'staff',
    summary:
      'Publishes, unpublishes, deletes or restores from the trash up to 100 posts, changes their category, tags, authors or series, features them, or undoes a change, like the call for a single post, and answers each outcome. Safe to repeat.',
    body: BulkAction,
    response: z.object({ results: z.array(BulkResult) }),
    rate: { bucket: 'post-bulk', by: 'user', perMinute: 20, scope: 'instance' },
  }),
  begin: endpoint({
    method: 'POST',
    path: '/api/admin/posts/bulk/runs',
    access: 'staff',
    summary: `Acts on up to ${BULK_POSTS_MAX} posts, or on all matches, at most ${wholeNumber(BULK_RUN_MAX)}. More than ${BULK_POSTS_MAX} become a job; an account has one at a time.`,
    body: BulkRunInput,
    response: BulkRun,
    status: 201,
    rate: { bucket: 'post-bulk', by: 'user', perMinute: 20, scope: 'instance' },
  }),
  run: endpoint({
    method: 'GET',
    path: '/api/admin/posts/bulk/runs/:id',
    access: 'staff',
    summary: "One of the caller's runs, for a day.",
    params: IdParams,
    response: BulkRun,
  }),
  changeRun: endpoint({
    method: 'PATCH',
    path: '/api/admin/posts/bulk/runs/:id',
    access: 'staff',
    summary: 'Stops a run, or undoes its changes, except in posts that were edited since.',
    params: IdParams,
    body: z.object({ wanted: z.enum(['stopped', 'undone']) }),
    response: BulkRun,
    rate: { bucket: 'post-bulk', by: 'user', perMinute: 20, scope: 'instance' },
  }),
} as const;
