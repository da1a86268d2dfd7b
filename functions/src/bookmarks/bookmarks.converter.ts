import type { DocumentData, DocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { Moment } from '../firestore/moment.ts';

const BookmarksDocument = z.object({
  /**
   * In the order in which they were saved. `lists` has indexes into the lists below, because the names of 20 lists for 1,000 posts would not fit into
   * a document. The oldest documents contain names.
   */
  posts: z.array(z.object({ id: z.string(), at: Moment, lists: z.array(z.union([z.int(), z.string()])) })),
  lists: z.array(z.string()),
});

export interface StoredBookmark {
  readonly id: string;
  readonly at: Date;
  /** The names of the lists that contain the post. */
  readonly lists: readonly string[];
}

/** The saved posts of an account, oldest first. */
export interface StoredBookmarks {
  readonly posts: readonly StoredBookmark[];
  /** The names of all lists, in the order of their creation. */
  readonly lists: readonly string[];
}

export function decodeBookmarks(snapshot: DocumentSnapshot): StoredBookmarks {
  const data = snapshot.data();
  if (data === undefined) return { posts: [], lists: [] };
  const { posts, lists } = z.parse(BookmarksDocument, data);
  const nameOf = (list: number | string) => (typeof list === 'string' ? list : (lists[list] ?? []));
  return { posts: posts.map((post) => ({ ...post, lists: post.lists.flatMap(nameOf) })), lists };
}

export function encodeBookmarks({ posts, lists }: StoredBookmarks): DocumentData {
  const places = new Map(lists.map((name, place) => [name, place]));
  return {
    posts: posts.map((post) => ({ ...post, lists: post.lists.flatMap((name) => places.get(name) ?? []) })),
    lists,
    schemaVersion: 1,
  };
}
