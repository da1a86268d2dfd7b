import { type BroadcastInput, NOTIFICATION_LIMITS } from '@inkwell/shared/notifications';
import { FieldValue, type Firestore } from 'firebase-admin/firestore';
import { appendAudit } from '../audit/audit.repository.ts';
import type { PageRequest } from '../common/paging.ts';
import { readNewest } from '../firestore/newest.ts';
import { runTransaction } from '../firestore/transaction.ts';
import { createJobTable } from '../jobs/jobs.repository.ts';
import { broadcastMailJobId } from '../personal-notifications/broadcast-mail.job.ts';
import { decodeUser } from '../users/users.converter.ts';
import { decodeBroadcast, decodeFeed, type FeedBroadcast, type StoredBroadcast } from './broadcasts.converter.ts';

export interface BroadcastRepository {
  /** The newest 50 broadcasts, newest first. Reads 1 document. */
  feed(): Promise<FeedBroadcast[]>;
  /**
   * Stores the broadcast, adds it to the feed and to the audit log, in one transaction. Times strictly increase, so that "read up to this time" is
   * exact. A known `id` changes nothing and returns the stored broadcast. Includes the job that emails it, if requested. Reads 2 documents, writes 3,
   * and 1 for the job.
   */
  send(broadcast: { id: string; senderId: string; input: BroadcastInput }, at: Date): Promise<StoredBroadcast>;
  /** Records that an older account was told about email to people. Writes 1 document. */
  noteMail(userId: string): Promise<void>;
  newId(): string;
  /** A page of broadcasts, newest first. Reads the page and 1 aggregation. */
  list(page: PageRequest): Promise<{ items: StoredBroadcast[]; total: number }>;
  /** Marks a broadcast as read, and drops the ids in `gone`. Safe under parallel calls. Writes 1 document. */
  markRead(userId: string, id: string, gone: readonly string[]): Promise<void>;
  /** Marks the whole feed as read. Reads 2 documents, writes at most 1. */
  markAllRead(userId: string): Promise<void>;
}

export function createBroadcastRepository(db: Firestore): BroadcastRepository {
  const jobs = createJobTable(db);
  const feedRef = db.doc('feeds/broadcasts');
  const users = db.collection('users');

  return {
    feed: async () => decodeFeed(await feedRef.get()),

    send: ({ id, senderId, input }, at) =>
      runTransaction(db, async (transaction) => {
        const ref = db.collection('broadcasts').doc(id);
        const [feedSnapshot, existing] = await transaction.getAll(feedRef, ref);
        const stored = existing && decodeBroadcast(existing);
        if (stored) return stored;

        const items = feedSnapshot ? decodeFeed(feedSnapshot) : [];
        const newestMs = items[0]?.createdAt.getTime() ?? 0;
        const createdAt = new Date(Math.max(at.getTime(), newestMs + 1));
        const content = { title: input.title, message: input.message, type: input.type, createdAt };

        transaction.create(ref, { ...content, senderId, schemaVersion: 1 });
        const kept = [{ id, ...content }, ...items].slice(0, NOTIFICATION_LIMITS.feed);
        transaction.set(feedRef, { items: kept, schemaVersion: 1 });
        const entry = {
          actorId: senderId,
          action: 'broadcast.send',
          target: `broadcasts/${id}`,
          name: input.title,
        } as const;
        appendAudit(db, transaction, { ...entry, before: null, after: { title: input.title, type: input.type } }, at);
        if (input.isMailed) {
          const job = { id: broadcastMailJobId(id), kind: 'broadcasts.mail', about: input.title, createdBy: senderId };
          jobs.add(transaction, { ...job, params: { id, title: input.title, message: input.message } }, at);
        }
        return { id, senderId, ...content };
      }),

    async noteMail(userId) {
      await users.doc(userId).update({ knowsOfMail: true });
    },

    newId: () => db.collection('broadcasts').doc().id,

    list: (page) => readNewest(db.collection('broadcasts'), 'createdAt', page, decodeBroadcast),

    async markRead(userId, id, gone) {
      const batch = db.batch().update(users.doc(userId), { readIds: FieldValue.arrayUnion(id) });
      if (gone.length > 0) batch.update(users.doc(userId), { readIds: FieldValue.arrayRemove(...gone) });
      await batch.commit();
    },

    markAllRead: (userId) =>
      runTransaction(db, async (transaction) => {
        const [feedSnapshot, userSnapshot] = await transaction.getAll(feedRef, users.doc(userId));
        const newest = feedSnapshot && decodeFeed(feedSnapshot)[0]?.createdAt;
        const user = userSnapshot && decodeUser(userSnapshot);
        if (!newest || !user || (user.readBefore && user.readBefore >= newest)) return;
        transaction.update(users.doc(userId), { readBefore: newest, readIds: [] });
      }),
  };
}
