import { canSeeComment } from '@inkwell/shared/comment-permissions';
import { type Answer, COMMENT_LIMITS, type Comment, CommentState } from '@inkwell/shared/comments';
import { HeldCommentRule } from '@inkwell/shared/moderation';
import type { Viewer } from '@inkwell/shared/permissions';
import { type DocumentData, type DocumentSnapshot, Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { FINDABLE_VERSION, findableWords } from '../common/text-search.ts';
import { type AuthorNames, toAuthor } from '../users/authors.ts';

export interface StoredComment {
  readonly id: string;
  readonly postId: string;
  /** Empty, like the author, after the author deleted a comment that has replies. */
  readonly content: string;
  readonly authorId: string;
  readonly createdAt: Date;
  /** The first comment of the thread; null for that comment itself. */
  readonly parentId: string | null;
  /** The reply that this one replies to. */
  readonly replyTo: { readonly id: string; readonly authorId: string } | null;
  readonly state: CommentState;
  /** Why the comment is held. */
  readonly heldBy: HeldCommentRule | null;
  /** Why staff hid the comment. */
  readonly reason: string | null;
  /** The state before all comments of its author were hidden; null if it was hidden alone or is not hidden. */
  readonly hiddenWith: HiddenWith | null;
  readonly editedAt: Date | null;
  /** The number of visible replies in the thread. */
  readonly answersCount: number;
  /** Whether there ever was a reply, so that a deleted comment leaves a placeholder. */
  readonly hasHadAnswers: boolean;
  /** Reports since the last decision of staff. */
  readonly reportsCount: number;
  /** Earlier texts, newest first. Lists do not read them. */
  readonly earlier: readonly EarlierText[];
  readonly notification: NotificationState;
}

/** `all`: staff hid all comments of a person; `block`: they did so with a block. */
export const HideCause = z.enum(['all', 'block']);
export type HideCause = z.infer<typeof HideCause>;

/** The state that a comment returns to when all comments of its author are shown again. */
const HiddenWith = z.object({
  cause: HideCause,
  state: z.enum(['visible', 'held']),
  heldBy: z.nullable(HeldCommentRule),
  reportsCount: z.int(),
});
export type HiddenWith = z.infer<typeof HiddenWith>;

/** Whether the people concerned were notified of a comment; `none` also where the notification was withdrawn. */
export type NotificationState = 'due' | 'sent' | 'none';

/** Whether a notification must be sent or withdrawn. */
export const isNotificationDue = ({ notification, state }: Pick<StoredComment, 'notification' | 'state'>): boolean =>
  state === 'visible' ? notification === 'due' : notification === 'sent';

interface EarlierText {
  readonly content: string;
  readonly until: Date;
}

/** The fields that lists read. */
export const LISTED_FIELDS = [
  ...['postId', 'onPostId', 'content', 'authorId', 'createdAt', 'parentId', 'replyTo', 'state', 'heldBy', 'reason'],
  ...['editedAt', 'answersCount', 'hasHadAnswers', 'reportsCount', 'notification', 'hiddenWith'],
];

/** A comment that begins a thread or replies in one. */
export const newComment = (
  comment: Pick<
    StoredComment,
    'id' | 'postId' | 'content' | 'authorId' | 'createdAt' | 'parentId' | 'replyTo' | 'heldBy'
  >,
): StoredComment => ({
  ...comment,
  state: comment.heldBy === null ? 'visible' : 'held',
  reason: null,
  hiddenWith: null,
  editedAt: null,
  answersCount: 0,
  hasHadAnswers: false,
  reportsCount: 0,
  earlier: [],
  notification: 'none',
});

/** Whether the list of a post shows the comment: deleted comments leave a placeholder while there are replies. */
export const isListed = (comment: StoredComment): boolean => comment.state === 'visible' || comment.answersCount > 0;

const dateOf = (value: unknown): Date | null => (value instanceof Timestamp ? value.toDate() : null);
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export function decodeComment(snapshot: DocumentSnapshot): StoredComment | null {
  const data = snapshot.data();
  return data === undefined ? null : decodeCommentData(snapshot.id, data);
}

export function decodeCommentData(id: string, data: DocumentData): StoredComment {
  const state = CommentState.safeParse(data.state);
  const heldBy = HeldCommentRule.safeParse(data.heldBy);
  const hiddenWith = HiddenWith.safeParse(data.hiddenWith);
  const earlier: { content?: unknown; until?: unknown }[] = Array.isArray(data.earlier) ? data.earlier : [];
  return {
    id,
    postId: String(data.onPostId),
    content: String(data.content),
    authorId: String(data.authorId),
    createdAt: dateOf(data.createdAt) ?? new Date(0),
    parentId: textOf(data.parentId),
    replyTo:
      data.replyTo instanceof Object ? { id: String(data.replyTo.id), authorId: String(data.replyTo.authorId) } : null,
    state: state.success ? state.data : 'visible',
    heldBy: heldBy.success ? heldBy.data : null,
    reason: textOf(data.reason),
    hiddenWith: hiddenWith.success ? hiddenWith.data : null,
    editedAt: dateOf(data.editedAt),
    answersCount: Number(data.answersCount ?? 0),
    hasHadAnswers: data.hasHadAnswers === true,
    reportsCount: Number(data.reportsCount ?? 0),
    notification: data.notification === 'due' || data.notification === 'sent' ? data.notification : 'none',
    earlier: earlier.map(({ content, until }) => ({ content: String(content), until: dateOf(until) ?? new Date(0) })),
  };
}

/** Every comment has `onPostId`; only listed ones also have `postId`, which the post's list is queried by. */
export function encodeComment({ id: _id, postId, ...comment }: StoredComment): DocumentData {
  const isInList = comment.parentId === null && isListed({ id: _id, postId, ...comment });
  return {
    ...comment,
    onPostId: postId,
    ...(isInList && { postId }),
    ...findableComment(comment),
    isReported: comment.reportsCount > 0,
    isNotificationDue: isNotificationDue(comment),
    schemaVersion: FINDABLE_VERSION,
  };
}

/** The words that staff can find a comment by. */
export const findableComment = ({ content }: Pick<StoredComment, 'content'>): DocumentData => ({
  wordPrefixes: findableWords('', content),
});

/** The known names of people by their ids. */
export type Names = ReadonlyMap<string, AuthorNames | null>;

/** Ids of parent comments that are not in the list. */
export const repliedTo = (comments: readonly StoredComment[]): string[] => {
  const here = new Set(comments.map(({ id }) => id));
  return [...new Set(comments.flatMap(({ replyTo }) => (replyTo && !here.has(replyTo.id) ? [replyTo.id] : [])))];
};

/** The comments. The author of an answered comment is left out unless that comment exists and `mayBeNamed` accepts it. */
export function namingOnly(
  comments: readonly StoredComment[],
  others: readonly StoredComment[],
  mayBeNamed: (comment: StoredComment) => boolean,
): StoredComment[] {
  const named = new Set([...comments, ...others].filter(mayBeNamed).map(({ id }) => id));
  return comments.map((comment) =>
    comment.replyTo && !named.has(comment.replyTo.id)
      ? { ...comment, replyTo: { ...comment.replyTo, authorId: '' } }
      : comment,
  );
}

/** The ids of the people named in these comments. */
export const namedIn = (comments: readonly StoredComment[]): string[] =>
  comments.flatMap(({ authorId, replyTo }) => (replyTo ? [authorId, replyTo.authorId] : [authorId]));

const nameOf = (names: AuthorNames | null | undefined): string | null => names?.displayName ?? names?.firstName ?? null;

/** The comment with all fields, for people who may see them. */
export const toFullAnswer = (comment: StoredComment, names: Names, viewer: Viewer): Answer => ({
  id: comment.id,
  postId: comment.postId,
  content: comment.content,
  authorId: comment.authorId,
  author: toAuthor(comment.authorId, names.get(comment.authorId), viewer),
  createdAt: comment.createdAt.toISOString(),
  parentId: comment.parentId,
  replyTo: comment.replyTo && { id: comment.replyTo.id, name: nameOf(names.get(comment.replyTo.authorId)) },
  state: comment.state,
  reason: comment.reason,
  editedAt: comment.editedAt?.toISOString() ?? null,
});

/** The comment as `viewer` may see it: others see only a placeholder for held and hidden comments. */
export function toAnswer(comment: StoredComment, names: Names, viewer: Viewer): Answer {
  return toFullAnswer(canSeeComment(viewer, comment) ? comment : withoutContent(comment), names, viewer);
}

/** A thread as `viewer` may see it. */
export const toComment = (
  starter: StoredComment,
  answers: readonly StoredComment[],
  { names, viewer }: { readonly names: Names; readonly viewer: Viewer },
): Comment => ({
  ...toAnswer(starter, names, viewer),
  answersCount: starter.answersCount,
  answers: answers.map((answer) => toAnswer(answer, names, viewer)),
});

/** The placeholder of a deleted comment. */
export const withoutContent = (comment: StoredComment): StoredComment => ({
  ...comment,
  content: '',
  authorId: '',
  state: 'deleted',
  replyTo: null,
  heldBy: null,
  reason: null,
  hiddenWith: null,
  editedAt: null,
  reportsCount: 0,
  earlier: [],
  notification: 'none',
});

/** A deleted comment, stored for a while so that its author can restore it. */
export interface RemovedComment {
  readonly comment: StoredComment;
  readonly removedAt: Date;
}

export function decodeRemoved(snapshot: DocumentSnapshot): RemovedComment | null {
  const data = snapshot.data();
  if (data === undefined) return null;
  return { comment: decodeCommentData(snapshot.id, data.comment), removedAt: dateOf(data.removedAt) ?? new Date(0) };
}

const HOUR_MS = 3_600_000;

/** Restoring is possible for a few seconds; the rest of the hour covers clock differences. */
export const encodeRemoved = ({ comment, removedAt }: RemovedComment): DocumentData => ({
  comment: encodeComment(comment),
  removedAt,
  isNotificationDue: comment.notification === 'sent',
  expireAt: new Date(removedAt.getTime() + HOUR_MS),
  schemaVersion: 1,
});

export interface StoredReport {
  readonly id: string;
  readonly commentId: string;
  /** Null for visitors. */
  readonly reporterId: string | null;
  readonly email: string | null;
  readonly reason: string;
  readonly createdAt: Date;
}

export function decodeReport(snapshot: DocumentSnapshot): StoredReport | null {
  const data = snapshot.data();
  if (data === undefined) return null;
  return {
    id: snapshot.id,
    commentId: String(data.commentId),
    reporterId: textOf(data.reporterId),
    email: textOf(data.email),
    reason: String(data.reason),
    createdAt: dateOf(data.createdAt) ?? new Date(0),
  };
}

const DAY_MS = 24 * HOUR_MS;

/** When a report expires. Product §7. */
export const reportKeptUntil = ({ createdAt }: Pick<StoredReport, 'createdAt'>): Date =>
  new Date(createdAt.getTime() + COMMENT_LIMITS.reportKeptDays * DAY_MS);

export const encodeReport = ({ id: _id, ...report }: StoredReport): DocumentData => ({
  ...report,
  expireAt: reportKeptUntil(report),
  schemaVersion: 1,
});
