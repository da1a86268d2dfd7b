import * as z from 'zod/mini';
import { CategoryIdText } from './categories.ts';
import { endpoint } from './endpoint.ts';
import { FindQuery, IdParams, Instant, limitQuery, PageQuery } from './fields.ts';
import { FORM_FIELDS, fieldsWith, isShort, shapeOf, WRITTEN_FIELDS } from './post-fields.ts';
import { POST_LIMITS } from './post-limits.ts';
import { PostSource } from './pushed-posts.ts';
import { PostStatus, PublishAtInput, staffFields } from './schedule.ts';
import { SavedDraft } from './sittings.ts';
import { STAFF_LIST_LIMITS } from './staff-lists.ts';
import { SlugParams, TagNames } from './tags.ts';
import { ViewInput } from './traffic.ts';
import { Author } from './users.ts';

export const PostId = IdParams.shape.id;

const answered = fieldsWith('answer');
const inLists = answered.filter(isShort);

/** A post without its text, for lists. Product §3. */
export const PostCard = z.object({ id: PostId, ...shapeOf('answer', inLists) });
export type PostCard = z.infer<typeof PostCard>;

/** A post with its text in Markdown. */
export const Post = z.extend(PostCard, shapeOf('answer', answered));
export type Post = z.infer<typeof Post>;

/** The state of a post and its review, for staff and the post's authors. */
const seenFields = { ...staffFields, inReviewSince: z.nullable(Instant), returnedAt: z.nullable(Instant) };

/** Staff also see whether and when a post will be published. */
export const StaffPostCard = z.extend(PostCard, seenFields);
export type StaffPostCard = z.infer<typeof StaffPostCard>;
export const StaffPost = z.extend(Post, seenFields);
export type StaffPost = z.infer<typeof StaffPost>;

/** A post in the trash: when it was moved there, and until when it can be restored. */
export const TrashedPost = z.object({ trashedAt: Instant, keptUntil: Instant });
export type TrashedPost = z.infer<typeof TrashedPost>;

/** How long a post stays in the trash. */
export const TRASH_MS = POST_LIMITS.trashDays * 86_400_000;

/** Answers an edit of an outdated post: the stored post, and who saved it last, if known. */
export const PostConflict = z.extend(StaffPost, { lastEditedBy: z.nullable(Author) });
export type PostConflict = z.infer<typeof PostConflict>;

export const PostInput = z.object({
  ...shapeOf('create', WRITTEN_FIELDS),
  publishAt: PublishAtInput,
  /** Instead of `tagIds`: the names of the tags. Unknown ones are created. */
  tags: z.optional(TagNames),
  draft: z.optional(SavedDraft),
  /** The file that the post comes from. Repeating the same file returns its post, or 409 if it was pushed with another hash. */
  source: z.optional(PostSource),
});
export type PostInput = z.infer<typeof PostInput>;

const changes = shapeOf('change', WRITTEN_FIELDS);

/** Every field that an editor may write. */
export type PostBody = z.infer<z.ZodMiniObject<typeof changes>>;

/** Omitted fields do not change; null clears. */
export const PostPatch = z.partial(
  z.object({
    ...changes,
    publishAt: PublishAtInput,
    /** Instead of `tagIds`: the names of the tags. Unknown ones are created. */
    tags: TagNames,
    /** The `updatedAt` that the edit started from. If the post has been saved since, the answer is 409 with the stored post. */
    baseUpdatedAt: Instant,
    /** The publication time that the change started from. If the post has another one, the answer is also 409. */
    basePublishAt: z.nullable(Instant),
    /**
     * Marks an edit that undoes an earlier change. It is refused if the post has been edited since. If it undoes the first publication, the post
     * loses its date. A publication time that has passed is ignored. Safe to repeat.
     */
    undo: z.boolean(),
    draft: SavedDraft,
    /** The file that the change comes from. If the hash equals the stored one, only its path and pictures change. */
    source: PostSource,
  }),
);
export type PostPatch = z.infer<typeof PostPatch>;

/** The fields of the editor and of the Edit Post dialog; selects use strings. Product §5. */
export const PostForm = z.object(shapeOf('form', FORM_FIELDS));
export type PostForm = z.input<typeof PostForm>;

export const LikeStatus = z.object({ liked: z.boolean(), count: z.int() });
export type LikeStatus = z.infer<typeof LikeStatus>;

/** `liked` sets the state instead of toggling it, so that a retry is safe. */
export const LikeInput = z.object({ liked: z.optional(z.boolean()) });

/** How much each counter adds to the popularity of a post. Product §9. */
const POPULARITY_WEIGHTS = { views: 1, likesCount: 2, commentsCount: 3 } as const;

/** The counters of a post, or their changes; omitted counters count as 0. */
export type PostCounters = { readonly [Counter in keyof typeof POPULARITY_WEIGHTS]?: number };

/** The popularity of a post, or its change for changed counters. */
export const popularityOf = ({ views = 0, likesCount = 0, commentsCount = 0 }: PostCounters): number =>
  POPULARITY_WEIGHTS.views * views +
  POPULARITY_WEIGHTS.likesCount * likesCount +
  POPULARITY_WEIGHTS.commentsCount * commentsCount;

export const SearchQuery = z.object({
  q: z
    .string('Search query is required')
    .check(
      z.trim(),
      z.minLength(1, 'Search query is required'),
      z.maxLength(POST_LIMITS.query, 'Search query too long'),
    ),
  limit: limitQuery(POST_LIMITS.search),
});

/** Filters of the staff list of posts besides status, category and author. */
export const MorePostFilters = {
  tagId: z.optional(PostId),
  seriesId: z.optional(PostId),
  /** The post's own language, as stored. */
  language: z.optional(z.string().check(z.minLength(2), z.maxLength(40))),
  /** Posts without a featured image. */
  picture: z.optional(z.literal('none')),
  /** Created from `since` (inclusive) to `until` (exclusive). */
  since: z.optional(Instant),
  until: z.optional(Instant),
  /** Scheduled posts to be published before this time, soonest first. */
  dueBefore: z.optional(Instant),
};

/** Filters of the staff list of posts. Posts in the trash need the status `trash`. With `q`: at most two filters. */
export const AdminPostsQuery = z.extend(PageQuery, {
  /** Each word must begin a word of the title, or be in title, excerpt or text in any form. Blank counts as absent. */
  q: z.optional(FindQuery),
  status: z.optional(PostStatus),
  categoryId: z.optional(CategoryIdText),
  authorId: z.optional(PostId),
  ...MorePostFilters,
  /**
   * Newest (default; in the trash, most recently deleted), most viewed or most commented first. With `q`, best matches first by default: words of the
   * title, as typed before other forms, then newest. With more than 200 candidates, or `created`, newest first. Other orders are refused.
   */
  sort: z.optional(z.enum(['created', 'views', 'comments'])),
});
export type AdminPostsQuery = z.infer<typeof AdminPostsQuery>;

export const postApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/posts',
    access: 'public',
    scope: 'posts:read',
    summary: 'Published posts, most recently published first; never unpublished posts, not even for staff.',
    query: z.extend(PageQuery, {
      categoryId: z.optional(CategoryIdText),
      tag: z.optional(SlugParams.shape.slug),
      /** In the order of their places. */
      series: z.optional(SlugParams.shape.slug),
      authorId: z.optional(PostId),
    }),
    response: z.array(PostCard),
    paged: true,
    cacheable: true,
  }),
  popular: endpoint({
    method: 'GET',
    path: '/api/posts/popular',
    access: 'public',
    scope: 'posts:read',
    summary: `Published posts by popularity (views + ${POPULARITY_WEIGHTS.likesCount} likes + ${POPULARITY_WEIGHTS.commentsCount} comments).`,
    query: z.object({ limit: limitQuery(POST_LIMITS.popular) }),
    response: z.array(PostCard),
    cacheable: true,
  }),
  search: endpoint({
    method: 'GET',
    path: '/api/posts/search',
    access: 'public',
    scope: 'posts:read',
    summary:
      'Published posts that contain every word of the query; those with its words in the title first, then by popularity. One page; `X-Total-Count` is left out for more than 40 posts.',
    query: SearchQuery,
    response: z.array(PostCard),
    paged: true,
    cacheable: true,
    rate: { bucket: 'search', by: 'address', perMinute: 120, scope: 'instance' },
  }),
  byId: endpoint({
    method: 'GET',
    path: '/api/posts/:id',
    access: 'public',
    scope: 'posts:read',
    summary:
      'One post with its text. Only staff, and authors with the right to write, get unpublished posts and the fields of the schedule.',
    params: IdParams,
    response: z.extend(Post, z.partial(z.object(seenFields)).shape),
    cacheable: true,
  }),
  similar: endpoint({
    method: 'GET',
    path: '/api/posts/:id/similar',
    access: 'public',
    scope: 'posts:read',
    summary: 'At most 4 published posts of the same category, most popular first.',
    params: IdParams,
    response: z.array(PostCard),
    cacheable: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/posts',
    access: 'writer',
    scope: 'posts:write',
    summary:
      'Creates a post: unpublished, published at once with `isPublished`, or scheduled for the future time `publishAt`.',
    body: PostInput,
    response: StaffPost,
    status: 201,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/posts/:id',
    access: 'writer',
    scope: 'posts:write',
    summary:
      'Changes the given fields, publishes or unpublishes the post, sets or cancels its schedule, or changes its date (`publishedAt`, from 1970 until now).',
    params: IdParams,
    body: PostPatch,
    response: StaffPost,
    conflict: PostConflict,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/posts/:id',
    access: 'writer',
    scope: 'posts:write',
    summary: `Moves a post to the trash, from which it is removed after ${POST_LIMITS.trashDays} days.`,
    params: IdParams,
    mayConflict: true,
  }),
  undelete: endpoint({
    method: 'POST',
    path: '/api/posts/:id/undelete',
    access: 'writer',
    scope: 'posts:write',
    summary:
      'Restores a post from the trash, unpublished. Posts that are not in the trash do not change. Safe to repeat.',
    params: IdParams,
    response: StaffPost,
    mayConflict: true,
  }),
  trash: endpoint({
    method: 'GET',
    path: '/api/posts/:id/trash',
    access: 'writer',
    scope: 'posts:read',
    summary: 'When a post was moved to the trash, and until when it can be restored; 404 for other posts.',
    params: IdParams,
    response: TrashedPost,
  }),
  view: endpoint({
    method: 'POST',
    path: '/api/posts/:id/view',
    access: 'public',
    invalidates: 'nothing',
    summary:
      'Counts one view of a published post; views by its author and repeats within an hour do not count. The body, which may be missing, says where the view came from.',
    params: IdParams,
    body: ViewInput,
    bodyType: 'hint',
    bodyOptional: true,
    rate: { bucket: 'view', by: 'address', perMinute: 300, scope: 'instance' },
  }),
  likeStatus: endpoint({
    method: 'GET',
    path: '/api/posts/:id/like-status',
    access: 'signed-in',
    summary: 'Whether the caller likes the post, and how many do.',
    params: IdParams,
    response: LikeStatus,
  }),
  like: endpoint({
    method: 'POST',
    path: '/api/posts/:id/like',
    access: 'signed-in',
    invalidates: 'post',
    summary: "Toggles the caller's like, or sets it with `liked`.",
    params: IdParams,
    body: LikeInput,
    bodyOptional: true,
    response: LikeStatus,
    rate: { bucket: 'like', by: 'user', perMinute: 60, scope: 'instance' },
  }),
  authors: endpoint({
    method: 'GET',
    path: '/api/admin/posts/authors',
    access: 'staff',
    scope: 'posts:read',
    summary: `Everybody who wrote a post, staff and guest authors, for the filter by author; at most ${STAFF_LIST_LIMITS.people}.`,
    response: z.array(Author),
  }),
  adminList: endpoint({
    method: 'GET',
    path: '/api/admin/posts',
    access: 'staff',
    scope: 'posts:read',
    summary:
      'All posts but those in the trash, newest first; or searched, filtered (`status=trash` for the trash) and sorted.',
    query: AdminPostsQuery,
    response: z.array(StaffPostCard),
    paged: true,
    isForgiving: true,
  }),
} as const;
