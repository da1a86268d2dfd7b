import { NOTIFICATION_LIMITS, type NoticeChoicesPatch } from '@inkwell/shared/notifications';
import type { DocumentSnapshot, Firestore, Transaction } from 'firebase-admin/firestore';
import {
  decodeComment,
  decodeRemoved,
  isNoticeDue,
  type NoticeState,
  type StoredComment,
} from '../comments/comments.converter.ts';
import { createGroupCommit } from '../firestore/group-commit.ts';
import { runTransaction } from '../firestore/transaction.ts';
import { afterEvent, decodeNotices, encodePush, type NoticeEvent, type StoredNotices } from './notices.converter.ts';

/** A comment of which somebody has to be told, or must not have been. `isGone`: its author deleted it. */
export interface DueComment {
  readonly comment: StoredComment;
  readonly isGone: boolean;
}

/** What each person is told of comments, in one document for each. */
export interface NoticeRepository {
  /** Reads 1 document. */
  find(userId: string): Promise<StoredNotices>;
  /**
   * Tells a person; events that come meanwhile share the next transaction. Safe to repeat. Reads 1, writes 1, or 0 where nothing
   * changes.
   */
  tell(userId: string, event: NoticeEvent): Promise<void>;
  /**
   * Notes that those whom a comment concerns know as much as `told` says. Reads 1, writes 1.
   * @returns the comment where it changed in the meantime, so that they have to be told again; else null
   */
  settle(due: DueComment, told: NoticeState): Promise<DueComment | null>;
  /** A comment that its author deleted, where those whom it concerns still have to forget it. Reads 1 document. */
  findGone(id: string): Promise<DueComment | null>;
  /** Comments of which somebody was not told yet, of either kind at most `limit`. Reads as many, 2 where there are none. */
  due(limit: number): Promise<DueComment[]>;
  /** False when the person has no such notice. Reads 1, writes 1, or 0 where it is read already. */
  markRead(userId: string, id: string): Promise<boolean>;
  /** Reads 1, writes at most 1. */
  markAllRead(userId: string): Promise<void>;
  /** Reads 1, writes 1. */
  choose(userId: string, choices: NoticeChoicesPatch): Promise<StoredNotices>;
  /** Beyond 500 threads the one that was muted first is forgotten. Reads 1, writes 1, or 0 where nothing changes. */
  mute(userId: string, threadId: string, muted: boolean): Promise<void>;
}

export function createNoticeRepository(db: Firestore): NoticeRepository {
  const notices = db.collection('notices');
  const comments = db.collection('comments');
  const removed = db.collection('removedComments');

  const write = (transaction: Transaction, userId: string, after: StoredNotices, pushed: object = {}) =>
    transaction.set(notices.doc(userId), { ...after, ...pushed, schemaVersion: 1 }, { merge: true });

  /** @returns what became of it; null where nothing did */
  const change = (userId: string, work: (before: StoredNotices) => StoredNotices): Promise<StoredNotices> =>
    runTransaction(db, async (transaction) => {
      const before = decodeNotices(await transaction.get(notices.doc(userId)));
      const after = work(before);
      if (after !== before) write(transaction, userId, after);
      return after;
    });

  const tellAll = createGroupCommit<NoticeEvent, null>((userId, events) =>
    runTransaction(db, async (transaction) => {
      const before = decodeNotices(await transaction.get(notices.doc(userId)));
      const after = events.reduce(afterEvent, before);
      const [newest] = after.items;
      const isNew = newest !== undefined && newest !== before.items[0] && events.some(({ what }) => what === 'written');
      if (after !== before) {
        write(transaction, userId, after, isNew ? { pushedAt: newest.at, push: encodePush(newest) } : {});
      }
      return events.map(() => null);
    }),
  );

  const gone = (snapshot: DocumentSnapshot): DueComment | null => {
    const comment = decodeRemoved(snapshot)?.comment;
    return comment?.notice === 'told' ? { comment, isGone: true } : null;
  };

  return {
    find: async (userId) => decodeNotices(await notices.doc(userId).get()),

    async tell(userId, event) {
      await tellAll(userId, event);
    },

    settle: ({ comment: { id }, isGone }, notice) =>
      runTransaction(db, async (transaction) => {
        const ref = (isGone ? removed : comments).doc(id);
        const snapshot = await transaction.get(ref);
        if (isGone) {
          if (snapshot.exists) transaction.update(ref, { 'comment.notice': notice, isNoticeDue: false });
          return null;
        }
        const comment = decodeComment(snapshot);
        if (!comment || comment.state === 'deleted') {
          // Deleted while people were told: what was deleted knows no more than that it was due.
          const deleted = decodeRemoved(await transaction.get(removed.doc(id)))?.comment;
          if (!deleted || notice !== 'told') return null;
          transaction.update(removed.doc(id), { 'comment.notice': notice, isNoticeDue: true });
          return { comment: { ...deleted, notice }, isGone: true };
        }
        const now = { ...comment, notice };
        transaction.update(ref, { notice, isNoticeDue: isNoticeDue(now) });
        return isNoticeDue(now) ? { comment: now, isGone } : null;
      }),

    findGone: async (id) => gone(await removed.doc(id).get()),

    async due(limit) {
      const [shown, deleted] = await Promise.all(
        [comments, removed].map((collection) => collection.where('isNoticeDue', '==', true).limit(limit).get()),
      );
      return [
        ...(shown?.docs ?? []).map(decodeComment).flatMap((comment) => (comment ? [{ comment, isGone: false }] : [])),
        ...(deleted?.docs ?? []).map(gone).filter((due) => due !== null),
      ];
    },

    async markRead(userId, id) {
      const after = await change(userId, (before) => {
        const isUnread = before.items.some((notice) => notice.id === id && !notice.isRead);
        const read = before.items.map((notice) => (notice.id === id ? { ...notice, isRead: true } : notice));
        return isUnread ? { ...before, items: read } : before;
      });
      return after.items.some((notice) => notice.id === id);
    },

    async markAllRead(userId) {
      await change(userId, (before) =>
        before.items.every(({ isRead }) => isRead)
          ? before
          : { ...before, items: before.items.map((notice) => ({ ...notice, isRead: true })) },
      );
    },

    choose: (userId, { replies, comments: ofPosts }) =>
      change(userId, (before) => ({
        ...before,
        replies: replies ?? before.replies,
        comments: ofPosts ?? before.comments,
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
