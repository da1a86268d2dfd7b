import type { DocumentData, DocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { Moment } from '../firestore/moment.ts';

const BookmarksDocument = z.object({
  /** In the order in which they were saved. */
  posts: z.array(z.object({ id: z.string(), at: Moment, lists: z.array(z.string()) })),
  lists: z.array(z.string()),
});

/** What an account saved, oldest first. */
export type StoredBookmarks = z.infer<typeof BookmarksDocument>;
export type StoredBookmark = StoredBookmarks['posts'][number];

export function decodeBookmarks(snapshot: DocumentSnapshot): StoredBookmarks {
  const data = snapshot.data();
  return data === undefined ? { posts: [], lists: [] } : z.parse(BookmarksDocument, data);
}

export const encodeBookmarks = (bookmarks: StoredBookmarks): DocumentData => ({ ...bookmarks, schemaVersion: 1 });
