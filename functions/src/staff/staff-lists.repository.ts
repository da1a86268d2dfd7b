import type { AdminPostsQuery } from '@inkwell/shared/posts';
import { STAFF_LIST_LIMITS } from '@inkwell/shared/staff-lists';
import { type AdminUsersQuery, ONLINE_MS } from '@inkwell/shared/users';
import type { Firestore, Query } from 'firebase-admin/firestore';
import type { PageOfMany, PageRequest } from '../common/paging.ts';
import { parseWordSearch } from '../common/word-prefixes.ts';
import { cardMask, decodeCard, isThere, type StoredCard } from '../posts/posts.converter.ts';
import { decodeUser, type StoredUser } from '../users/users.converter.ts';
import {
  compare,
  countOf,
  type Order,
  ordered,
  pageOf,
  positionOf,
  readFiltered,
  readIndexed,
} from './list-pages.repository.ts';

export type PostFilter = Omit<AdminPostsQuery, 'limit' | 'cursor'>;
export type UserFilter = Omit<AdminUsersQuery, 'limit' | 'cursor'>;

/**
 * Lists of all posts and accounts, searched by words, filtered and sorted. A search by words asks the index for the rarest word; where
 * there are several words, or one longer than the index holds, at most 200 documents with that word are compared with the rest.
 */
export interface StaffListRepository {
  /** Reads the page and 1 for each 1,000 found; with several words at most 204. */
  posts(filter: PostFilter, page: PageRequest): Promise<PageOfMany<StoredCard>>;
  /**
   * Accounts; costs as `posts`. All accounts online, at most 500, are read at once, except where the list has no words and is sorted by
   * the last activity. Accounts that are not online are searched for among at most 200 for one page.
   */
  users(filter: UserFilter, page: PageRequest, now: Date): Promise<PageOfMany<StoredUser>>;
}

const NEWEST: Order = { field: 'createdAt', holds: 'time', direction: 'desc' };

const POST_ORDERS: Readonly<Record<PostFilter['sort'], Order>> = {
  created: NEWEST,
  views: { field: 'views', holds: 'number', direction: 'desc' },
  comments: { field: 'commentsCount', holds: 'number', direction: 'desc' },
};

const USER_ORDERS: Readonly<Record<UserFilter['sort'], Order>> = {
  created: NEWEST,
  name: { field: 'sortName', holds: 'text', direction: 'asc' },
  lastSeen: { field: 'lastSeenAt', holds: 'time', direction: 'desc' },
};

const NOTHING = { items: [], total: 0, next: null };

export function createStaffListRepository(db: Firestore): StaffListRepository {
  const posts = db
    .collection('posts')
    .where('deletedAt', '==', null)
    .select(...cardMask.fields);
  const users = db.collection('users');

  /** The documents with the rarest of the prefixes. Reads 1 for each prefix, or nothing for a single one. */
  async function withRarest(query: Query, prefixes: readonly string[]): Promise<Query | null> {
    const narrowed = prefixes.map((prefix) => query.where('wordPrefixes', 'array-contains', prefix));
    if (narrowed.length < 2) return narrowed[0] ?? null;
    const counts = await Promise.all(
      narrowed.map((one) => countOf(ordered(one, NEWEST).limit(STAFF_LIST_LIMITS.scanned + 1))),
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
      const list = { order: POST_ORDERS[sort], page, decode };
      if (!q) return readIndexed({ query, ...list });

      const search = parseWordSearch(q);
      const found = await withRarest(query, search.prefixes);
      if (!found) return NOTHING;
      if (search.isDecidedByIndex) return readIndexed({ query: found, ...list });
      return readFiltered({ query: found, ...list, isMatch: ({ title }) => search.matches(title) });
    },

    async users({ q, role, blocked, online, sort }, page, now) {
      let query: Query = users;
      if (role !== undefined) query = query.where('role', '==', role);
      if (blocked !== undefined) query = query.where('isBlocked', '==', blocked);
      const order = USER_ORDERS[sort];
      const list = { order, page, decode: decodeUser };

      const search = q ? parseWordSearch(q) : null;
      if (search && search.prefixes.length === 0) return NOTHING;
      const hasWords = ({ displayName, firstName, lastName, email }: StoredUser) =>
        search?.matches(displayName, firstName, lastName, email) ?? true;

      const since = new Date(now.getTime() - ONLINE_MS);
      const whoIsOnline = ordered(query, USER_ORDERS.lastSeen).endBefore(since);
      if (online && !search && sort === 'lastSeen') return readIndexed({ query, ...list, newerThan: since });
      if (online) {
        const { docs } = await whoIsOnline.limit(STAFF_LIST_LIMITS.online).get();
        const sorted = docs.sort((a, b) => compare(positionOf(a, order), positionOf(b, order), order));
        const found = pageOf(sorted, { ...list, isMatch: hasWords });
        return docs.length < STAFF_LIST_LIMITS.online ? found : { ...found, total: null };
      }

      const isMatch = (user: StoredUser) => hasWords(user) && (online === undefined || !isOnline(user, since));
      if (search) {
        const found = await withRarest(query, search.prefixes);
        if (!found) return NOTHING;
        if (search.isDecidedByIndex && online === undefined) return readIndexed({ query: found, ...list });
        return readFiltered({ query: found, ...list, isMatch });
      }
      if (online === undefined) return readIndexed({ query, ...list });
      const count = async () => {
        const [all, seen] = await Promise.all([countOf(query), countOf(whoIsOnline)]);
        return all - seen;
      };
      return readFiltered({ query, ...list, isMatch, count });
    },
  };
}

const isOnline = ({ lastSeenAt }: StoredUser, since: Date): boolean => lastSeenAt !== null && lastSeenAt > since;
