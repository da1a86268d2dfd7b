import {
  NOTIFICATION_LIMITS,
  type NotificationChoices,
  type NotificationSettings,
  type UserNotification,
} from '@inkwell/shared/notifications';
import { PERSONAL_KINDS, PersonalKind, personalTitle, StudioKind } from '@inkwell/shared/personal-kinds';
import type { DocumentData, DocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { Moment } from '../firestore/moment.ts';

/**
 * Comments in the same thread share one notification until it is read. So do steps of a review, notes and new posts, which are stored in the same
 * form.
 */
const PersonalNotification = z.object({
  id: z.string(),
  kind: PersonalKind,
  postId: z.string(),
  postTitle: z.string(),
  /** The first comment of the thread; null for first comments. */
  threadId: z.nullable(z.string()),
  /** The comments in this notification, newest first; for `posted`, the posts. */
  comments: z.array(z.object({ id: z.string(), authorId: z.string(), name: z.string() })),
  at: Moment,
  isRead: z.boolean(),
});
export type PersonalNotification = z.infer<typeof PersonalNotification>;

/** All kinds are on by default. */
const choices = {
  replies: z._default(z.boolean(), true),
  comments: z._default(z.boolean(), true),
  reviews: z._default(z.boolean(), true),
  notes: z._default(z.boolean(), true),
  following: z._default(z.boolean(), true),
} satisfies Record<keyof NotificationChoices, unknown>;

const InboxDocument = z.object({
  ...choices,
  items: z._default(z.array(PersonalNotification), []),
  mutedThreads: z._default(z.array(z.string()), []),
});
/** An account's personal notifications, newest first, with its choices. */
export type NotificationInbox = z.infer<typeof InboxDocument>;

/** An account without a document has the defaults. */
export const decodeInbox = (snapshot: DocumentSnapshot): NotificationInbox =>
  z.parse(InboxDocument, snapshot.data() ?? {});

/** A comment was written, something happened to a post in the studio, followed posts were published, or the subject of a notification was deleted. */
export type NotificationEvent =
  | {
      readonly what: 'written';
      readonly kind: PersonalKind;
      readonly postId: string;
      readonly postTitle: string;
      readonly threadId: string | null;
      readonly comment: { readonly id: string; readonly authorId: string; readonly name: string };
      readonly at: Date;
    }
  | {
      readonly what: 'happened';
      readonly kind: StudioKind;
      readonly postId: string;
      readonly postTitle: string;
      /** The step or note, and its author. */
      readonly event: { readonly id: string; readonly authorId: string; readonly name: string };
      readonly at: Date;
    }
  | {
      readonly what: 'posted';
      /** Newest first, each with its first author. */
      readonly posts: readonly { readonly id: string; readonly authorId: string; readonly name: string }[];
      /** The newest post's. */
      readonly titles: readonly string[];
      readonly at: Date;
    }
  | { readonly what: 'gone'; readonly commentId: string };

type Written = Extract<NotificationEvent, { what: 'written' }>;
type Posted = Extract<NotificationEvent, { what: 'posted' }>;

/** The maximum number of comments per notification. */
const COMMENTS_MAX = 50;

/** The key of comments that share a notification. */
const SHARED_BY: Readonly<Record<PersonalKind, (about: { postId: string; threadId: string | null }) => string | null>> =
  {
    reply: ({ threadId }) => threadId,
    comment: ({ postId }) => postId,
    posted: () => null,
    ...(Object.fromEntries(
      StudioKind.options.map((kind) => [kind, ({ postId }: { postId: string }) => postId]),
    ) as Readonly<Record<StudioKind, (about: { postId: string }) => string>>),
  };

/** The inbox after an event. Repeated, unwanted and muted events change nothing. */
export function afterEvent(inbox: NotificationInbox, event: NotificationEvent): NotificationInbox {
  if (event.what === 'gone') return withoutComment(inbox, event.commentId);
  if (event.what === 'written') return withComment(inbox, event);
  if (event.what === 'posted') return withPosts(inbox, event);
  const { event: comment, ...rest } = event;
  return withComment(inbox, { ...rest, what: 'written', threadId: null, comment });
}

function withoutComment(inbox: NotificationInbox, commentId: string): NotificationInbox {
  const isAbout = ({ comments }: PersonalNotification) => comments.some(({ id }) => id === commentId);
  if (!inbox.items.some(isAbout)) return inbox;
  const items = inbox.items
    .map((item) => ({ ...item, comments: item.comments.filter(({ id }) => id !== commentId) }))
    .filter(({ comments }) => comments.length > 0);
  return { ...inbox, items };
}

function withComment(inbox: NotificationInbox, { what: _, comment, ...event }: Written): NotificationInbox {
  const { kind, threadId } = event;
  const isMuted = threadId !== null && inbox.mutedThreads.includes(threadId);
  const isKnown = inbox.items.some(({ comments }) => comments.some(({ id }) => id === comment.id));
  if (!inbox[PERSONAL_KINDS[kind].choice] || isMuted || isKnown) return inbox;

  const shared = inbox.items.find(
    (item) => !item.isRead && item.kind === kind && SHARED_BY[kind](item) === SHARED_BY[kind](event),
  );
  const newest: PersonalNotification = {
    ...event,
    id: shared?.id ?? `personal-${comment.id}`,
    comments: [comment, ...(shared?.comments ?? [])].slice(0, COMMENTS_MAX),
    isRead: false,
  };
  const others = inbox.items.filter((item) => item !== shared);
  return { ...inbox, items: [newest, ...others].slice(0, NOTIFICATION_LIMITS.feed) };
}

/** All unread posts share one notification. */
function withPosts(inbox: NotificationInbox, { posts, titles, at }: Posted): NotificationInbox {
  const ofPosts = inbox.items.filter(({ kind }) => kind === 'posted');
  const known = new Set(ofPosts.flatMap(({ comments }) => comments.map(({ id }) => id)));
  const added = posts.filter(({ id }) => !known.has(id));
  const [first] = added;
  if (!inbox.following || !first) return inbox;
  const shared = ofPosts.find(({ isRead }) => !isRead);
  const newest: PersonalNotification = {
    id: shared?.id ?? `personal-${first.id}`,
    kind: 'posted',
    postId: first.id,
    postTitle: titles.join(' \u00b7 '),
    threadId: null,
    at,
    isRead: false,
    comments: [...added, ...(shared?.comments ?? [])].slice(0, COMMENTS_MAX),
  };
  const others = inbox.items.filter((item) => item !== shared);
  return { ...inbox, items: [newest, ...others].slice(0, NOTIFICATION_LIMITS.feed) };
}

/** The distinct names of the writers, latest first. */
const namesOf = ({ comments }: PersonalNotification): string[] => {
  const names = new Map<string, string>();
  for (const { authorId, name } of comments) if (!names.has(authorId)) names.set(authorId, name);
  return [...names.values()];
};

const isOfStudio = (kind: PersonalKind): boolean => StudioKind.safeParse(kind).success;

/** The page of the event. */
function linkOf({ kind, postId, comments }: PersonalNotification): string {
  if (kind === 'posted') return comments.length === 1 ? `/posts/${postId}` : '/following';
  if (kind === 'published') return `/posts/${postId}`;
  return isOfStudio(kind) ? `/create-post?edit=${postId}` : `/posts/${postId}#comment-${comments[0]?.id ?? ''}`;
}

/** A notification as its reader sees it, in the list and over `/ws`. */
export const toUserNotification = (item: PersonalNotification): UserNotification => ({
  id: item.id,
  title: personalTitle(item.kind, namesOf(item), item.comments.length),
  message: item.postTitle,
  type: 'info',
  isRead: item.isRead,
  createdAt: item.at.toISOString(),
  kind: PERSONAL_KINDS[item.kind].shownAs,
  link: linkOf(item),
});

export const toNotificationSettings = ({
  replies,
  comments,
  reviews,
  notes,
  following,
  mutedThreads,
}: NotificationInbox): NotificationSettings => ({ replies, comments, reviews, notes, following, mutedThreads });

/** How long a push is stored; `live` usually sends it within seconds. */
const PUSH_STORED_MS = 24 * 3_600_000;

/** What `live` pushes about the newest notification, in a small document of its own, because listeners cache the documents they read. */
export function encodePush(item: PersonalNotification): DocumentData {
  const { title, message, link } = toUserNotification(item);
  // Names in the title; deleting their accounts deletes the push.
  const writerIds = [...new Set(item.comments.map(({ authorId }) => authorId))];
  return { title, message, link, writerIds, pushedAt: item.at, expireAt: new Date(item.at.getTime() + PUSH_STORED_MS) };
}
