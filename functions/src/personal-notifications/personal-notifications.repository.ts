import { NOTIFICATION_LIMITS, type NotificationChoicesPatch } from '@inkwell/shared/notifications';
import type { DocumentSnapshot, Firestore, Transaction } from 'firebase-admin/firestore';
import {
  decodeComment,
  decodeRemoved,
  isNotificationDue,
  type NotificationState,
  type StoredComment,
} from '../comments/comments.converter.ts';
import { createGroupCommit } from '../firestore/group-commit.ts';
import { runTransaction } from '../firestore/transaction.ts';
import {
  afterEvent,
  decodeInbox,
  encodePush,
  type NotificationEvent,
  type NotificationInbox,
} from './personal-notifications.converter.ts';

/** A comment whose notification must be sent or withdrawn. `isGone`: its author deleted it. */
export interface DueComment {
  readonly comment: StoredComment;
  readonly isGone: boolean;
}

/** Personal notifications, in one document per account. */
export interface PersonalNotificationRepository {
  /** Reads 1 document. */
  find(userId: string): Promise<NotificationInbox>;
  /**
   * Applies an event to an inbox; events that arrive during a transaction share the next one. Safe to repeat. Reads 1 document, writes at
   * most 2.
   */
  notify(userId: string, event: NotificationEvent): Promise<void>;
  /**
   * Stores that a notification was sent or withdrawn. Reads 1 document, writes 1.
   * @returns the comment if it has changed, so that its notification is due again; else null
   */
  settle(due: DueComment, state: NotificationState): Promise<DueComment | null>;
  /** A deleted comment whose notification must be withdrawn. Reads 1 document. */
  findGone(id: string): Promise<DueComment | null>;
  /** Comments with a due notification, up to `limit` existing and `limit` deleted ones. Reads each, or 2 if there are none. */
  due(limit: number): Promise<DueComment[]>;
  /** False if the account has no such notification. Reads 1 document, writes at most 1. */
  markRead(userId: string, id: string): Promise<boolean>;
  /** Reads 1, writes at most 1. */
  markAllRead(userId: string): Promise<void>;
  /** Reads 1, writes 1. */
  choose(userId: string, choices: NotificationChoicesPatch): Promise<NotificationInbox>;
  /** Above 500 muted threads, the oldest is dropped. Reads 1 document, writes at most 1. */
  mute(userId: string, threadId: string, muted: boolean): Promise<void>;
}

export function createPersonalNotificationRepository(db: Firestore): PersonalNotificationRepository {
  const inboxes = db.collection('personalNotifications');
  const pushes = db.collection('pushes');
  const comments = db.collection('comments');
  const removed = db.collection('removedComments');

  const write = (transaction: Transaction, userId: string, after: NotificationInbox) =>
    transaction.set(inboxes.doc(userId), { ...after, schemaVersion: 1 }, { merge: true });

  const change = (userId: string, work: (before: NotificationInbox) => NotificationInbox): Promise<NotificationInbox> =>
    runTransaction(db, async (transaction) => {
      const before = decodeInbox(await transaction.get(inboxes.doc(userId)));
      const after = work(before);
      if (after !== before) write(transaction, userId, after);
      return after;
    });

  const applyAll = createGroupCommit<NotificationEvent, null>((userId, events) =>
    runTransaction(db, async (transaction) => {
      const before = decodeInbox(await transaction.get(inboxes.doc(userId)));
      const after = events.reduce(afterEvent, before);
      const [newest] = after.items;
      const isNew = newest !== undefined && newest !== before.items[0] && events.some(({ what }) => what !== 'gone');
      if (after !== before) write(transaction, userId, after);
      if (isNew) transaction.set(pushes.doc(userId), encodePush(newest));
      return events.map(() => null);
    }),
  );

  const dueOfRemoved = (snapshot: DocumentSnapshot): DueComment | null => {
    const comment = decodeRemoved(snapshot)?.comment;
    return comment?.notification === 'sent' ? { comment, isGone: true } : null;
  };

  return {
    find: async (userId) => decodeInbox(await inboxes.doc(userId).get()),

    async notify(userId, event) {
      await applyAll(userId, event);
    },

    settle: ({ comment: { id }, isGone }, notification) =>
      runTransaction(db, async (transaction) => {
        const ref = (isGone ? removed : comments).doc(id);
        const snapshot = await transaction.get(ref);
        if (isGone) {
          if (snapshot.exists)
            transaction.update(ref, { 'comment.notification': notification, isNotificationDue: false });
          return null;
        }
        const comment = decodeComment(snapshot);
        if (!comment || comment.state === 'deleted') {
          // The comment was deleted while its notification was being sent, and its stored copy is still marked as due.
          const deleted = decodeRemoved(await transaction.get(removed.doc(id)))?.comment;
          if (!deleted || notification !== 'sent') return null;
          transaction.update(removed.doc(id), { 'comment.notification': notification, isNotificationDue: true });
          return { comment: { ...deleted, notification }, isGone: true };
        }
        const now = { ...comment, notification };
        transaction.update(ref, { notification, isNotificationDue: isNotificationDue(now) });
        return isNotificationDue(now) ? { comment: now, isGone } : null;
      }),

    findGone: async (id) => dueOfRemoved(await removed.doc(id).get()),

    async due(limit) {
      const [stored, deleted] = await Promise.all(
        [comments, removed].map((collection) => collection.where('isNotificationDue', '==', true).limit(limit).get()),
      );
      return [
        ...(stored?.docs ?? []).map(decodeComment).flatMap((comment) => (comment ? [{ comment, isGone: false }] : [])),
        ...(deleted?.docs ?? []).map(dueOfRemoved).filter((due) => due !== null),
      ];
    },

    async markRead(userId, id) {
      const after = await change(userId, (before) => {
        const isUnread = before.items.some((item) => item.id === id && !item.isRead);
        const items = before.items.map((item) => (item.id === id ? { ...item, isRead: true } : item));
        return isUnread ? { ...before, items } : before;
      });
      return after.items.some((item) => item.id === id);
    },

    async markAllRead(userId) {
      await change(userId, (before) =>
        before.items.every(({ isRead }) => isRead)
          ? before
          : { ...before, items: before.items.map((item) => ({ ...item, isRead: true })) },
      );
    },

    choose: (userId, { replies, comments: ofPosts, reviews, notes, following }) =>
      change(userId, (before) => ({
        ...before,
        replies: replies ?? before.replies,
        comments: ofPosts ?? before.comments,
        reviews: reviews ?? before.reviews,
        notes: notes ?? before.notes,
        following: following ?? before.following,
      })),

    async mute(userId, threadId, muted) {
      await change(userId, (before) => {
        if (before.mutedThreads.includes(threadId) === muted) return before;
        const others = before.mutedThreads.filter((id) => id !== threadId);
        const mutedThreads = muted ? [...others, threadId].slice(-NOTIFICATION_LIMITS.mutedThreads) : others;
        return { ...before, mutedThreads };
      });
    },
  };
}
