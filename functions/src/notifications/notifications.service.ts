import { AppError } from '@inkwell/shared/errors';
import type { Broadcast, BroadcastInput, UserNotification } from '@inkwell/shared/notifications';
import { isAdmin, type Viewer } from '@inkwell/shared/permissions';
import type { Clock } from '../common/clock.ts';
import { idFromKey } from '../common/ids.ts';
import { type Page, type PageRequest, toPage } from '../common/paging.ts';
import { toUserNotification } from '../notices/notices.converter.ts';
import type { NoticeRepository } from '../notices/notices.repository.ts';
import type { StoredUser } from '../users/users.converter.ts';
import type { UserRepository } from '../users/users.repository.ts';
import { type FeedBroadcast, toBroadcast } from './notifications.converter.ts';
import type { NotificationRepository } from './notifications.repository.ts';

/** Ids of broadcasts that left the feed are dropped from a user's record once there are this many. */
const PRUNE_FROM = 10;

export interface NotificationService {
  /** The newest broadcasts since the account exists, and the newest notices to the person, newest first. Reads 2 documents. Product §7. */
  list(user: StoredUser): Promise<UserNotification[]>;
  /** Safe to repeat. @throws AppError `not-found` for what is not in the user's list */
  markRead(user: StoredUser, id: string): Promise<void>;
  /** Safe to repeat. */
  markAllRead(user: StoredUser): Promise<void>;
  /**
   * Sends to all users; a repeat with the same `key` sends once.
   * @throws AppError `forbidden` for others than admins
   */
  broadcast(sender: StoredUser, input: BroadcastInput, key: string | null): Promise<Broadcast>;
  /** What was sent so far, newest first, with its senders. @throws AppError `forbidden` for others than admins */
  broadcasts(viewer: Viewer, page: PageRequest): Promise<Page<Broadcast>>;
}

export function createNotificationService({
  notifications,
  notices,
  users,
  clock,
}: {
  notifications: NotificationRepository;
  notices: Pick<NoticeRepository, 'find' | 'markRead' | 'markAllRead'>;
  users: Pick<UserRepository, 'findMany'>;
  clock: Clock;
}): NotificationService {
  const isFor = (user: StoredUser) => (entry: FeedBroadcast) => entry.createdAt >= user.createdAt;

  return {
    async list(user) {
      const read = new Set(user.readIds);
      const [feed, own] = await Promise.all([notifications.feed(), notices.find(user.id)]);
      const broadcasts = feed.filter(isFor(user)).map(
        (entry): UserNotification => ({
          id: entry.id,
          title: entry.title,
          message: entry.message,
          type: entry.type,
          isRead: read.has(entry.id) || (user.readBefore !== null && entry.createdAt <= user.readBefore),
          createdAt: entry.createdAt.toISOString(),
          kind: 'broadcast',
          link: null,
        }),
      );
      const all = [...broadcasts, ...own.items.map(toUserNotification)];
      return all.sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
    },

    async markRead(user, id) {
      const feed = await notifications.feed();
      const entry = feed.filter(isFor(user)).find((candidate) => candidate.id === id);
      if (!entry) {
        if (await notices.markRead(user.id, id)) return;
        throw new AppError('not-found');
      }
      if (user.readIds.includes(id) || (user.readBefore && entry.createdAt <= user.readBefore)) return;

      const inFeed = new Set(feed.map((candidate) => candidate.id));
      const gone = user.readIds.filter((readId) => !inFeed.has(readId));
      await notifications.markRead(user.id, id, gone.length >= PRUNE_FROM ? gone : []);
    },

    async markAllRead(user) {
      await Promise.all([notifications.markAllRead(user.id), notices.markAllRead(user.id)]);
    },

    async broadcast(sender, input, key) {
      if (!isAdmin(sender)) throw new AppError('forbidden');
      const id = key === null ? notifications.newId() : idFromKey('broadcast', sender.id, key);
      const stored = await notifications.send({ id, senderId: sender.id, input }, clock.now());
      return toBroadcast(stored, sender);
    },

    async broadcasts(viewer, page) {
      if (!isAdmin(viewer)) throw new AppError('forbidden');
      const { items, total } = await notifications.list(page);
      const senders = await users.findMany(items.map((item) => item.senderId));
      return toPage(
        items.map((item) => toBroadcast(item, senders.get(item.senderId) ?? null)),
        total,
        page,
      );
    },
  };
}
