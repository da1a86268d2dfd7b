import { NotificationType } from '@inkwell/shared/notifications';
import { type DocumentData, type Firestore, type Query, Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import type { FeedEvent, FeedOptions } from './feed.ts';
import type { LiveBroadcast } from './hub.ts';

/** Invalid types become `info`, because an exception in a listener would end the instance with all its sockets. */
const LiveType = z.catch(NotificationType, 'info');

/** Invalid fields get defaults for the same reason. */
const Push = z.object({
  title: z.catch(z.string(), ''),
  message: z.catch(z.string(), ''),
  link: z.catch(z.string(), '/'),
});

/** The data that `live` reads: one listener each, however many sockets the instance serves. */
export interface LiveRepository {
  /** New broadcasts after a time, oldest first. Each instance reads each once. */
  readonly openBroadcasts: FeedOptions<FeedEvent & LiveBroadcast>['open'];
  /** New personal notifications after a time, oldest first. Each instance reads each once. */
  readonly openPersonal: FeedOptions<FeedEvent & LiveBroadcast>['open'];
  /** Users blocked after a time, oldest first. */
  readonly openBlocks: FeedOptions<FeedEvent & { readonly userId: string }>['open'];
  /** Reads one field of one document; a user without a document is not blocked. */
  isBlocked(userId: string): Promise<boolean>;
}

export function createLiveRepository(db: Firestore): LiveRepository {
  return {
    openBroadcasts: (sinceMs, handlers) =>
      listen(after(db.collection('broadcasts'), 'createdAt', sinceMs), handlers, (id, data) => ({
        key: id,
        atMs: millisOf(data.createdAt),
        title: String(data.title),
        message: String(data.message),
        type: z.parse(LiveType, data.type),
      })),

    // A person's newest push replaces the previous one, so the key contains the time.
    openPersonal: (sinceMs, handlers) =>
      listen(after(db.collection('pushes'), 'pushedAt', sinceMs), handlers, (id, data) => {
        const atMs = millisOf(data.pushedAt);
        const { title, message, link } = z.parse(Push, data);
        return { key: `${id}@${atMs}`, atMs, title, message, link, type: 'info' as const, to: id };
      }),

    // A user may be blocked repeatedly, so the key contains the time.
    openBlocks: (sinceMs, handlers) =>
      listen(after(db.collection('users'), 'blockedAt', sinceMs), handlers, (id, data) => {
        const atMs = millisOf(data.blockedAt);
        return { key: `${id}@${atMs}`, atMs, userId: id };
      }),

    async isBlocked(userId) {
      const [user] = await db.getAll(db.collection('users').doc(userId), { fieldMask: ['isBlocked'] });
      return user?.get('isBlocked') === true;
    },
  };
}

const after = (collection: Query, field: string, sinceMs: number): Query =>
  collection.where(field, '>', Timestamp.fromMillis(sinceMs)).orderBy(field);

function listen<Event>(
  query: Query,
  handlers: { onEvents(events: Event[]): void; onError(error: unknown): void },
  decode: (id: string, data: DocumentData) => Event,
): () => void {
  return query.onSnapshot((snapshot) => {
    const changes = snapshot.docChanges().filter((change) => change.type !== 'removed');
    handlers.onEvents(changes.map(({ doc }) => decode(doc.id, doc.data())));
  }, handlers.onError);
}

function millisOf(value: unknown): number {
  return value instanceof Timestamp ? value.toMillis() : 0;
}
