import { BOOKMARK_LIMITS, LIST_NAME_TAKEN, TOO_MANY_LISTS, TOO_MANY_SAVED } from '@inkwell/shared/bookmarks';
import { AppError } from '@inkwell/shared/errors';
import type { Firestore } from 'firebase-admin/firestore';
import { runTransaction } from '../firestore/transaction.ts';
import { decodeBookmarks, encodeBookmarks, type StoredBookmark, type StoredBookmarks } from './bookmarks.converter.ts';

/** An account has one document for all saved posts. Each change reads it once and writes it at most once; a repeat writes nothing. */
export interface BookmarkRepository {
  /** Reads 1 document. */
  find(userId: string): Promise<StoredBookmarks>;
  /**
   * Saves a post, and puts it into exactly these lists unless they are undefined. A missing post is accepted only if it is already saved.
   * @returns null for a missing post
   * @throws AppError `conflict` above the limits
   */
  save(userId: string, post: Saving): Promise<StoredBookmark | null>;
  remove(userId: string, postId: string): Promise<void>;
  /** Creates a list. @throws AppError `conflict` above the limit */
  addList(userId: string, name: string): Promise<void>;
  /** @returns false if the list does not exist, unless it already has the new name. @throws AppError `conflict` for the name of another list */
  renameList(userId: string, name: string, to: string): Promise<boolean>;
  removeList(userId: string, name: string): Promise<void>;
}

interface Saving {
  readonly postId: string;
  readonly lists: readonly string[] | undefined;
  readonly isThere: boolean;
  readonly at: Date;
}

export function createBookmarkRepository(db: Firestore): BookmarkRepository {
  const refOf = (userId: string) => db.collection('bookmarks').doc(userId);

  /** Stores the result of `next`; null changes nothing. */
  const change = <T>(
    userId: string,
    next: (stored: StoredBookmarks) => { readonly stored: StoredBookmarks | null; readonly answer: T },
  ): Promise<T> =>
    runTransaction(db, async (transaction) => {
      const { stored, answer } = next(decodeBookmarks(await transaction.get(refOf(userId))));
      if (stored) transaction.set(refOf(userId), encodeBookmarks(stored));
      return answer;
    });

  return {
    find: async (userId) => decodeBookmarks(await refOf(userId).get()),

    save: (userId, { postId, lists: given, isThere, at }) =>
      change(userId, ({ posts, lists }) => {
        const known = posts.find(({ id }) => id === postId);
        if (!known && !isThere) return { stored: null, answer: null };
        if (!known && posts.length >= BOOKMARK_LIMITS.posts) throw new AppError('conflict', TOO_MANY_SAVED);
        const wanted = given === undefined ? (known?.lists ?? []) : [...new Set(given)];
        if (known && isSame(known.lists, wanted)) return { stored: null, answer: known };
        const post = { id: postId, at: known?.at ?? at, lists: wanted };
        return {
          stored: {
            posts: known ? posts.map((other) => (other === known ? post : other)) : [...posts, post],
            lists: withLists(lists, wanted),
          },
          answer: post,
        };
      }),

    remove: (userId, postId) =>
      change(userId, ({ posts, lists }) => {
        const others = posts.filter(({ id }) => id !== postId);
        return { stored: others.length === posts.length ? null : { posts: others, lists }, answer: undefined };
      }),

    addList: (userId, name) =>
      change(userId, ({ posts, lists }) => ({
        stored: lists.includes(name) ? null : { posts, lists: withLists(lists, [name]) },
        answer: undefined,
      })),

    renameList: (userId, name, to) =>
      change(userId, (stored) => {
        // A repeat of a rename whose answer was lost.
        if (!stored.lists.includes(name)) return { stored: null, answer: stored.lists.includes(to) };
        if (name === to) return { stored: null, answer: true };
        if (stored.lists.includes(to)) throw new AppError('conflict', LIST_NAME_TAKEN);
        return { stored: inLists(stored, (list) => [list === name ? to : list]), answer: true };
      }),

    removeList: (userId, name) =>
      change(userId, (stored) => ({
        stored: stored.lists.includes(name) ? inLists(stored, (list) => (list === name ? [] : [list])) : null,
        answer: undefined,
      })),
  };
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((name) => b.includes(name));

/** @throws AppError `conflict` above the limit */
function withLists(lists: readonly string[], more: readonly string[]): string[] {
  const all = [...new Set([...lists, ...more])];
  if (all.length > BOOKMARK_LIMITS.lists) throw new AppError('conflict', TOO_MANY_LISTS);
  return all;
}

/** Replaces each list name everywhere. */
const inLists = ({ posts, lists }: StoredBookmarks, replace: (name: string) => string[]): StoredBookmarks => ({
  posts: posts.map((post) => ({ ...post, lists: post.lists.flatMap(replace) })),
  lists: lists.flatMap(replace),
});
