import { isAdmin } from '@inkwell/shared/permissions';
import { postApi, type StaffPostCard } from '@inkwell/shared/posts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { useViewer } from '../../../lib/session.tsx';
import { toastSuccess } from '../../../lib/toast.ts';
import { newsletterOffer } from '../../../lib/writing-paths.ts';
import { categoryQueries } from '../../categories/api/queries.ts';
import { postQueries } from '../../posts/api/queries.ts';
import { undoDeletion, undoPublication } from '../../posts/api/undo.ts';
import { statsQueries } from '../../stats/api/queries.ts';
import { adminQueries } from './queries.ts';
import { showActionError } from './unauthorized.ts';

/** Posts for staff and readers, categories, and the figures derived from them. Product §7. */
export const refreshPosts = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: adminQueries.everyPost }),
    client.invalidateQueries({ queryKey: postQueries.all }),
    client.invalidateQueries({ queryKey: categoryQueries.list().queryKey }),
    client.invalidateQueries({ queryKey: statsQueries.stats().queryKey }),
    client.invalidateQueries({ queryKey: adminQueries.analytics().queryKey }),
  ]);

/** Publishes or unpublishes one post; pending until the list shows it. */
export function usePublishPost({ id, publishAt }: Pick<StaffPostCard, 'id' | 'publishAt'>) {
  const client = useQueryClient();
  const viewer = useViewer();
  return useMutation({
    mutationFn: (isPublished: boolean) => call(postApi.update, { params: { id }, body: { isPublished } }),
    // The list is refreshed while the toast is shown, so the scheduled time is remembered from before the change.
    onMutate: () => publishAt,
    onSuccess: async (post, isPublished, publishAtBefore) => {
      toastSuccess('Success', `Post ${isPublished ? 'published' : 'unpublished'} successfully!`, {
        action: undoPublication(client, post, { publishAt: publishAtBefore }),
        ...(isPublished && isAdmin(viewer) && newsletterOffer(post.id)),
      });
      await refreshPosts(client);
    },
    onError: (error, isPublished) => showActionError(isPublished ? 'publish post' : 'unpublish post', error),
  });
}

/** Moves one post to the trash; safe to repeat. */
export function useDeletePost(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(postApi.remove, { params: { id } }),
    onSuccess: async () => {
      toastSuccess('Success', 'Post deleted successfully!', { action: undoDeletion(client, id) });
      client.removeQueries({ queryKey: postQueries.byId(id).queryKey });
      await refreshPosts(client);
    },
    onError: (error) => showActionError('delete post', error),
  });
}

/** Restores one post from the trash; safe to repeat. */
export function useUndeletePost(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(postApi.undelete, { params: { id } }),
    onSuccess: async () => {
      toastSuccess('Success', 'Post restored as a draft!');
      await refreshPosts(client);
    },
    onError: (error) => showActionError('restore post', error),
  });
}
