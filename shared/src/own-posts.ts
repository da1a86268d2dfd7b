import * as z from 'zod/mini';
import { Answer } from './comments.ts';
import { endpoint } from './endpoint.ts';
import { DocumentId, Instant, PageQuery } from './fields.ts';
import { canPublish, type GovernedPost, isOwnPost, isStaff, type Viewer } from './permissions.ts';
import type { WrittenField } from './post-fields.ts';
import { canEditPost, canPublishPost } from './post-permissions.ts';
import { StaffPostCard } from './posts.ts';
import { PostStatus } from './schedule.ts';
import { missingScope } from './token-scopes.ts';

/**
 * The fields that writers without staff rights can set in their own posts. All others are for staff. The cover includes its description. Product §6.
 */
export const OWN_FIELDS: readonly WrittenField[] = [
  'title',
  'content',
  'excerpt',
  'categoryId',
  'tagIds',
  'featuredImage',
  'coverDescription',
  'coverCaption',
  'math',
];

/** Whether a caller can set this field in posts that they may change; otherwise it does not change. Callers who can publish also set the date. */
export const canSetField = (viewer: Viewer, field: WrittenField): boolean =>
  isStaff(viewer) || OWN_FIELDS.includes(field) || (field === 'publishedAt' && canPublish(viewer));

export const OWN_POST_TEXTS = {
  others: 'You can change only posts of which you are an author.',
  public: 'This post is published or scheduled. Please ask a moderator or an admin to change it.',
  publishing: 'Contributors write posts, and somebody else publishes them.',
  fields: 'Only moderators and admins change this part of a post. Nothing was saved.',
  newTag: 'Contributors can use existing tags only.',
  internalTag: 'Only moderators and admins use internal tags.',
} as const;

/**
 * Why a caller who sees a post may not make this change; null if they may. All calls that write posts use this decision.
 * @param changed the fields whose values differ, including `publishAt`
 */
export function changeRefusal(viewer: Viewer, post: GovernedPost, changed: readonly string[]): string | null {
  const standing = standingRefusal(viewer, post);
  if (standing !== null) return standing;
  const isPublication = (field: string) => ['isPublished', 'publishAt', 'publishedAt'].includes(field);
  if (changed.some(isPublication) && !canPublishPost(viewer, post)) return publishingRefusal(viewer);
  if (isStaff(viewer)) return null;
  const isOwn = (field: string) => OWN_FIELDS.some((own) => own === field) || isPublication(field);
  return changed.every(isOwn) ? null : OWN_POST_TEXTS.fields;
}

/** The same for actions on the whole post: changing anything, the trash, restoring, editing. */
export function standingRefusal(viewer: Viewer, post: GovernedPost): string | null {
  if (canEditPost(viewer, post)) return null;
  if (!isStaff(viewer) && !isOwnPost(viewer, post)) return OWN_POST_TEXTS.others;
  return lacksScope(viewer) ? missingScope('posts:publish') : OWN_POST_TEXTS.public;
}

const publishingRefusal = (viewer: Viewer): string =>
  lacksScope(viewer) ? missingScope('posts:publish') : OWN_POST_TEXTS.publishing;

const lacksScope = (viewer: Viewer): boolean => viewer?.token?.publishes === false;

/** The number of comments per post in an author's list of comments. */
export const NEWEST_COMMENTS = 3;

/** A post of the caller on which readers commented. */
export const CommentedPost = z.object({
  id: DocumentId,
  title: z.string(),
  slug: z.nullable(z.string()),
  commentsCount: z.int(),
  /** When a comment last appeared. */
  lastCommentAt: Instant,
  /** The newest comments that readers see, newest first, including replies. */
  comments: z.array(Answer),
});
export type CommentedPost = z.infer<typeof CommentedPost>;

/** The states that filter the caller's posts. Drafts include posts in review. */
export const OwnPostStatus = z.enum([...PostStatus.options, 'in-review']);
export type OwnPostStatus = z.infer<typeof OwnPostStatus>;

export const ownPostApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/me/posts',
    access: 'writer',
    scope: 'posts:read',
    summary:
      "The caller's posts, newest first, without the trash. `status=trash` lists the trash and `status=in-review` the posts in review, each with the latest arrivals first.",
    query: z.extend(PageQuery, { status: z.optional(OwnPostStatus) }),
    response: z.array(StaffPostCard),
    paged: true,
  }),
  comments: endpoint({
    method: 'GET',
    path: '/api/me/posts/comments',
    access: 'writer',
    scope: 'comments:read',
    summary: `The caller's posts with comments that readers see, most recently commented first, each with its newest ${NEWEST_COMMENTS}.`,
    query: PageQuery,
    response: z.array(CommentedPost),
    paged: true,
  }),
} as const;
