import { DESK_LIMITS } from '@inkwell/shared/desk';
import type { AdminPostsQuery } from '@inkwell/shared/posts';
import { type AdminUsersQuery, ONLINE_MS } from '@inkwell/shared/users';
import type { Firestore, Query } from 'firebase-admin/firestore';
import { wantedIn } from '../common/beginnings.ts';
import type { PageOfMany, PageRequest } from '../common/paging.ts';
import { cardMask, decodeCard, isThere, type StoredCard } from '../posts/posts.converter.ts';
import { decodeUser, type StoredUser } from '../users/users.converter.ts';
import {
  compare,
  countOf,
  type Order,
  ordered,
  pageOf,
  positionOf,
  readIndexed,
  readMeant,
} from './reading.repository.ts';

export type PostChoice = Omit<AdminPostsQuery, 'limit' | 'cursor'>;
export type UserChoice = Omit<AdminUsersQuery, 'limit' | 'cursor'>;

/**
 * What staff look for among all posts and accounts. With words, the one that fewest documents have is asked of an index; where several
 * are wanted, or one of more than 10 letters, at most 200 documents with it are compared with the rest for one page.
 */
export interface DeskRepository {
  /** Reads the page and 1 for each 1,000 found; with several words at most 204. */
  posts(choice: PostChoice, page: PageRequest): Promise<PageOfMany<StoredCard>>;
  /**
   * The same of accounts. Who is online is read as a whole, at most 500, unless that is all that is asked, or by when they were seen.
   * Who is not online is looked for among at most 200 for one page.
   */
  users(choice: UserChoice, page: PageRequest, now: Date): Promise<PageOfMany<StoredUser>>;
}

const NEWEST: Order = { field: 'createdAt', holds: 'time', direction: 'desc' };

const POST_ORDERS: Readonly<Record<PostChoice['sort'], Order>> = {
  created: NEWEST,
  views: { field: 'views', holds: 'number', direction: 'desc' },
  comments: { field: 'commentsCount', holds: 'number', direction: 'desc' },
};

const USER_ORDERS: Readonly<Record<UserChoice['sort'], Order>> = {
  created: NEWEST,
  name: { field: 'sortName', holds: 'text', direction: 'asc' },
  lastSeen: { field: 'lastSeenAt', holds: 'time', direction: 'desc' },
};

const NOTHING = { items: [], total: 0, next: null };

export function createDeskRepository(db: Firestore): DeskRepository {
  const posts = db
    .collection('posts')
    .where('deletedAt', '==', null)
    .select(...cardMask.fields);
  const users = db.collection('users');

  /** The documents with the wanted word that fewest of them have. Reads 1 for each word that could be it. */
  async function withRarest(query: Query, tokens: readonly string[]): Promise<Query | null> {
    const narrowed = tokens.map((token) => query.where('beginnings', 'array-contains', token));
    if (narrowed.length < 2) return narrowed[0] ?? null;
    const counts = await Promise.all(
      narrowed.map((one) => countOf(ordered(one, NEWEST).limit(DESK_LIMITS.lookedAt + 1))),
    );
    return narrowed[counts.indexOf(Math.min(...counts))] ?? null;
  }

  return {
    async posts({ q, status, categoryId, authorId, sort }, page) {
      let query: Query = status === undefined ? posts : posts.where('status', '==', status);
      if (categoryId !== undefined) query = query.where('categoryId', '==', categoryId);
      if (authorId !== undefined) query = query.where('authorId', '==', authorId);
      const decode = (snapshot: Parameters<typeof decodeCard>[0]) => {
        const card = decodeCard(snapshot);
        return isThere(card) ? card : null;
      };
      const reading = { order: POST_ORDERS[sort], page, decode };
      if (!q) return readIndexed({ query, ...reading });

      const wanted = wantedIn(q);
      const found = await withRarest(query, wanted.tokens);
      if (!found) return NOTHING;
      if (wanted.isSettledByIndex) return readIndexed({ query: found, ...reading });
      return readMeant({ query: found, ...reading, isMeant: ({ title }) => wanted.isIn(title) });
    },

    async users({ q, role, blocked, online, sort }, page, now) {
      let query: Query = users;
      if (role !== undefined) query = query.where('role', '==', role);
      if (blocked !== undefined) query = query.where('isBlocked', '==', blocked);
      const order = USER_ORDERS[sort];
      const reading = { order, page, decode: decodeUser };

      const wanted = q ? wantedIn(q) : null;
      if (wanted && wanted.tokens.length === 0) return NOTHING;
      const isWanted = ({ displayName, firstName, lastName, email }: StoredUser) =>
        wanted?.isIn(displayName, firstName, lastName, email) ?? true;

      const since = new Date(now.getTime() - ONLINE_MS);
      const whoIsOnline = ordered(query, USER_ORDERS.lastSeen).endBefore(since);
      if (online && !wanted && sort === 'lastSeen') return readIndexed({ query, ...reading, newerThan: since });
      if (online) {
        const { docs } = await whoIsOnline.limit(DESK_LIMITS.online).get();
        const sorted = docs.sort((a, b) => compare(positionOf(a, order), positionOf(b, order), order));
        const found = pageOf(sorted, { ...reading, isMeant: isWanted });
        return docs.length < DESK_LIMITS.online ? found : { ...found, total: null };
      }

      const isMeant = (user: StoredUser) => isWanted(user) && (online === undefined || !isOnline(user, since));
      if (wanted) {
        const found = await withRarest(query, wanted.tokens);
        if (!found) return NOTHING;
        if (wanted.isSettledByIndex && online === undefined) return readIndexed({ query: found, ...reading });
        return readMeant({ query: found, ...reading, isMeant });
      }
      if (online === undefined) return readIndexed({ query, ...reading });
      const count = async () => {
        const [all, seen] = await Promise.all([countOf(query), countOf(whoIsOnline)]);
        return all - seen;
      };
      return readMeant({ query, ...reading, isMeant, count });
    },
  };
}

const isOnline = ({ lastSeenAt }: StoredUser, since: Date): boolean => lastSeenAt !== null && lastSeenAt > since;
