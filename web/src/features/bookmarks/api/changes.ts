import type { Bookmarks } from '@inkwell/shared/bookmarks';

/** A reader's change to a saved post: saves it (into exactly these lists, if any), or removes it. */
export interface BookmarkChange {
  readonly isSaved: boolean;
  readonly lists?: readonly string[];
}

/** The reading list after a change. */
export function applyChange(saved: Bookmarks, postId: string, change: BookmarkChange): Bookmarks {
  const known = saved.posts.find((post) => post.postId === postId);
  const others = saved.posts.filter((post) => post !== known);
  if (!change.isSaved) return { ...saved, posts: others };
  const lists = [...(change.lists ?? known?.lists ?? [])];
  const post = { postId, savedAt: known?.savedAt ?? new Date().toISOString(), lists };
  return {
    posts: known ? saved.posts.map((other) => (other === known ? post : other)) : [post, ...others],
    lists: [...new Set([...saved.lists, ...lists])],
  };
}
