import type { AdminPostsQuery } from '@inkwell/shared/posts';
import { STAFF_LIST_LIMITS } from '@inkwell/shared/staff-lists';
import { type AdminUsersQuery, ONLINE_MS } from '@inkwell/shared/users';
import type { DocumentSnapshot, Firestore, Query } from 'firebase-admin/firestore';
import type { PageOfMany, PageRequest } from '../common/paging.ts';
import { parseTextSearch } from '../common/text-search.ts';
import { parseWordSearch } from '../common/word-prefixes.ts';
import { distinctTexts } from '../firestore/distinct.ts';
import {
  compare,
  countOf,
  findableIn,
  type IsMatch,
  type Order,
  ordered,
  pageOf,
  positionOf,
  type RankOf,
  readFiltered,
  readIndexed,
} from '../firestore/list-pages.ts';
import { authorIdsOf, cardMask, decodeCard, isStored, type StoredCard } from '../posts/posts.converter.ts';
import { STATUSES_THERE } from '../posts/posts.repository.ts';
import { decodeUser, type StoredUser } from '../users/users.converter.ts';

export type PostFilter = Omit<AdminPostsQuery, 'limit' | 'cursor'> & {
  /** For one author, by creation and without a search: posts in review, most recently submitted first. */
  readonly isInReview?: true;
};
export type UserFilter = Omit<AdminUsersQuery, 'limit' | 'cursor'>;

/**
 * Lists of all posts and accounts, searched, filtered and sorted. A search queries the index for the rarest word; if there are several
 * words, or one longer than those in the index, at most 200 documents with that word are compared with the rest.
 */
export interface StaffListRepository {
  /** The ids of all first authors, and of all authors of published posts. Reads 1 or 2 for each, and 1 more. */
  authorIds(): Promise<string[]>;
  /**
   * The ids of all posts that the filter matches, in the order of the list, but at most `max + 1`; null if finding them would need reading more than
   * 200 posts. Reads each; with several words, or a word and an author, at most 204.
   */
  postIds(filter: PostFilter, max: number): Promise<string[] | null>;
  /** The findable words of the newest posts outside the trash. Reads at most `limit`. */
  wordsOfNewest(limit: number): Promise<string[][]>;
  /**
   * Without `sort`, a search has its best matches first; more than 200 candidates stay sorted by newest. Reads the page and 1 for each 1,000
   * matches; with words at most 204.
   */
  posts(filter: PostFilter, page: PageRequest): Promise<PageOfMany<StoredCard>>;
  /**
   * Accounts; costs like `posts`. Online accounts (at most 500) are all read, unless the list is sorted by last activity without a search.
   * A search for offline accounts reads at most 200 per page.
   */
  users(filter: UserFilter, page: PageRequest, now: Date): Promise<PageOfMany<StoredUser>>;
}

const NEWEST: Order = { field: 'createdAt', holds: 'time', direction: 'desc' };

const POST_ORDERS: Readonly<Record<NonNullable<PostFilter['sort']>, Order>> = {
  created: NEWEST,
  views: { field: 'views', holds: 'number', direction: 'desc' },
  comments: { field: 'commentsCount', holds: 'number', direction: 'desc' },
};

/** In the trash: most recently deleted first. */
const LAST_TRASHED: Order = { field: 'trashedAt', holds: 'time', direction: 'desc' };

/** Scheduled posts: soonest first. */
const NEXT_DUE: Order = { field: 'publishAt', holds: 'time', direction: 'asc' };

/** Posts in review: most recently submitted first. */
const LAST_SUBMITTED: Order = { field: 'inReviewSince', holds: 'time', direction: 'desc' };

const USER_ORDERS: Readonly<Record<UserFilter['sort'], Order>> = {
  created: NEWEST,
  name: { field: 'sortName', holds: 'text', direction: 'asc' },
  lastSeen: { field: 'lastSeenAt', holds: 'time', direction: 'desc' },
};

interface PostSearch {
  readonly query: Query;
  readonly order: Order;
  readonly isMatch: IsMatch<StoredCard> | null;
  /** For a search with its best matches first. */
  readonly rank: RankOf<StoredCard> | null;
}

const NOTHING = { items: [], total: 0, next: null };

export function createStaffListRepository(db: Firestore): StaffListRepository {
  const stored = db.collection('posts').where('deletedAt', '==', null);
  const posts = stored.select(...cardMask.fields);
  /** For searches that an index decides in part. */
  const postsWithWords = stored.select(...cardMask.fields, 'wordPrefixes');
  const users = db.collection('users');

  const withPrefixes = (query: Query, prefixes: readonly string[]): Query[] =>
    prefixes.map((prefix) => query.where('wordPrefixes', 'array-contains', prefix));

  /** The query with the fewest documents; null if there is none. Reads 1 for each, or nothing for a single one. */
  async function rarestOf(queries: readonly Query[]): Promise<Query | null> {
    if (queries.length < 2) return queries[0] ?? null;
    const counts = await Promise.all(
      queries.map((one) => countOf(ordered(one, NEWEST).limit(STAFF_LIST_LIMITS.scanned + 1))),
    );
    return queries[counts.indexOf(Math.min(...counts))] ?? null;
  }

  const decodeStored = (snapshot: DocumentSnapshot): StoredCard | null => {
    const card = decodeCard(snapshot);
    return isStored(card) ? card : null;
  };

  /** The query for a filter; `isMatch` checks the remaining conditions, if any. Null for words without letters. */
  async function searchOf(filter: PostFilter): Promise<PostSearch | null> {
    const { q, status, categoryId, authorId, tagId, seriesId, language, picture, since, until, sort } = filter;
    const dueBefore = filter.dueBefore === undefined ? undefined : new Date(filter.dueBefore);
    const search = q ? parseTextSearch(q) : null;
    if (search?.groups.length === 0) return null;
    const isByTime = (sort ?? 'created') === 'created';
    const isDue = dueBefore !== undefined && !search && isByTime;
    const isInReview = filter.isInReview === true;
    const order = isInReview
      ? LAST_SUBMITTED
      : isDue
        ? NEXT_DUE
        : status === 'trash' && isByTime
          ? LAST_TRASHED
          : POST_ORDERS[sort ?? 'created'];
    // Only this order has an index for each filter.
    const isNewest = order === NEWEST && !search;

    const checks: IsMatch<StoredCard>[] = [];
    const isTwofold = search !== null && authorId !== undefined;
    const isDecided = search === null || (search.isDecidedByIndex && !isTwofold);
    let query: Query = isDecided ? posts : postsWithWords;
    query = query.where('status', 'in', status === undefined ? (isDue ? ['scheduled'] : STATUSES_THERE) : [status]);
    const narrow = (
      field: 'categoryId' | 'seriesId' | 'language' | 'featuredImage',
      value: unknown,
      isIndexed: boolean,
    ) => {
      if (value === undefined) return;
      if (isIndexed) query = query.where(field, '==', value);
      else checks.push((post) => post[field] === value);
    };
    narrow('categoryId', categoryId, !isDue);
    narrow('seriesId', seriesId, isNewest);
    narrow('language', language, isNewest);
    narrow('featuredImage', picture === 'none' ? null : undefined, isNewest);
    const [from, to] = [since, until].map((time) => (time === undefined ? null : new Date(time)));
    if (from && isNewest) query = query.where('createdAt', '>=', from);
    if (to && isNewest) query = query.where('createdAt', '<', to);
    if ((from || to) && !isNewest)
      checks.push(({ createdAt }) => (!from || createdAt >= from) && (!to || createdAt < to));
    // Posts that were never in review lack the field, or have null.
    if (isInReview) query = query.where('inReviewSince', '>', new Date(0));
    if (isDue) query = query.where('publishAt', '<', dueBefore);
    else if (dueBefore) checks.push(({ publishAt }) => publishAt !== null && publishAt < dueBefore);

    const ofAuthor = authorId === undefined || isDue ? null : query.where('authorIds', 'array-contains', authorId);
    const ofTag = tagId === undefined || !isNewest ? null : query.where('tagIds', 'array-contains', tagId);
    // A query can ask for one of words, author and tag, because all are in lists.
    const words = search?.groups.map((group) => query.where('wordPrefixes', 'array-contains-any', group)) ?? [];
    const listed = [...words, ofAuthor ?? [], ofTag ?? []].flat();
    if (authorId !== undefined && (!ofAuthor || listed.length > 1))
      checks.push((post) => authorIdsOf(post).includes(authorId));
    if (tagId !== undefined && (!ofTag || listed.length > 1)) checks.push(({ tagIds }) => tagIds.includes(tagId));
    if (search && !isDecided) checks.push(({ title }, document) => search.matches(title, document.get('wordPrefixes')));
    const found = listed.length > 0 ? await rarestOf(listed) : query;
    const isMatch: IsMatch<StoredCard> = (post, document) => checks.every((fits) => fits(post, document));
    const rank: RankOf<StoredCard> | null = search && sort === undefined ? ({ title }) => search.rank(title) : null;
    return found && { query: found, order, isMatch: checks.length > 0 ? isMatch : null, rank };
  }

  return {
    async authorIds() {
      const published = db.collection('authors').where('postCount', '>', 0).limit(STAFF_LIST_LIMITS.people).select();
      const [first, { docs }] = await Promise.all([
        distinctTexts(db.collection('posts'), 'authorId', STAFF_LIST_LIMITS.people),
        published.get(),
      ]);
      return [...new Set([...first, ...docs.map(({ id }) => id)])].slice(0, STAFF_LIST_LIMITS.people);
    },

    wordsOfNewest: (limit) => findableIn(ordered(stored.where('status', 'in', STATUSES_THERE), NEWEST).limit(limit)),

    async postIds(filter, max) {
      const search = await searchOf(filter);
      if (!search) return [];
      const { query, order, isMatch } = search;
      const all = ordered(query, order);
      if (!isMatch)
        return (
          await all
            .limit(max + 1)
            .select()
            .get()
        ).docs.map(({ id }) => id);
      const { docs } = await all.limit(STAFF_LIST_LIMITS.scanned + 1).get();
      if (docs.length > STAFF_LIST_LIMITS.scanned) return null;
      return docs.flatMap((document) => {
        const card = decodeStored(document);
        return card && isMatch(card, document) ? [card.id] : [];
      });
    },

    async posts(filter, page) {
      const search = await searchOf(filter);
      if (!search) return NOTHING;
      const { query, order, isMatch, rank } = search;
      const list = { query, order, page, decode: decodeStored };
      if (!isMatch && !rank) return readIndexed(list);
      const count = isMatch ? undefined : () => countOf(ordered(query, order));
      return readFiltered({ ...list, isMatch: isMatch ?? (() => true), rank: rank ?? undefined, count });
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
        const found = await rarestOf(withPrefixes(query, search.prefixes));
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
