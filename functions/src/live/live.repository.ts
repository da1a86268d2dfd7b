import { type DocumentData, type Firestore, type Query, Timestamp } from 'firebase-admin/firestore';
import type { FeedItem, FeedOptions } from './feed.ts';

export interface BroadcastItem extends FeedItem {
  readonly title: string;
  readonly message: string;
}

export interface BlockItem extends FeedItem {
  readonly userId: string;
}

/** What the live function reads: one listener's worth of broadcasts and of blocks, however many sockets it serves. */
export interface LiveRepository {
  /** New broadcasts after a time, oldest first. Reads each once per instance. */
  readonly openBroadcasts: FeedOptions<BroadcastItem>['open'];
  /** Users blocked after a time, oldest first. */
  readonly openBlocks: FeedOptions<BlockItem>['open'];
  /** Reads one field of one document; a user without a record is not blocked. */
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
      })),

    // A user may be blocked, unblocked and blocked again, so the time belongs to the key.
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

function listen<Item>(
  query: Query,
  handlers: { onItems(items: Item[]): void; onError(error: unknown): void },
  decode: (id: string, data: DocumentData) => Item,
): () => void {
  return query.onSnapshot((snapshot) => {
    const changes = snapshot.docChanges().filter((change) => change.type !== 'removed');
    handlers.onItems(changes.map(({ doc }) => decode(doc.id, doc.data())));
  }, handlers.onError);
}

function millisOf(value: unknown): number {
  return value instanceof Timestamp ? value.toMillis() : 0;
}
