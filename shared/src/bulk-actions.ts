import * as z from 'zod/mini';
import { CategoryId } from './categories.ts';
import { endpoint } from './endpoint.ts';
import { DocumentId, FindQuery, IdParams, Instant } from './fields.ts';
import { wholeNumber } from './format.ts';
import { POST_FIELDS } from './post-fields.ts';
import { MorePostFilters, PostId, PostPatch } from './posts.ts';
import { PostStatus } from './schedule.ts';
import { TagNames } from './tags.ts';

/** Posts of one call. A run on more posts is a job. */
export const BULK_POSTS_MAX = 100;
/** Posts of one run. */
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

/** How to take back a change of one post: its earlier fields, refused if somebody has edited the post since. */
export const PostUndo = z.object({ baseUpdatedAt: Instant, ...earlier });
export type PostUndo = z.infer<typeof PostUndo>;

const changes = z
  .array(z.extend(PostUndo, { id: DocumentId }))
  .check(z.minLength(1, 'No posts'), z.maxLength(BULK_POSTS_MAX, 'Too many posts'));

const ids = z.array(DocumentId).check(z.minLength(1, 'No posts'), z.maxLength(BULK_POSTS_MAX, 'Too many posts'));

/** The actions, on posts that are given as `posts` says. */
const actionsOn = <const S extends Readonly<Record<string, z.ZodMiniType>>>(posts: S) =>
  [
    z.object({ action: z.enum(['publish', 'unpublish', 'delete', 'undelete']), ...posts }),
    /** Null removes the posts from their categories. */
    z.object({ action: z.literal('category'), categoryId: z.nullable(CategoryId), ...posts }),
    /** Names of tags that each post gets, of which unknown ones are created, and of those that it loses; its other tags stay. */
    z.object({ action: z.literal('tags'), add: TagNames, remove: TagNames, ...posts }),
    /** The authors that each post gets in place of its own. */
    z.object({ action: z.literal('authors'), authorIds: POST_FIELDS.authorIds.change, ...posts }),
    /** The posts become the last of the series, the oldest first; null takes them out of theirs. */
    z.object({ action: z.literal('series'), seriesId: z.nullable(DocumentId), ...posts }),
    z.object({ action: z.literal('featured'), isFeatured: z.boolean(), ...posts }),
  ] as const;

export const BulkAction = z.discriminatedUnion('action', [
  ...actionsOn({ ids }),
  /** Takes back what an earlier action answered as `undo`. */
  z.object({ action: z.literal('undo'), changes }),
]);
export type BulkAction = z.infer<typeof BulkAction>;

/** The outcome for one post: `status` and `message` are those of the call for a single post. */
export const BulkResult = z.object({
  id: DocumentId,
  ok: z.boolean(),
  status: z.int(),
  /** Null if the action succeeded. */
  message: z.nullable(z.string()),
  /** What takes this change back; null where nothing changed, and after deleting. */
  undo: z.nullable(PostUndo),
});
export type BulkResult = z.infer<typeof BulkResult>;

/** The filters of the list of posts that staff see. */
export const BulkFilter = z.object({
  q: z.optional(FindQuery),
  status: z.optional(PostStatus),
  categoryId: z.optional(CategoryId),
  authorId: z.optional(PostId),
  ...MorePostFilters,
});
export type BulkFilter = z.infer<typeof BulkFilter>;

/** Either these posts, or all that match. */
const ofRun = {
  ids: z.optional(ids),
  /** The run concerns what matches when it begins, and nothing that matches later. */
  filter: z.optional(BulkFilter),
  /** With a filter: how many posts the person saw. Refused with 409 where another number matches. */
  count: z.optional(z.int().check(z.gte(1, 'No posts'), z.lte(BULK_RUN_MAX, 'Too many posts'))),
};

/** A bulk action that can be continued, stopped and undone as a whole. With a filter, posts in the trash can only be restored, and no others. */
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
  /** Whether it takes back what it did. */
  isUndo: z.boolean(),
  /** `failed`: it was given up, and what it did stays. */
  status: z.enum(['running', 'stopped', 'failed', 'done']),
  total: z.int(),
  /** Posts that it has come to; of these, those that it has changed, and those where it failed. */
  done: z.int(),
  changed: z.int(),
  failed: z.int(),
  /** The first 100 posts where it failed, and why. */
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
    summary: `Acts on up to ${BULK_POSTS_MAX} posts, or on all that match, at most ${wholeNumber(BULK_RUN_MAX)}. More than ${BULK_POSTS_MAX} are a job, one at a time per account.`,
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
    summary: 'Stops a run, or takes back what it changed and nobody has edited since.',
    params: IdParams,
    body: z.object({ wanted: z.enum(['stopped', 'undone']) }),
    response: BulkRun,
    rate: { bucket: 'post-bulk', by: 'user', perMinute: 20, scope: 'instance' },
  }),
} as const;
