import { AppError } from '@inkwell/shared/errors';
import { changeRefusal, standingRefusal } from '@inkwell/shared/own-posts';
import {
  type Actor,
  canPublish,
  canSeePost,
  canWrite,
  type GovernedPost,
  isStaff,
  type Viewer,
} from '@inkwell/shared/permissions';
import { isSameValue, WRITTEN_FIELDS, type WrittenField } from '@inkwell/shared/post-fields';
import { isHeldByReview } from '@inkwell/shared/post-permissions';
import { IN_REVIEW_TEXT } from '@inkwell/shared/reviews';
import { statusOf } from '@inkwell/shared/schedule';
import { absentValue, authorIdsOf, type StoredCard, type StoredPost } from './posts.converter.ts';

/** A stored post that a decision is about. */
export type DecidedPost = Pick<
  StoredCard,
  'authorId' | 'authorIds' | 'isPublished' | 'publishAt' | 'trashedAt' | 'inReviewSince'
>;

/**
 * A decision that a transaction repeats with the account's current state.
 * @throws AppError if the account may not do this
 */
export type DecideChange = (account: Viewer, before: StoredPost, changed: readonly string[]) => void;

/** Whether the caller may change all posts, so that no decision about a post is needed. False for a token without the scope to publish. */
export const changesAll = (actor: Actor): boolean => isStaff(actor) && canPublish(actor);

/** An account as read in a transaction, with the restrictions of its token. */
export const actingAs = (account: Viewer, { token }: Actor): Viewer =>
  account && token ? { ...account, token } : account;

export const governed = (post: DecidedPost): GovernedPost => ({ authorIds: authorIdsOf(post), status: statusOf(post) });

function refuse(refusal: string | null): void {
  if (refusal !== null) throw new AppError('forbidden', refusal);
}

/** @throws AppError `forbidden` for callers without any right to write; `not-found` for a post that the caller may not see */
export function checkSight(viewer: Viewer, post: DecidedPost): void {
  if (!canWrite(viewer)) throw new AppError('forbidden');
  if (!canSeePost(viewer, { ...post, authorIds: authorIdsOf(post) })) throw new AppError('not-found');
}

function checkReview(viewer: Viewer, post: DecidedPost): void {
  if (isHeldByReview(viewer, post)) throw new AppError('conflict', IN_REVIEW_TEXT);
}

/** Whether this caller may change these fields of a post. @throws AppError `not-found`; `forbidden`; `conflict` in review */
export const decideChange: DecideChange = (viewer, before, changed) => {
  checkSight(viewer, before);
  refuse(changeRefusal(viewer, governed(before), changed));
  checkReview(viewer, before);
};

/** The same for actions on the whole post: the trash, restoring, leases. */
export function decideStanding(viewer: Viewer, post: DecidedPost): void {
  checkSight(viewer, post);
  refuse(standingRefusal(viewer, governed(post)));
  checkReview(viewer, post);
}

/** Whether this caller may create a post with these values. @throws AppError `forbidden` */
export function decideCreation(viewer: Viewer, changed: readonly string[]): void {
  if (!viewer || !canWrite(viewer)) throw new AppError('forbidden');
  refuse(changeRefusal(viewer, { authorIds: [viewer.id], status: 'draft' }, changed));
}

type Given = { readonly [F in WrittenField]?: unknown } & {
  readonly [F in 'publishAt' | 'publishedAt']?: string | null | undefined;
};

/** The fields whose input differs from the stored post, or from an empty one for a new post. */
export function changedFields(given: Given, before: StoredPost | { readonly authorIds: readonly string[] }): string[] {
  const held = (field: WrittenField) =>
    field === 'authorIds' ? authorsOfEither(before) : 'id' in before ? before[field] : absentValue(field);
  const fields: string[] = WRITTEN_FIELDS.filter((field) => {
    const value = field === 'publishedAt' && given.publishedAt ? new Date(given.publishedAt) : given[field];
    // A post cannot lose all its authors, so an empty list means no change.
    const isGiven = value !== undefined && !(field === 'authorIds' && Array.isArray(value) && value.length === 0);
    return isGiven && !isSameValue(value, held(field));
  });
  const publishAtMs = given.publishAt ? Date.parse(given.publishAt) : null;
  const plannedMs = 'id' in before ? (before.publishAt?.getTime() ?? null) : null;
  return given.publishAt === undefined || publishAtMs === plannedMs ? fields : [...fields, 'publishAt'];
}

const authorsOfEither = (post: StoredPost | { readonly authorIds: readonly string[] }): readonly string[] =>
  'id' in post ? authorIdsOf(post) : post.authorIds;
