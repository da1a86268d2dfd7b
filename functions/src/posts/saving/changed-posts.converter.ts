import { hasConflictMarkers } from '@inkwell/shared/conflict-markers';
import { previewOf } from '@inkwell/shared/plain-text';
import { isSameValue, isShort, type WrittenField } from '@inkwell/shared/post-fields';
import { POST_LIMITS } from '@inkwell/shared/post-limits';
import type { PostPatch } from '@inkwell/shared/posts';
import { statusOf } from '@inkwell/shared/schedule';
import { textFacts } from '@inkwell/shared/text-facts';
import type { DocumentData } from 'firebase-admin/firestore';
import { isLocalImage } from '../../uploads/image-url.ts';
import { announcementOf, authorIdsOf, findablePost, firstSeen, type StoredPost } from '../posts.converter.ts';
import { reviewOf } from './review-of-post.repository.ts';

/** Longer values (texts, pictures in `data:` addresses) are recorded by their length. */
const MAX_NOTED = 4_000;

/** Fields as the audit log stores them: instead of the text its length, because revisions contain the text. */
export function noted(post: StoredPost, fields: readonly WrittenField[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.map((field) => {
      const value = post[field];
      return isShort(field) && String(value).length <= MAX_NOTED
        ? [field, value]
        : [`${field}Length`, String(value).length];
    }),
  );
}

type Dates = Pick<StoredPost, 'publishedAt' | 'announcedAt'>;

/**
 * The date of a changed post, and when readers first saw it if the date does not say so. Undoing a first publication also removes the date, which
 * would be too old for a later one.
 */
export function datesOf(before: StoredPost, changes: Changes, { at, isUndo }: { at: Date; isUndo: boolean }): Dates {
  const { publishedAt = before.publishedAt, isPublished = before.isPublished } = changes;
  const isFirst = before.publishedAt?.getTime() === before.updatedAt.getTime();
  if (isUndo && changes.isPublished === false && isFirst) return { publishedAt: null, announcedAt: before.announcedAt };
  const isSeen = before.isPublished && (!isPublished || changes.publishedAt !== undefined);
  const isNews = isPublished && !before.isPublished && before.announcedAt === null && publishedAt !== null;
  return {
    publishedAt: publishedAt ?? (isPublished ? at : null),
    announcedAt: isSeen ? firstSeen(before) : isNews ? announcementOf(publishedAt, at) : before.announcedAt,
  };
}

/** The post with this schedule; the same object if its schedule is equal. */
export const withPlan = (post: StoredPost, publishAt: Date | null, actorId: string): StoredPost =>
  post.publishAt?.getTime() === publishAt?.getTime()
    ? post
    : { ...post, publishAt, scheduledBy: publishAt === null ? null : actorId };

/** The stored fields of a schedule, and of the review that a schedule ends. */
export const planOf = (post: StoredPost): DocumentData => {
  const { publishAt, scheduledBy } = post;
  return { publishAt, scheduledBy, status: statusOf(post), ...reviewOf(post) };
};

/**
 * Whether a change would show conflict markers to readers, now or at a scheduled time. A post that already shows them may still be changed in other
 * ways; otherwise nobody could unpublish it.
 */
export function bringsConflictMarkers(before: StoredPost, after: StoredPost): boolean {
  const isLater = after.publishAt !== null && after.publishAt.getTime() !== before.publishAt?.getTime();
  const isNew = after.content !== before.content || (after.isPublished && !before.isPublished) || isLater;
  return isNew && statusOf(after) !== 'draft' && hasConflictMarkers(after.content);
}

/** The input of a change, with times as dates. */
export type WrittenFields = Omit<Pick<PostPatch, WrittenField>, 'publishedAt'> & {
  readonly publishedAt?: Date | null | undefined;
};

/** The written fields that a save changes. */
export type Changes = Partial<Pick<StoredPost, WrittenField>>;

/** The provided fields that differ. */
export function changesOf(before: StoredPost, fields: WrittenFields): Changes {
  const entries = Object.entries(fields) as [WrittenField, unknown][];
  const filled = { ...before, authorIds: authorIdsOf(before) };
  return Object.fromEntries(
    entries.filter(([field, value]) => value !== undefined && !isSameValue(filled[field], value)),
  );
}

/** Why the revision of a change is stored. */
export function reasonOf({ isPublished }: Changes, restoredId: string | null) {
  if (isPublished !== undefined) return isPublished ? 'publish' : 'unpublish';
  return restoredId === null ? 'save' : 'restore';
}

/** The first author is also stored alone, for queries written before a post could have several authors. */
export const authoredBy = (authorIds: readonly string[]): Partial<Pick<StoredPost, 'authorId' | 'authorIds'>> => {
  const [authorId] = authorIds;
  return authorId === undefined ? {} : { authorId, authorIds: [...authorIds] };
};

/** The post with its teaser and reading time. */
export const withTeaser = (post: StoredPost): StoredPost => ({
  ...post,
  preview: previewOf(post, POST_LIMITS.previewChars),
  readingMinutes: textFacts(post.content).minutes,
});

/** Fields derived from others: lists read them instead of the text, and queries find the post by them. */
export const derivedFields = (post: StoredPost, pictures: readonly string[]): DocumentData => ({
  ...findablePost(post),
  preview: post.preview,
  readingMinutes: post.readingMinutes,
  pictures,
  hasLocalImage: isLocalImage(post.featuredImage),
});
