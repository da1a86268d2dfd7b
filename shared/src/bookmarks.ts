import * as z from 'zod/mini';
import { CHANGE_RATE, endpoint } from './endpoint.ts';
import { DocumentId, Instant, PageQuery, requiredText } from './fields.ts';
import { PostCard } from './posts.ts';

export const BOOKMARK_LIMITS = { posts: 1_000, lists: 20, listName: 60 } as const;

export const TOO_MANY_SAVED = `You can save ${BOOKMARK_LIMITS.posts.toLocaleString('en')} posts. Remove some to save more.`;
export const TOO_MANY_LISTS = `You can have ${BOOKMARK_LIMITS.lists} lists. Delete one to create another.`;
export const LIST_NAME_TAKEN = 'You already have a list with this name.';

/** Names are also part of addresses, in which browsers resolve `.` and `..`. Names that look the same in another encoding are equal. */
export const ListName = requiredText(
  BOOKMARK_LIMITS.listName,
  { required: 'Name is required', tooLong: 'Name too long' },
  { isName: true },
).check(
  z.normalize('NFC'),
  z.refine((name) => name !== '.' && name !== '..', 'Please use letters or numbers'),
);

const ListNames = z.array(ListName).check(z.maxLength(BOOKMARK_LIMITS.lists, TOO_MANY_LISTS));

/** A saved post with the names of its lists. */
export const Bookmark = z.object({ postId: DocumentId, savedAt: Instant, lists: z.array(z.string()) });
export type Bookmark = z.infer<typeof Bookmark>;

/** All saved posts, newest first, and the names of the lists in the order of their creation. */
export const Bookmarks = z.object({ posts: z.array(Bookmark), lists: z.array(z.string()) });
export type Bookmarks = z.infer<typeof Bookmarks>;

/** An entry of the reading list. A missing post was unpublished or deleted, and may return. */
export const ReadingListEntry = z.union([
  z.extend(Bookmark, { post: PostCard }),
  z.object({ postId: DocumentId, gone: z.literal(true) }),
]);
export type ReadingListEntry = z.infer<typeof ReadingListEntry>;

const ListParams = z.object({ name: ListName });

export const bookmarkApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/bookmarks',
    access: 'signed-in',
    summary: "The caller's reading list with its posts, most recently saved first; or one of its lists.",
    query: z.extend(PageQuery, { list: z.optional(ListName) }),
    response: z.array(ReadingListEntry),
    paged: true,
  }),
  saved: endpoint({
    method: 'GET',
    path: '/api/bookmarks/saved',
    access: 'signed-in',
    summary: 'Which posts the caller has saved, in which lists; without the posts themselves.',
    response: Bookmarks,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/bookmarks/:postId',
    access: 'signed-in',
    invalidates: 'nothing',
    summary:
      'Saves a published post. `lists` are the lists that it is in afterwards; unknown ones are created. Without `lists` it stays where it is. Safe to repeat.',
    params: z.object({ postId: DocumentId }),
    body: z.object({ lists: z.optional(ListNames) }),
    bodyOptional: true,
    response: Bookmark,
    mayConflict: true,
    rate: CHANGE_RATE,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/bookmarks/:postId',
    access: 'signed-in',
    invalidates: 'nothing',
    summary: 'Removes a post from the reading list and all its lists. Safe to repeat.',
    params: z.object({ postId: DocumentId }),
    rate: CHANGE_RATE,
  }),
  putList: endpoint({
    method: 'PUT',
    path: '/api/bookmarks/lists/:name',
    access: 'signed-in',
    invalidates: 'nothing',
    summary: 'Creates a list, or gives it another `name`; 409 for the name of another list. Safe to repeat.',
    params: ListParams,
    body: z.object({ name: z.optional(ListName) }),
    bodyOptional: true,
    response: z.object({ name: z.string() }),
    mayConflict: true,
    rate: CHANGE_RATE,
  }),
  removeList: endpoint({
    method: 'DELETE',
    path: '/api/bookmarks/lists/:name',
    access: 'signed-in',
    invalidates: 'nothing',
    summary: 'Deletes a list. Its posts stay saved. Safe to repeat.',
    params: ListParams,
    rate: CHANGE_RATE,
  }),
} as const;
