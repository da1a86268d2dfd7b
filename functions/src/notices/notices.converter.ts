import {
  NOTIFICATION_LIMITS,
  type NoticeSettings,
  noticeTitle,
  type UserNotification,
} from '@inkwell/shared/notifications';
import type { DocumentData, DocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { Moment } from '../firestore/moment.ts';

const Kind = z.enum(['reply', 'comment']);

/** Several comments on the same become one notice until it is read. */
const Notice = z.object({
  id: z.string(),
  kind: Kind,
  postId: z.string(),
  postTitle: z.string(),
  /** The start of the thread that the answers are in; null for comments on a post. */
  threadId: z.nullable(z.string()),
  /** Who wrote what, newest first. */
  comments: z.array(z.object({ id: z.string(), authorId: z.string(), name: z.string() })),
  at: Moment,
  isRead: z.boolean(),
});
export type StoredNotice = z.infer<typeof Notice>;

/** All that there is about the notices to one person. */
const NoticesDocument = z.object({
  items: z._default(z.array(Notice), []),
  replies: z._default(z.boolean(), true),
  comments: z._default(z.boolean(), true),
  mutedThreads: z._default(z.array(z.string()), []),
});
export type StoredNotices = z.infer<typeof NoticesDocument>;

/** A person whom nothing was told yet has the defaults. */
export const decodeNotices = (snapshot: DocumentSnapshot): StoredNotices =>
  z.parse(NoticesDocument, snapshot.data() ?? {});

/** What a notice to one person is about: a comment that came, or one that is gone. */
export type NoticeEvent =
  | {
      readonly what: 'written';
      readonly kind: z.infer<typeof Kind>;
      readonly postId: string;
      readonly postTitle: string;
      readonly threadId: string | null;
      readonly comment: { readonly id: string; readonly authorId: string; readonly name: string };
      readonly at: Date;
    }
  | { readonly what: 'gone'; readonly commentId: string };

/** Comments that one notice names; older ones are not told apart any more. */
const NAMED = 50;

/** The notices after an event. A repeat changes nothing, and neither does what the person does not want to hear of. */
export function afterEvent(notices: StoredNotices, event: NoticeEvent): StoredNotices {
  if (event.what === 'gone') {
    const without = notices.items.map((notice) => {
      const comments = notice.comments.filter(({ id }) => id !== event.commentId);
      return comments.length === notice.comments.length ? notice : { ...notice, comments };
    });
    const items = without.filter(({ comments }) => comments.length > 0);
    return items.some((notice, index) => notice !== notices.items[index]) || items.length !== notices.items.length
      ? { ...notices, items }
      : notices;
  }

  const { kind, postId, postTitle, threadId, comment, at } = event;
  const isWanted = kind === 'reply' ? notices.replies : notices.comments;
  const isMuted = threadId !== null && notices.mutedThreads.includes(threadId);
  const isKnown = notices.items.some(({ comments }) => comments.some(({ id }) => id === comment.id));
  if (!isWanted || isMuted || isKnown) return notices;

  const isSame = (notice: StoredNotice) =>
    !notice.isRead &&
    notice.kind === kind &&
    notice.postId === postId &&
    (kind === 'comment' || notice.threadId === threadId);
  const known = notices.items.find(isSame);
  const newest: StoredNotice = {
    id: known?.id ?? `notice-${comment.id}`,
    kind,
    postId,
    postTitle,
    threadId,
    comments: [comment, ...(known?.comments ?? [])].slice(0, NAMED),
    at,
    isRead: false,
  };
  const others = notices.items.filter((notice) => notice !== known);
  return { ...notices, items: [newest, ...others].slice(0, NOTIFICATION_LIMITS.feed) };
}

const namesOf = ({ comments }: StoredNotice): string[] => {
  const names = new Map<string, string>();
  for (const { authorId, name } of comments) if (!names.has(authorId)) names.set(authorId, name);
  return [...names.values()];
};

const linkOf = ({ postId, comments }: StoredNotice): string => `/posts/${postId}#comment-${comments[0]?.id ?? ''}`;

/** A notice as the person sees it, in the list and on its way to open tabs. */
export const toUserNotification = (notice: StoredNotice): UserNotification => ({
  id: notice.id,
  title: noticeTitle(notice.kind, namesOf(notice)),
  message: notice.postTitle,
  type: 'info',
  isRead: notice.isRead,
  createdAt: notice.at.toISOString(),
  kind: notice.kind,
  link: linkOf(notice),
});

export const toNoticeSettings = ({ replies, comments, mutedThreads }: StoredNotices): NoticeSettings => ({
  replies,
  comments,
  mutedThreads,
});

/** What `live` passes on of the newest notice, without reading the others. */
export function encodePush(notice: StoredNotice): DocumentData {
  const { title, message, link } = toUserNotification(notice);
  return { title, message, link };
}
