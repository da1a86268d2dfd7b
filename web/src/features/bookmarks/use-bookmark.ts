import { useQuery, useQueryClient } from '@tanstack/react-query';
import { bookmarkQueries } from './api/queries.ts';
import { changeBookmark } from './api/sending.ts';

interface BookmarkOfPost {
  /** Null until known. */
  readonly isSaved: boolean | null;
  /** The names of the post's lists. */
  readonly lists: readonly string[];
  /** The names of all lists. */
  readonly allLists: readonly string[];
  readonly change: (isSaved: boolean, lists?: readonly string[]) => void;
}

/** Whether a signed-in reader has saved a post, and functions to change that. */
export function useBookmark(userId: string, postId: string): BookmarkOfPost {
  const client = useQueryClient();
  const { data } = useQuery({ ...bookmarkQueries.saved(userId), enabled: userId !== '' });
  const stored = data?.posts.find((post) => post.postId === postId);
  return {
    isSaved: data ? stored !== undefined : null,
    lists: stored?.lists ?? [],
    allLists: data?.lists ?? [],
    change: (isSaved, lists) =>
      changeBookmark(client, { userId, postId, change: { isSaved, ...(lists && { lists }) } }),
  };
}
