import { AppError } from '@inkwell/shared/errors';
import { ISSUE_PROBLEMS } from '@inkwell/shared/newsletter-issues';
import type { Broadcast, BroadcastInput, UserNotification } from '@inkwell/shared/notifications';
import { isAdmin, type Viewer } from '@inkwell/shared/permissions';
import { MAIL_NOTICE } from '@inkwell/shared/person-mails';
import type { SiteSettings } from '@inkwell/shared/site-settings';
import type { Clock } from '../common/clock.ts';
import { idFromKey } from '../common/ids.ts';
import { type Page, type PageRequest, toPage } from '../common/paging.ts';
import type { Runner } from '../jobs/runner.ts';
import { broadcastMailJobId } from '../personal-notifications/broadcast-mail.job.ts';
import { toUserNotification } from '../personal-notifications/personal-notifications.converter.ts';
import type { PersonalNotificationRepository } from '../personal-notifications/personal-notifications.repository.ts';
import type { StoredUser } from '../users/users.converter.ts';
import type { UserRepository } from '../users/users.repository.ts';
import { type FeedBroadcast, toBroadcast } from './broadcasts.converter.ts';
import type { BroadcastRepository } from './broadcasts.repository.ts';

/** Read ids that left the feed are dropped once there are this many. */
const PRUNE_FROM = 10;

export interface NotificationService {
  /** The newest broadcasts since the account was created and its personal notifications, newest first. Reads 2 documents. Product §7. */
  list(user: StoredUser): Promise<UserNotification[]>;
  /** Safe to repeat. @throws AppError `not-found` if the user's list does not contain it */
  markRead(user: StoredUser, id: string): Promise<void>;
  /** Safe to repeat. */
  markAllRead(user: StoredUser): Promise<void>;
  /**
   * Sends to all users, once for each `key`. @throws AppError `forbidden` unless the sender is an admin; `conflict` if it should be emailed and the
   * sender's postal address is missing
   */
  broadcast(sender: StoredUser, input: BroadcastInput, key: string | null): Promise<Broadcast>;
  /** Broadcasts with their senders, newest first. @throws AppError `forbidden` unless an admin asks */
  broadcasts(viewer: Viewer, page: PageRequest): Promise<Page<Broadcast>>;
}

/** Older accounts are told once that they can choose emails. */
const isUntold = ({ startsWithMail, knowsOfMail }: StoredUser): boolean => !startsWithMail && !knowsOfMail;

const NOTICE: UserNotification = {
  ...MAIL_NOTICE,
  type: 'info',
  isRead: false,
  createdAt: '2026-11-25T00:00:00.000Z',
  kind: 'broadcast',
  link: null,
};

export function createNotificationService({
  broadcasts,
  personal,
  users,
  beginJob,
  site,
  clock,
}: {
  broadcasts: BroadcastRepository;
  personal: Pick<PersonalNotificationRepository, 'find' | 'markRead' | 'markAllRead'>;
  users: Pick<UserRepository, 'findMany'>;
  beginJob: Runner['begin'];
  site: () => Promise<Pick<SiteSettings, 'postalAddress'>>;
  clock: Clock;
}): NotificationService {
  const isFor = (user: StoredUser) => (entry: FeedBroadcast) => entry.createdAt >= user.createdAt;

  return {
    async list(user) {
      const read = new Set(user.readIds);
      const [feed, own] = await Promise.all([broadcasts.feed(), personal.find(user.id)]);
      const sent = feed.filter(isFor(user)).map(
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
      const notice = isUntold(user) ? [NOTICE] : [];
      const all = [...sent, ...own.items.map(toUserNotification), ...notice];
      return all.sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
    },

    async markRead(user, id) {
      if (id === MAIL_NOTICE.id) return broadcasts.noteMail(user.id);
      const feed = await broadcasts.feed();
      const entry = feed.filter(isFor(user)).find((candidate) => candidate.id === id);
      if (!entry) {
        if (await personal.markRead(user.id, id)) return;
        throw new AppError('not-found');
      }
      if (user.readIds.includes(id) || (user.readBefore && entry.createdAt <= user.readBefore)) return;

      const inFeed = new Set(feed.map((candidate) => candidate.id));
      const gone = user.readIds.filter((readId) => !inFeed.has(readId));
      await broadcasts.markRead(user.id, id, gone.length >= PRUNE_FROM ? gone : []);
    },

    async markAllRead(user) {
      await Promise.all([broadcasts.markAllRead(user.id), personal.markAllRead(user.id)]);
      if (isUntold(user)) await broadcasts.noteMail(user.id);
    },

    async broadcast(sender, input, key) {
      if (!isAdmin(sender)) throw new AppError('forbidden');
      if (input.isMailed && (await site()).postalAddress === null)
        throw new AppError('conflict', ISSUE_PROBLEMS['postal-address']);
      const id = key === null ? broadcasts.newId() : idFromKey('broadcast', sender.id, key);
      const stored = await broadcasts.send({ id, senderId: sender.id, input }, clock.now());
      if (input.isMailed) await beginJob(broadcastMailJobId(id));
      return toBroadcast(stored, sender);
    },

    async broadcasts(viewer, page) {
      if (!isAdmin(viewer)) throw new AppError('forbidden');
      const { items, total } = await broadcasts.list(page);
      const senders = await users.findMany(items.map((item) => item.senderId));
      return toPage(
        items.map((item) => toBroadcast(item, senders.get(item.senderId) ?? null)),
        total,
        page,
      );
    },
  };
}
