import { type Bookmarks, bookmarkApi } from '@inkwell/shared/bookmarks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { bookmarkQueries } from './queries.ts';

/** Renames a list, or deletes it (`to` is null) but not its posts. */
export function useChangeList(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, to }: { name: string; to: string | null }) => {
      if (to === null) await call(bookmarkApi.removeList, { params: { name } });
      else await call(bookmarkApi.putList, { params: { name }, body: { name: to } });
    },
    async onSuccess(_, { name, to }) {
      const replace = (lists: readonly string[]) => lists.flatMap((list) => (list === name ? (to ?? []) : list));
      client.setQueryData(
        bookmarkQueries.saved(userId).queryKey,
        (saved: Bookmarks | undefined) =>
          saved && {
            posts: saved.posts.map((post) => ({ ...post, lists: replace(post.lists) })),
            lists: replace(saved.lists),
          },
      );
      await client.invalidateQueries({ queryKey: bookmarkQueries.all });
    },
  });
}
