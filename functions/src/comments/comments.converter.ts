import { type Answer, COMMENT_LIMITS, type Comment, CommentState } from '@inkwell/shared/comments';
import { HeldCommentRule } from '@inkwell/shared/moderation';
import { canSeeComment, type Viewer } from '@inkwell/shared/permissions';
import { type DocumentData, type DocumentSnapshot, Timestamp } from 'firebase-admin/firestore';
import { type AuthorNames, toAuthor } from '../users/authors.ts';

/** A comment as it is stored. */
export interface StoredComment {
  readonly id: string;
  readonly postId: string;
  /** Empty, and so is the author, once the author has taken back what has answers. */
  readonly content: string;
  readonly authorId: string;
  readonly createdAt: Date;
  /** What the thread began with; null for that one itself. */
  readonly parentId: string | null;
  /** Which answer it answers. */
  readonly replyTo: { readonly id: string; readonly authorId: string } | null;
  readonly state: CommentState;
  /** Why it waits. */
  readonly heldBy: HeldCommentRule | null;
  /** Why staff hid it. */
  readonly reason: string | null;
  readonly editedAt: Date | null;
  /** Visible answers of the thread. */
  readonly answersCount: number;
  /** Whether anybody ever answered: then something of it has to stay, whatever is visible at the moment. */
  readonly hasHadAnswers: boolean;
  /** Since staff last decided. */
  readonly reportsCount: number;
  /** Earlier texts, newest first. Lists do not read them. */
  readonly earlier: readonly EarlierText[];
  readonly notification: NotificationState;
}

/** Whether the people concerned were notified of a comment; `none` also where the notification was withdrawn. */
export type NotificationState = 'due' | 'sent' | 'none';

/** Whether a notification has to be sent, or a sent one withdrawn. */
export const isNotificationDue = ({ notification, state }: Pick<StoredComment, 'notification' | 'state'>): boolean =>
  state === 'visible' ? notification === 'due' : notification === 'sent';

interface EarlierText {
  readonly content: string;
  readonly until: Date;
}

/** What lists read. */
export const LISTED_FIELDS = [
  ...['postId', 'onPostId', 'content', 'authorId', 'createdAt', 'parentId', 'replyTo', 'state', 'heldBy', 'reason'],
  ...['editedAt', 'answersCount', 'hasHadAnswers', 'reportsCount', 'notification'],
];

/** A comment that begins a new thread, or answers in one. */
export const newComment = (
  comment: Pick<
    StoredComment,
    'id' | 'postId' | 'content' | 'authorId' | 'createdAt' | 'parentId' | 'replyTo' | 'heldBy'
  >,
): StoredComment => ({
  ...comment,
  state: comment.heldBy === null ? 'visible' : 'held',
  reason: null,
  editedAt: null,
  answersCount: 0,
  hasHadAnswers: false,
  reportsCount: 0,
  earlier: [],
  notification: 'none',
});

/** Whether readers find it in the list of its post: what is gone leaves its place while there are answers. */
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
    editedAt: dateOf(data.editedAt),
    answersCount: Number(data.answersCount ?? 0),
    hasHadAnswers: data.hasHadAnswers === true,
    reportsCount: Number(data.reportsCount ?? 0),
    notification: data.notification === 'due' || data.notification === 'sent' ? data.notification : 'none',
    earlier: earlier.map(({ content, until }) => ({ content: String(content), until: dateOf(until) ?? new Date(0) })),
  };
}

/** The document of a comment. Every comment has `onPostId`; those that the list of their post shows also have `postId`, by which it asks. */
export function encodeComment({ id: _id, postId, ...comment }: StoredComment): DocumentData {
  const isInList = comment.parentId === null && isListed({ id: _id, postId, ...comment });
  return {
    ...comment,
    onPostId: postId,
    ...(isInList && { postId }),
    isReported: comment.reportsCount > 0,
    isNotificationDue: isNotificationDue(comment),
    schemaVersion: 1,
  };
}

/** Names of people by their ids, as far as they are known. */
export type Names = ReadonlyMap<string, AuthorNames | null>;

/** Whose names go with these comments. */
export const namedIn = (comments: readonly StoredComment[]): string[] =>
  comments.flatMap(({ authorId, replyTo }) => (replyTo ? [authorId, replyTo.authorId] : [authorId]));

const nameOf = (names: AuthorNames | null | undefined): string | null => names?.displayName ?? names?.firstName ?? null;

/** The comment with all that is stored of it to be shown, for those who may see that. */
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

/** The comment as `viewer` may see it: of what is held or hidden, others see no more than its place. */
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

/** What stays of a comment that is gone. */
export const withoutContent = (comment: StoredComment): StoredComment => ({
  ...comment,
  content: '',
  authorId: '',
  state: 'deleted',
  replyTo: null,
  heldBy: null,
  reason: null,
  editedAt: null,
  reportsCount: 0,
  earlier: [],
  notification: 'none',
});

/** A comment that its author deleted, kept for a moment so that it can be brought back. */
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

/** Nobody can bring it back after some seconds; the rest of the hour is for clocks that differ. */
export const encodeRemoved = ({ comment, removedAt }: RemovedComment): DocumentData => ({
  comment: encodeComment(comment),
  removedAt,
  isNotificationDue: comment.notification === 'sent',
  expireAt: new Date(removedAt.getTime() + HOUR_MS),
  schemaVersion: 1,
});

/** A report on a comment. */
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

/** Until when a report is kept. Product §7. */
export const reportKeptUntil = ({ createdAt }: Pick<StoredReport, 'createdAt'>): Date =>
  new Date(createdAt.getTime() + COMMENT_LIMITS.reportKeptDays * DAY_MS);

export const encodeReport = ({ id: _id, ...report }: StoredReport): DocumentData => ({
  ...report,
  expireAt: reportKeptUntil(report),
  schemaVersion: 1,
});
