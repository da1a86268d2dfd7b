import * as z from 'zod/mini';
import { CategoryId } from './categories.ts';
import { endpoint } from './endpoint.ts';
import { FindQuery, IdParams, Instant, limitQuery, PageQuery } from './fields.ts';
import { FORM_FIELDS, fieldsWith, isShort, shapeOf, WRITTEN_FIELDS } from './post-fields.ts';
import { POST_LIMITS } from './post-limits.ts';
import { PostStatus, PublishAtInput, staffFields } from './schedule.ts';
import { SavedDraft } from './sittings.ts';
import { Author } from './users.ts';

export const PostId = IdParams.shape.id;

const answered = fieldsWith('answer');
const inLists = answered.filter(isShort);

/** A post without its text, as lists carry it. Product §3. */
export const PostCard = z.object({ id: PostId, ...shapeOf('answer', inLists) });
export type PostCard = z.infer<typeof PostCard>;

/** A post with its text, which is Markdown. */
export const Post = z.extend(PostCard, shapeOf('answer', answered));
export type Post = z.infer<typeof Post>;

/** What staff are answered of posts: also whether and when one is going to be published. */
export const StaffPostCard = z.extend(PostCard, staffFields);
export type StaffPostCard = z.infer<typeof StaffPostCard>;
export const StaffPost = z.extend(Post, staffFields);
export type StaffPost = z.infer<typeof StaffPost>;

/** What a change of a post that was edited since is answered with: the stored post, and who saved it last, if that is known. */
export const PostConflict = z.extend(StaffPost, { lastEditedBy: z.nullable(Author) });
export type PostConflict = z.infer<typeof PostConflict>;

export const PostInput = z.object({
  ...shapeOf('create', WRITTEN_FIELDS),
  publishAt: PublishAtInput,
  draft: z.optional(SavedDraft),
});
export type PostInput = z.infer<typeof PostInput>;

const changes = shapeOf('change', WRITTEN_FIELDS);

/** Every field that an editor may write, as the editor sends them. */
export type PostBody = z.infer<z.ZodMiniObject<typeof changes>>;

/** What an editor may change; absent fields stay, null empties. */
export const PostPatch = z.partial(
  z.object({
    ...changes,
    publishAt: PublishAtInput,
    /** The `updatedAt` the edit started from: if the post was edited since, the answer is 409 with the stored post. */
    baseUpdatedAt: Instant,
    draft: SavedDraft,
  }),
);
export type PostPatch = z.infer<typeof PostPatch>;

/** The fields of the editor and of the Edit Post dialog; selects hold texts. Product §5. */
export const PostForm = z.object(shapeOf('form', FORM_FIELDS));
export type PostForm = z.input<typeof PostForm>;

export const LikeStatus = z.object({ liked: z.boolean(), count: z.int() });
export type LikeStatus = z.infer<typeof LikeStatus>;

/** `liked` sets instead of toggling, so that a retry is safe. */
export const LikeInput = z.object({ liked: z.optional(z.boolean()) });

/** What makes a post popular, and by how much each. Product §9. */
const POPULARITY_WEIGHTS = { views: 1, likesCount: 2, commentsCount: 3 } as const;

/** The counters of a post, or how far they move; what is left out counts as 0. */
export type PostCounters = { readonly [Counter in keyof typeof POPULARITY_WEIGHTS]?: number };

/** Popularity score of a post, or by how much a change of its counters moves it. */
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

const categoryIdQuery = z.pipe(
  z.string().check(z.regex(/^\d{1,10}$/, 'categoryId must be a whole number')),
  z.pipe(z.transform(Number), CategoryId),
);

/** Which posts staff see. With `q`, at most two filters, and newest first. */
export const AdminPostsQuery = z.extend(PageQuery, {
  /** Words that all begin a word of the title; blank counts as absent. */
  q: z.optional(FindQuery),
  status: z.optional(PostStatus),
  categoryId: z.optional(categoryIdQuery),
  authorId: z.optional(PostId),
  /** Newest, most read or most commented first. */
  sort: z._default(z.enum(['created', 'views', 'comments']), 'created'),
});
export type AdminPostsQuery = z.infer<typeof AdminPostsQuery>;

export const postApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/posts',
    access: 'public',
    summary: 'Published posts, the most recently published first; never unpublished posts, not even for staff.',
    query: z.extend(PageQuery, { categoryId: z.optional(categoryIdQuery) }),
    response: z.array(PostCard),
    paged: true,
    cacheable: true,
  }),
  popular: endpoint({
    method: 'GET',
    path: '/api/posts/popular',
    access: 'public',
    summary: `Published posts by popularity (views + ${POPULARITY_WEIGHTS.likesCount} likes + ${POPULARITY_WEIGHTS.commentsCount} comments).`,
    query: z.object({ limit: limitQuery(POST_LIMITS.popular) }),
    response: z.array(PostCard),
    cacheable: true,
  }),
  search: endpoint({
    method: 'GET',
    path: '/api/posts/search',
    access: 'public',
    summary: 'Published posts that contain every word of the query; matches in the title first, then by popularity.',
    query: SearchQuery,
    response: z.array(PostCard),
    cacheable: true,
    rate: { bucket: 'search', by: 'address', perMinute: 120, scope: 'instance' },
  }),
  byId: endpoint({
    method: 'GET',
    path: '/api/posts/:id',
    access: 'public',
    summary: 'One post with its text. Only staff get unpublished posts and the fields of the schedule.',
    params: IdParams,
    response: z.extend(Post, z.partial(z.object(staffFields)).shape),
    cacheable: true,
  }),
  similar: endpoint({
    method: 'GET',
    path: '/api/posts/:id/similar',
    access: 'public',
    summary: 'At most 4 published posts of the same category, most popular first.',
    params: IdParams,
    response: z.array(PostCard),
    cacheable: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/posts',
    access: 'staff',
    summary:
      'Creates a post: unpublished, published at once with `isPublished`, or scheduled for the future time `publishAt`.',
    body: PostInput,
    response: StaffPost,
    status: 201,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/posts/:id',
    access: 'staff',
    summary: 'Changes the given fields, publishes or unpublishes the post, or sets or cancels its schedule.',
    params: IdParams,
    body: PostPatch,
    response: StaffPost,
    conflict: PostConflict,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/posts/:id',
    access: 'staff',
    summary: 'Deletes a post with its comments, likes and picture. Safe to repeat.',
    params: IdParams,
  }),
  view: endpoint({
    method: 'POST',
    path: '/api/posts/:id/view',
    access: 'public',
    invalidates: 'nothing',
    summary: 'Counts one view of a published post; views by its author and repeats within an hour do not count.',
    params: IdParams,
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
  adminList: endpoint({
    method: 'GET',
    path: '/api/admin/posts',
    access: 'staff',
    summary: 'All posts, unpublished ones included, newest first; or searched, filtered and sorted.',
    query: AdminPostsQuery,
    response: z.array(StaffPostCard),
    paged: true,
  }),
} as const;
