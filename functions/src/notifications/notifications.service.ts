import { AppError } from '@inkwell/shared/errors';
import type { Broadcast, BroadcastInput, UserNotification } from '@inkwell/shared/notifications';
import { isAdmin } from '@inkwell/shared/permissions';
import type { Clock } from '../http/clock.ts';
import type { StoredUser } from '../users/users.converter.ts';
import { type FeedEntry, toBroadcast } from './notifications.converter.ts';
import type { NotificationRepository } from './notifications.repository.ts';

/** Ids of broadcasts that left the feed are dropped from a user's record once there are this many. */
const PRUNE_FROM = 10;

export interface NotificationService {
  /** The newest broadcasts since the account exists, newest first. Reads 1 document. Specification §7. */
  list(user: StoredUser): Promise<UserNotification[]>;
  /** Safe to repeat. @throws AppError `not-found` for what is not in the user's list */
  markRead(user: StoredUser, id: string): Promise<void>;
  /** Safe to repeat. */
  markAllRead(user: StoredUser): Promise<void>;
  /** Sends to all users; the same `id` sends once. @throws AppError `forbidden` for others than admins */
  broadcast(sender: StoredUser, id: string, input: BroadcastInput): Promise<Broadcast>;
}

export function createNotificationService({
  notifications,
  clock,
}: {
  notifications: NotificationRepository;
  clock: Clock;
}): NotificationService {
  const isFor = (user: StoredUser) => (entry: FeedEntry) => entry.createdAt >= user.createdAt;

  return {
    async list(user) {
      const read = new Set(user.readIds);
      return (await notifications.feed()).filter(isFor(user)).map((entry) => ({
        id: entry.id,
        title: entry.title,
        message: entry.message,
        type: entry.type,
        isRead: read.has(entry.id) || (user.readBefore !== null && entry.createdAt <= user.readBefore),
        createdAt: entry.createdAt.toISOString(),
      }));
    },

    async markRead(user, id) {
      const feed = await notifications.feed();
      const entry = feed.filter(isFor(user)).find((candidate) => candidate.id === id);
      if (!entry) throw new AppError('not-found');
      if (user.readIds.includes(id) || (user.readBefore && entry.createdAt <= user.readBefore)) return;

      const inFeed = new Set(feed.map((candidate) => candidate.id));
      const gone = user.readIds.filter((readId) => !inFeed.has(readId));
      await notifications.markRead(user.id, id, gone.length >= PRUNE_FROM ? gone : []);
    },

    markAllRead: (user) => notifications.markAllRead(user.id),

    async broadcast(sender, id, input) {
      if (!isAdmin(sender)) throw new AppError('forbidden');
      const stored = await notifications.send({ id, senderId: sender.id, input }, clock.now());
      return toBroadcast(stored, sender);
    },
  };
}
